// replay.cpp: each event of the log, computed from the state before it. An op of Tensors runs on
// leaves with the numbers of its parents; its backward begins with the gradient of the node, and
// the leaves have the gradients that the parents had before.
#include "trace/logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "holo/creation.h"
#include "holo/tensor.h"
#include "trace/formula.h"

namespace holo {
namespace {

using Numbers = std::vector<double>;

// A NaN has no sign in a file.
bool same_number(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

Numbers numbers_of(const Tensor& x) {
  const std::vector<real> numbers = x.to_vector();
  return {numbers.begin(), numbers.end()};
}

Tensor tensor_of(const TracedNode& node, std::span<const double> numbers) {
  const std::vector<real> rounded(numbers.begin(), numbers.end());
  return from_values(Shape(std::span(node.shape)), std::span<const real>(rounded));
}

class Replay {
 public:
  explicit Replay(const TraceLog& log)
      : log_(log), state_(log), locals_(log.nodes.size()), done_(log.nodes.size()) {}

  LogReplay run() {
    for (const TraceEvent& event : log_.events) {
      const TracedNode& node = log_.nodes[event.node];
      if (event.kind == TraceEvent::Kind::forward) {
        node.is_tensor ? forward_of_tensor(event) : forward_of_value(event);
      } else if (event.kind == TraceEvent::Kind::contribution) {
        node.is_tensor ? send_of_tensor(event) : send_of_value(event);
      } else if (event.kind == TraceEvent::Kind::backward) {
        sender_ = TraceEvent::none;
        const double had = node.is_inner() ? 0 : grad_of(event.node)[0];
        if (!node.is_tensor) compare("the gradient", {had + 1}, event, 0);
      }
      if (!result_.difference.empty()) break;
      state_.step();
    }
    return result_;
  }

 private:
  // An op of Tensors that has run: its result, and a leaf for each parent, the same for the same
  // parent.
  struct Done {
    Tensor y;
    std::vector<Tensor> x;
  };

  Numbers grad_of(std::uint32_t node) const {
    const std::span<const double> grad = state_.grad(node);
    if (grad.empty()) return Numbers(static_cast<std::size_t>(log_.numel(node)));
    return {grad.begin(), grad.end()};
  }

  void compare(const char* what, const Numbers& computed, const TraceEvent& event, int run) {
    const std::span<const double> logged = log_.run(event, run);
    for (std::size_t i = 0; i < logged.size() && result_.difference.empty(); ++i) {
      if (same_number(computed[i], logged[i])) continue;
      result_.difference = fmt::format("event {}, {} {}: {}[{}] of {}, computed {}",
                                       state_.position(), log_.nodes[event.node].op,
                                       log_.name(event.node), what, i, logged[i], computed[i]);
    }
  }

  void forward_of_value(const TraceEvent& event) {
    const TracedNode& node = log_.nodes[event.node];
    const Tape tape;  // that no Trace observes
    std::vector<Value> x;
    for (const std::uint32_t parent : node.parents) x.emplace_back(state_.value(parent)[0]);
    const Value y = value_op(node.op, with_constant(node, std::move(x), Value(node.constant)));
    compare("the value", {y.data()}, event, 0);
    const std::span<const double> locals = tape.view(tape.checked(y)).locals;
    const bool skips_first = node.has_constant == TracedNode::Constant::first;
    locals_[event.node] = {locals.begin() + (skips_first ? 1 : 0), locals.end()};
    ++result_.values;
  }

  void send_of_value(const TraceEvent& event) {
    // Of a node older than the log nothing but its number is known.
    const Numbers& locals = locals_[event.node];
    const double local = locals.empty() ? log_.run(event, 0)[0] : locals[event.edge];
    const double grad = grad_of(event.node)[0], before = grad_of(event.parent)[0];
    compare("the local derivative", {local}, event, 0);
    compare("the gradient of the node", {grad}, event, 1);
    compare("the gradient before", {before}, event, 2);
    compare("the gradient after", {before + local * grad}, event, 3);
    ++result_.contributions;
  }

  void forward_of_tensor(const TraceEvent& event) {
    const TracedNode& node = log_.nodes[event.node];
    const std::vector<std::uint32_t>& parents = node.parents;
    const auto is_whole = [this](std::uint32_t each) { return log_.whole(each); };
    if (!is_whole(event.node) || parents.empty() ||
        !std::all_of(parents.begin(), parents.end(), is_whole)) {
      ++result_.left_out;
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
      done.x.push_back(tensor_of(parent, state_.value(parents[i])));
      done.x.back().set_requires_grad(parent.requires_grad && node.requires_grad);
    }
    OpCall call = op_call(log_, event.node);
    call.x = done.x;
    done.y = tensor_op(call);
    const Shape shape(std::span(node.shape));
    if (done.y.shape() != shape) {
      result_.difference =
          fmt::format("{} {}: the shape {}, computed {}", node.op, log_.name(event.node),
                      shape.to_string(), done.y.shape().to_string());
      return;
    }
    compare("the value", numbers_of(done.y), event, 0);
    ++result_.values;
  }

  // Every parent gets what the node sends it. The first contribution is not added to 0, which keeps
  // the sign of a 0.
  bool run_backward(std::uint32_t node) {
    const Done& done = done_[node];
    if (!done.y.defined() || !done.y.requires_grad() || !state_.has_grad(node)) return false;
    const auto is_zero = [](double x) { return same_number(x, 0); };
    for (std::size_t i = 0; i < done.x.size(); ++i) {
      const Tensor& x = done.x[i];
      x.node().drop_gradient();
      const std::span<const double> before = state_.grad(log_.nodes[node].parents[i]);
      if (!x.requires_grad() || std::all_of(before.begin(), before.end(), is_zero)) continue;
      const std::vector<real> numbers(before.begin(), before.end());
      x.backend().upload(x.node().gradient().data, numbers.data(), numbers.size() * sizeof(real));
    }
    done.y.backward(tensor_of(log_.nodes[node], state_.grad(node)), true);
    return true;
  }

  void send_of_tensor(const TraceEvent& event) {
    if (sender_ != event.node) sent_ = run_backward(event.node);
    sender_ = event.node;
    if (log_.whole(event.parent)) compare("the gradient before", grad_of(event.parent), event, 0);
    const Tensor sent = sent_ ? done_[event.node].x[event.edge].grad() : Tensor();
    if (!sent.defined()) {
      ++result_.left_out;
      return;
    }
    compare("the gradient after", numbers_of(sent), event, 1);
    ++result_.contributions;
  }

  const TraceLog& log_;
  LogReplay result_;
  TraceState state_;
  std::vector<Numbers> locals_;  // by node: the derivatives for its parents, when it was made
  std::vector<Done> done_;       // by node
  std::uint32_t sender_ = TraceEvent::none;  // whose backward has run last ...
  bool sent_ = false;                        // ... and could be computed
};

}  // namespace

LogReplay replay(const TraceLog& log) { return Replay(log).run(); }

}  // namespace holo
