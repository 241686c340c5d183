// evaluate.cpp: the ops that depend on the node that moved are computed again.
#include "trace/evaluate.h"

#include <utility>

#include "trace/op_formula.h"

namespace holo {

double evaluate_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                     std::uint32_t moved, double number_there) {
  // By node, from `moved` on: parents come before their nodes.
  std::vector<double> value(root - moved + std::size_t{1});
  std::vector<bool> depends(value.size(), false);
  value[0] = number_there;
  depends[0] = true;
  const auto number = [&](std::uint32_t node) {
    return node >= moved && depends[node - moved] ? value[node - moved] : state.value(node)[0];
  };
  for (std::uint32_t node = moved + 1; node <= root; ++node) {
    const TracedNode& traced = log.nodes[node];
    std::vector<double> x;
    bool does = false;
    for (const std::uint32_t parent : traced.parents) {
      does = does || (parent >= moved && depends[parent - moved]);
    }
    if (!does) continue;
    for (const std::uint32_t parent : traced.parents) x.push_back(number(parent));
    depends[node - moved] = true;
    x = with_constant(traced, std::move(x), traced.constant);
    value[node - moved] = op_result(traced.op, x).value;
  }
  return number(root);
}

}  // namespace holo
