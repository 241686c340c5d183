// replay.cpp: each event of the log, in their order, for one of the two engines. An op of Tensors
// runs on leaves with the numbers of its parents; its backward begins with the gradient of the
// node, and the leaves have the gradients that the parents had before.
#include "trace/replay.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "base/bit_cast.h"
#include "holo/creation.h"
#include "holo/tensor.h"
#include "trace/formula.h"
#include "trace/pass.h"

namespace holo {
namespace {

// The scalar engine once more, from the numbers of a log.
class ValueReplay {
 public:
  /// Both outlive it.
  ValueReplay(const TraceLog& log, LogReplay& replay);

  /// REQUIRES: each event of a Value is given, in their order.
  void step(const TraceEvent& event);

 private:
  void forward(const TraceEvent& event);
  void send(const TraceEvent& event);
  void compare(const char* what, double computed, const TraceEvent& event, int run);

  const TraceLog& log_;
  LogReplay& replay_;
  std::vector<double> data_, grad_;         // by node
  std::vector<std::vector<double>> local_;  // the derivatives for its parents, when it was made
};

// The ops of Tensors once more, each by itself, forward and backward.
class TensorReplay {
 public:
  /// Both outlive it.
  TensorReplay(const TraceLog& log, LogReplay& replay);

  /// REQUIRES: each event of a Tensor is given, in their order.
  void step(const TraceEvent& event);

 private:
  using Numbers = std::vector<real>;
  // An op that has run: its result, and a leaf for each parent, the same for the same parent.
  struct Done {
    Tensor y;
    std::vector<Tensor> x;
  };
  bool is_known(std::uint32_t node) const { return log_.whole(node) && data_[node].has_value(); }
  void forward(const TraceEvent& event);
  void send(const TraceEvent& event);
  bool run_backward(std::uint32_t node);
  Numbers numbers(const TraceEvent& event, int run) const;
  void compare(const char* what, const Numbers& computed, const TraceEvent& event, int run);

  const TraceLog& log_;
  LogReplay& replay_;
  // By node. A gradient that nothing has arrived at is none: the first contribution to it is not
  // added to 0, which keeps the sign of a 0.
  std::vector<std::optional<Numbers>> data_, grad_;
  std::vector<Done> done_;
  std::uint32_t sender_ = TraceEvent::none;  // whose backward has run last ...
  bool sent_ = false;                        // ... and could be computed
};

// A NaN has no sign in a file.
bool same_value(double a, double b) {
  return bit_cast<std::uint64_t>(a) == bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

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

// A NaN has no sign in a file.
bool same_number(real a, real b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

Shape shape_of(const TracedNode& node) { return Shape(std::span(node.shape)); }

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

}  // namespace

LogReplay replay(const TraceLog& log) {
  LogReplay result;
  ValueReplay values(log, result);
  TensorReplay tensors(log, result);
  for (const TraceEvent& event : log.events) {
    log.nodes[event.node].is_tensor ? tensors.step(event) : values.step(event);
    if (!result.difference.empty()) break;
  }
  return result;
}

}  // namespace holo
