// replay_values.cpp: each op once more on a tape of its own, gradients by sums of products.
#include "trace/replay_values.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/bit_cast.h"
#include "trace/formula.h"
#include "trace/pass.h"

namespace holo {
namespace {

// A NaN has no sign in a file.
bool same_value(double a, double b) {
  return bit_cast<std::uint64_t>(a) == bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

}  // namespace

ValueReplay::ValueReplay(const TraceLog& log, LogReplay& replay)
    : log_(log),
      replay_(replay),
      data_(log.nodes.size()),
      grad_(log.nodes.size()),
      local_(log.nodes.size()) {}

void ValueReplay::compare(const char* what, double computed, const TraceEvent& event, int run) {
  const double logged = log_.run(event, run)[0];
  if (same_value(computed, logged) || !replay_.difference.empty()) return;
  replay_.difference =
      fmt::format("event {}, {} {}: {} of {}, computed {}", &event - log_.events.data(),
                  log_.nodes[event.node].op, log_.name(event.node), what, logged, computed);
}

void ValueReplay::step(const TraceEvent& event) {
  const std::uint32_t node = event.node;
  switch (event.kind) {
    case TraceEvent::Kind::leaf:
    case TraceEvent::Kind::set_data:
      data_[node] = log_.run(event)[0];
      break;
    case TraceEvent::Kind::set_grad:
    case TraceEvent::Kind::clear_grad:
      grad_[node] = log_.run(event)[0];
      break;
    case TraceEvent::Kind::forward:
      forward(event);
      break;
    case TraceEvent::Kind::backward:
      for (const std::uint32_t inner : inner_nodes(log_, node)) grad_[inner] = 0;
      grad_[node] += 1;
      compare("the gradient", grad_[node], event, 0);
      break;
    case TraceEvent::Kind::contribution:
      send(event);
      break;
  }
}

void ValueReplay::forward(const TraceEvent& event) {
  const TracedNode& node = log_.nodes[event.node];
  const Tape tape;  // that no Trace observes
  std::vector<Value> x;
  for (const std::uint32_t parent : node.parents) x.emplace_back(data_[parent]);
  const Value y = value_op(node.op, with_constant(node, std::move(x), Value(node.constant)));
  compare("the value", y.data(), event, 0);
  const std::span<const double> locals = tape.view(tape.checked(y)).locals;
  data_[event.node] = y.data();
  local_[event.node] = {locals.begin(), locals.end()};
  if (node.has_constant == TracedNode::Constant::first) {
    local_[event.node].erase(local_[event.node].begin());
  }
  ++replay_.values;
}

void ValueReplay::send(const TraceEvent& event) {
  // Of a node older than the log nothing but its number is known.
  const std::vector<double>& locals = local_[event.node];
  const double local = locals.empty() ? log_.run(event, 0)[0] : locals[event.edge];
  compare("the local derivative", local, event, 0);
  compare("the gradient of the node", grad_[event.node], event, 1);
  compare("the gradient before", grad_[event.parent], event, 2);
  grad_[event.parent] += local * grad_[event.node];
  compare("the gradient after", grad_[event.parent], event, 3);
  ++replay_.contributions;
}

}  // namespace holo
