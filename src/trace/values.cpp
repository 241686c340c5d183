// values.cpp: what a user or an optimizer changes is written down at once, or before the next
// node where it is changed through a span.
#include "trace/values.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace holo {
namespace {

// Bit by bit: a NaN is equal to itself, and -0 is not 0.
bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

ValueTrace::ValueTrace(TraceWriter& writer) : writer_(writer), tape_(&Tape::current()) {
  tape_->set_observer(this);
}

ValueTrace::~ValueTrace() {
  if (tape_ == nullptr) return;
  find_all_changes(*tape_);
  tape_->set_observer(nullptr);
}

void ValueTrace::on_destroy(const Tape& tape) {
  find_all_changes(tape);
  tape_ = nullptr;
}

void ValueTrace::on_rewind(const Tape&, std::size_t node_count) {
  if (node_count < known_.size()) known_.resize(node_count);
}

void ValueTrace::on_label(const Tape& tape, std::size_t node) {
  if (node >= known_.size() || known_[node].index == TraceEvent::none) return;
  writer_.log().nodes[known_[node].index].label = tape.view(node).label;
}

void ValueTrace::tell(TraceEvent::Kind kind, std::uint32_t index, double number) {
  writer_.add_event(kind, index, {&number, 1});
}

ValueTrace::Known& ValueTrace::add(const Tape& tape, std::size_t node, TraceEvent::Kind kind,
                                   std::vector<std::uint32_t> parents) {
  const Tape::View view = tape.view(node);
  TracedNode traced{.number = node,
                    .is_tensor = false,
                    .requires_grad = true,
                    .op = op_name(view.op),
                    .label = std::string(view.label),
                    .shape = {},
                    .parents = std::move(parents),
                    .made_by = 0,
                    .options = {}};
  if (const Tape::Constant* const c = tape.constant_of(node)) {
    traced.has_constant = c->first ? TracedNode::Constant::first : TracedNode::Constant::second;
    traced.constant = c->value;
  }
  if (known_.size() <= node) known_.resize(node + 1);
  known_[node] = {writer_.add_node(std::move(traced), kind, {&view.data, 1}), view.data, 0};
  return known_[node];
}

// A node that the log has not seen is older than it: a leaf there.
ValueTrace::Known& ValueTrace::known(const Tape& tape, std::size_t node) {
  if (node >= known_.size() || known_[node].index == TraceEvent::none) {
    add(tape, node, TraceEvent::Kind::leaf, {});
  }
  return known_[node];
}

// What the user has changed in a node that the log has.
void ValueTrace::find_changes(const Tape& tape, std::size_t node) {
  const Tape::View now = tape.view(node);
  find_changes(node, now.data, now.grad);
}

void ValueTrace::find_changes(std::size_t node, double data, double grad,
                              TraceEvent::Kind grad_kind) {
  Known& in_log = known_[node];
  if (!same(in_log.data, data)) {
    tell(TraceEvent::Kind::set_data, in_log.index, data);
    in_log.data = data;
  }
  if (!same(in_log.grad, grad)) {
    tell(grad_kind, in_log.index, grad);
    in_log.grad = grad;
  }
}

void ValueTrace::find_changes_of(const Tape& tape, std::size_t first, std::size_t end) {
  for (std::size_t node = first; node < std::min(end, known_.size()); ++node) {
    if (known_[node].index != TraceEvent::none && writer_.has_room(2, 2)) find_changes(tape, node);
  }
}

void ValueTrace::find_all_changes(const Tape& tape) {
  try {
    find_changes_of(tape, 0, known_.size());
  } catch (...) {  // no memory: the log ends before the last changes
  }
}

void ValueTrace::on_change(const Tape& tape, std::size_t first, std::size_t end) {
  find_changes_of(tape, first, end);
  changing_first_ = std::min(changing_first_, first);
  changing_end_ = std::max(changing_end_, end);
}

void ValueTrace::on_forward(const Tape& tape, std::size_t node) {
  find_changes_of(tape, std::exchange(changing_first_, SIZE_MAX), std::exchange(changing_end_, 0));
  if (!writer_.in_scope()) return;
  const Tape::View view = tape.view(node);
  std::vector<std::uint32_t> parents;
  for (const std::uint32_t parent : view.parents) {
    if (!writer_.has_room(3, 3)) return;
    parents.push_back(known(tape, parent).index);
    find_changes(tape, parent);
  }
  if (!writer_.has_room(1, 1)) return;
  add(tape, node, view.op == Op::leaf ? TraceEvent::Kind::leaf : TraceEvent::Kind::forward,
      std::move(parents));
}

// True when the log has the op that made the node: it is neither older nor in another scope.
bool ValueTrace::is_inner(std::size_t node) const {
  return node < known_.size() && known_[node].index != TraceEvent::none &&
         writer_.log().nodes[known_[node].index].is_inner();
}

// The tape has set the gradients of all inner nodes to 0. The event of the root says
// that of those that it depends on in the log; of the others each has an event.
void ValueTrace::begin_grads(const Tape& tape, std::size_t root, double before) {
  std::vector<bool> reached(root + 1, false);
  reached[root] = true;
  for (std::size_t node = root + 1; node-- > 0;) {
    if (!reached[node] || !is_inner(node)) continue;
    for (const std::uint32_t parent : tape.view(node).parents) reached[parent] = true;
  }
  for (std::size_t node = 0; node < known_.size() && writer_.has_room(2, 2); ++node) {
    Known& in_log = known_[node];
    if (in_log.index == TraceEvent::none) continue;
    if (node <= root && reached[node] && is_inner(node)) in_log.grad = 0;
    const Tape::View now = tape.view(node);
    const bool is_cleared = now.op != Op::leaf;
    find_changes(node, now.data, node == root ? before : now.grad,
                 is_cleared ? TraceEvent::Kind::clear_grad : TraceEvent::Kind::set_grad);
  }
}

void ValueTrace::on_backward_begin(const Tape& tape, std::size_t root, double before) {
  begin_grads(tape, root, before);
  if (!writer_.has_room(4, 4)) return;
  Known& from = known(tape, root);
  const Tape::View now = tape.view(root);
  find_changes(root, now.data, before);
  from.grad = now.grad;
  tell(TraceEvent::Kind::backward, from.index, from.grad);
}

// A node in a scope may have got a part of its gradient from outside.
void ValueTrace::on_backward(const Tape& tape, std::size_t node, std::size_t edge, double before) {
  if (writer_.has_scope() && !is_inner(node)) return;
  if (!writer_.has_room(5, 8)) return;
  const Tape::View view = tape.view(node);
  const std::uint32_t p = view.parents[edge];
  const std::uint32_t from = known(tape, node).index;
  const bool older = writer_.log().nodes[from].parents.empty();
  if (!same(known_[node].grad, view.grad)) {
    tell(TraceEvent::Kind::set_grad, from, view.grad);
    known_[node].grad = view.grad;
  }
  Known& to = known(tape, p);
  if (!same(to.grad, before)) tell(TraceEvent::Kind::set_grad, to.index, before);
  const double after = tape.view(p).grad;
  const double numbers[4] = {view.locals[edge], view.grad, before, after};
  TraceEvent& event = writer_.add_event(TraceEvent::Kind::contribution, from, numbers, 4);
  event.parent = to.index;
  if (!older) event.edge = static_cast<std::uint32_t>(edge);
  to.grad = after;
}

}  // namespace holo
