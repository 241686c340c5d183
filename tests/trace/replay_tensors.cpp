// replay_tensors.cpp: an op runs on leaves with the numbers of its parents; its backward begins
// with the gradient of the node, and the leaves have the gradients that the parents had before.
#include "trace/replay_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "backend/backend.h"
#include "holo/creation.h"
#include "trace/formula.h"
#include "trace/pass.h"

namespace holo {
namespace {

// A NaN has no sign in a file.
bool same_number(real a, real b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

Shape shape_of(const TracedNode& node) { return Shape(std::span(node.shape)); }

}  // namespace

TensorReplay::TensorReplay(const TraceLog& log, LogReplay& replay)
    : log_(log),
      replay_(replay),
      data_(log.nodes.size()),
      grad_(log.nodes.size()),
      done_(log.nodes.size()) {}

TensorReplay::Numbers TensorReplay::numbers(const TraceEvent& event, int run) const {
  Numbers numbers;
  for (const double x : log_.run(event, run)) numbers.push_back(static_cast<real>(x));
  return numbers;
}

void TensorReplay::compare(const char* what, const Numbers& computed, const TraceEvent& event,
                           int run) {
  const Numbers logged = numbers(event, run);
  for (std::size_t i = 0; i < logged.size() && replay_.difference.empty(); ++i) {
    if (same_number(computed[i], logged[i])) continue;
    replay_.difference = fmt::format("event {}, {} {}: {}[{}] of {}, computed {}",
                                     &event - log_.events.data(), log_.nodes[event.node].op,
                                     log_.name(event.node), what, i, logged[i], computed[i]);
  }
}

void TensorReplay::step(const TraceEvent& event) {
  const std::uint32_t node = event.node;
  switch (event.kind) {
    case TraceEvent::Kind::leaf:
    case TraceEvent::Kind::set_data:
      data_[node] = numbers(event, 0);
      break;
    case TraceEvent::Kind::set_grad: {
      grad_[node] = numbers(event, 0);
      const auto is_zero = [](real x) { return same_number(x, 0); };
      if (std::all_of(grad_[node]->begin(), grad_[node]->end(), is_zero)) grad_[node].reset();
      break;
    }
    case TraceEvent::Kind::forward:
      forward(event);
      break;
    case TraceEvent::Kind::backward:
      for (const std::uint32_t inner : inner_nodes(log_, node)) grad_[inner].reset();
      grad_[node] = numbers(event, 0);
      sender_ = TraceEvent::none;
      break;
    case TraceEvent::Kind::clear_grad:  // of Values alone
      break;
    case TraceEvent::Kind::contribution:
      send(event);
      break;
  }
}

void TensorReplay::forward(const TraceEvent& event) {
  const TracedNode& node = log_.nodes[event.node];
  data_[event.node] = numbers(event, 0);
  const std::vector<std::uint32_t>& parents = node.parents;
  const bool known = log_.whole(event.node) && !parents.empty() &&
                     std::all_of(parents.begin(), parents.end(),
                                 [this](std::uint32_t parent) { return is_known(parent); });
  if (!known) {
    ++replay_.left_out;
    return;
  }
  Done& done = done_[event.node];
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto first = std::find(parents.begin(), parents.end(), parents[i]) - parents.begin();
    if (static_cast<std::size_t>(first) < i) {
      done.x.push_back(done.x[static_cast<std::size_t>(first)]);
      continue;
    }
    const TracedNode& parent = log_.nodes[parents[i]];
    done.x.push_back(from_values(shape_of(parent), std::span<const real>(*data_[parents[i]])));
    done.x.back().set_requires_grad(parent.requires_grad && node.requires_grad);
  }
  OpCall call = op_call(log_, event.node);
  call.x = done.x;
  done.y = tensor_op(call);
  if (done.y.shape() != shape_of(node)) {
    replay_.difference =
        fmt::format("{} {}: the shape {}, computed {}", node.op, log_.name(event.node),
                    shape_of(node).to_string(), done.y.shape().to_string());
    return;
  }
  compare("the value", done.y.to_vector(), event, 0);
  ++replay_.values;
}

// Every parent gets what the node sends it.
bool TensorReplay::run_backward(std::uint32_t node) {
  const Done& done = done_[node];
  if (!done.y.defined() || !done.y.requires_grad() || !grad_[node]) return false;
  for (std::size_t i = 0; i < done.x.size(); ++i) {
    const Tensor& x = done.x[i];
    const std::optional<Numbers>& before = grad_[log_.nodes[node].parents[i]];
    x.node().drop_gradient();
    if (!x.requires_grad() || !before) continue;
    x.backend().upload(x.node().gradient().data, before->data(), before->size() * sizeof(real));
  }
  const Tensor seed = from_values(done.y.shape(), std::span<const real>(*grad_[node]));
  done.y.backward(seed, true);
  return true;
}

void TensorReplay::send(const TraceEvent& event) {
  if (sender_ != event.node) sent_ = run_backward(event.node);
  sender_ = event.node;
  const std::uint32_t parent = event.parent;
  const bool whole = log_.whole(parent);
  if (whole) {
    compare("the gradient before",
            grad_[parent].value_or(Numbers(static_cast<std::size_t>(event.size))), event, 0);
  }
  const Tensor sent = sent_ ? done_[event.node].x[event.edge].grad() : Tensor();
  if (sent.defined()) {
    compare("the gradient after", sent.to_vector(), event, 1);
    ++replay_.contributions;
  } else {
    ++replay_.left_out;
  }
  grad_[parent] = numbers(event, 1);
}

}  // namespace holo
