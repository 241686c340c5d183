// evaluate.cpp: the ops that depend on the node that moved are computed again.
#include "trace/evaluate.h"

#include <utility>

#include "holo/check.h"
#include "holo/creation.h"
#include "trace/op_formula.h"
#include "trace/tensor_op.h"

namespace holo {
namespace {

double result_of(const TracedNode& node, const std::vector<std::span<const double>>& x) {
  std::vector<double> operands;
  for (const std::span<const double> numbers : x) operands.push_back(numbers[0]);
  return op_result(node.op, with_constant(node, std::move(operands), node.constant)).value;
}

std::vector<double> tensor_of(const TraceLog& log, const TracedNode& node,
                              const std::vector<std::span<const double>>& x) {
  std::vector<Tensor> operands;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint32_t parent = node.parents[i];
    if (!log.whole(parent)) {
      throw Error("check", "the log has a summary of " + log.name(parent), "all its numbers");
    }
    std::vector<real> numbers;
    for (const double number : x[i]) numbers.push_back(static_cast<real>(number));
    operands.push_back(
        from_values(Shape(std::span(log.nodes[parent].shape)), std::span<const real>(numbers)));
  }
  const std::vector<real> y = tensor_op(node, operands).to_vector();
  return {y.begin(), y.end()};
}

}  // namespace

std::vector<double> evaluate_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                                  std::uint32_t moved, std::span<const double> numbers_there) {
  // By node, from `moved` on; empty where it does not depend on it. Parents come before their
  // nodes.
  std::vector<std::vector<double>> values(root - moved + std::size_t{1});
  values[0] = {numbers_there.begin(), numbers_there.end()};
  const auto depends = [&](std::uint32_t node) {
    return node >= moved && !values[node - moved].empty();
  };
  for (std::uint32_t node = moved + 1; node <= root; ++node) {
    const TracedNode& traced = log.nodes[node];
    std::vector<std::span<const double>> x;
    bool does = false;
    for (const std::uint32_t parent : traced.parents) {
      does = does || depends(parent);
      x.push_back(depends(parent) ? values[parent - moved] : state.value(parent));
    }
    if (!does) continue;
    values[node - moved] =
        traced.is_tensor ? tensor_of(log, traced, x) : std::vector{result_of(traced, x)};
  }
  return std::move(values.back());
}

}  // namespace holo
