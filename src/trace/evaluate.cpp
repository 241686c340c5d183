// evaluate.cpp: the ops that depend on the node that moved are computed again.
#include "trace/evaluate.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "holo/check.h"
#include "holo/creation.h"
#include "tensor/record.h"
#include "trace/pass.h"
#include "trace/tensor_op.h"
#include "trace/value_op.h"

namespace holo {
namespace {

double result_of(const TracedNode& node, const std::vector<std::span<const double>>& x) {
  std::vector<Value> operands;
  for (const std::span<const double> numbers : x) operands.emplace_back(numbers[0]);
  return value_op(node.op, with_constant(node, std::move(operands), Value(node.constant))).data();
}

std::vector<double> tensor_of(const TraceLog& log, const TracedNode& node,
                              const std::vector<std::span<const double>>& x) {
  const Unrecorded ops;  // of `check`, not of the program
  std::vector<Tensor> operands;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint32_t parent = node.parents[i];
    if (x[i].size() != log.numel(parent)) {
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

// Only what a gradient flows through moves: a node that was made under NoGrad is a constant.
std::vector<double> evaluate_with(const TraceLog& log, const TraceState& state, std::uint32_t root,
                                  std::uint32_t moved, std::span<const double> numbers_there) {
  const Tape tape;  // of the Values that are computed here, which no Trace observes
  std::vector<std::uint32_t> inner = inner_nodes(log, root);
  std::sort(inner.begin(), inner.end());                          // parents come before their nodes
  std::unordered_map<std::uint32_t, std::vector<double>> values;  // of the nodes that move
  values[moved] = {numbers_there.begin(), numbers_there.end()};
  for (const std::uint32_t node : inner) {
    if (node <= moved) continue;
    const TracedNode& traced = log.nodes[node];
    std::vector<std::span<const double>> x;
    bool moves = false;
    for (const std::uint32_t parent : traced.parents) {
      const auto found = values.find(parent);
      moves = moves || found != values.end();
      x.push_back(found != values.end() ? std::span<const double>(found->second)
                                        : state.value(parent));
    }
    if (!moves) continue;
    values[node] = traced.is_tensor ? tensor_of(log, traced, x) : std::vector{result_of(traced, x)};
  }
  const auto found = values.find(root);
  if (found != values.end()) return std::move(found->second);
  const std::span<const double> as_it_was = state.value(root);
  return {as_it_was.begin(), as_it_was.end()};
}

}  // namespace holo
