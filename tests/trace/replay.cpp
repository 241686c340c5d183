// replay.cpp: computes each event of a log from the state before it.
#include "trace/logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "holo/creation.h"
#include "holo/tensor.h"
#include "trace/formula.h"

namespace holo {
namespace {

std::vector<double> value_again(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  const Tape tape;  // that no Trace observes
  std::vector<Value> x;
  for (const std::uint32_t parent : traced.parents) x.emplace_back(state.value(parent)[0]);
  return {value_op(traced.op, with_constant(traced, std::move(x), Value(traced.constant))).data()};
}

std::vector<double> tensor_again(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  std::vector<Tensor> x;
  for (const std::uint32_t parent : log.nodes[node].parents) {
    const std::vector<real> numbers(state.value(parent).begin(), state.value(parent).end());
    const Shape shape(std::span(log.nodes[parent].shape));
    x.push_back(from_values(shape, std::span<const real>(numbers)));
  }
  OpCall call = op_call(log, node);
  call.x = x;
  const Tensor y = tensor_op(call);
  REQUIRE(y.shape() == Shape(std::span(log.nodes[node].shape)));
  const std::vector<real> numbers = y.to_vector();
  return {numbers.begin(), numbers.end()};
}

bool same(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::memcmp(&x, &y, sizeof x) == 0 || (std::isnan(x) && std::isnan(y));
  });
}

std::vector<double> grad_of(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const std::span<const double> grad = state.grad(node);
  if (grad.empty()) return std::vector<double>(static_cast<std::size_t>(log.numel(node)));
  return {grad.begin(), grad.end()};
}

}  // namespace

std::string replay(const TraceLog& log) {
  TraceState state(log);
  for (const TraceEvent& event : log.events) {
    const TracedNode& node = log.nodes[event.node];
    bool follows = true;
    if (event.kind == TraceEvent::Kind::forward) {
      follows = same(log.run(event), node.is_tensor ? tensor_again(log, state, event.node)
                                                    : value_again(log, state, event.node));
    } else if (event.kind == TraceEvent::Kind::contribution) {
      follows = same(log.run(event, node.is_tensor ? 0 : 2), grad_of(log, state, event.parent));
      if (!node.is_tensor) {
        const double local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
        const double after = log.run(event, 2)[0] + local * upstream;
        follows = follows && same(log.run(event, 1), grad_of(log, state, event.node)) &&
                  same(log.run(event, 3), {&after, 1});
      }
    }
    if (!follows) return fmt::format("event {}, {}", state.position(), log.name(event.node));
    state.step();
  }
  return "";
}

}  // namespace holo
