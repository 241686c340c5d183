// values.cpp: records a thread's Values. Before a node and before a backward pass it records the
// changes that the user or an optimizer has made.
#include "trace/writer.h"

#include <cstring>
#include <string>
#include <utility>

#include "holo/value.h"

namespace holo {
namespace {

thread_local ValueTrace* of_this_thread = nullptr;

// Compares bit by bit: a NaN equals itself, and -0 is not 0.
bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

ValueTrace::ValueTrace(TraceWriter& writer) : writer_(writer), tape_(&Tape::current()) {
  tape_->watch(watch);
  of_this_thread = this;
}

ValueTrace::~ValueTrace() {
  of_this_thread = nullptr;
  if (tape_ == nullptr) return;
  tape_->watch(nullptr);
  try {
    find_all_changes(*tape_);
  } catch (...) {  // out of memory: the log ends before the last changes
  }
}

void ValueTrace::watch(const Tape& tape, TapeEvent event, NodeId node,
                       const std::span<const Value>* order) {
  if (of_this_thread == nullptr || &tape != of_this_thread->tape_) return;
  switch (event) {
    case TapeEvent::node:
      return of_this_thread->on_node(tape, node.index());
    case TapeEvent::label:
      return of_this_thread->on_label(tape, node);
    case TapeEvent::backward:
      return of_this_thread->on_backward(tape, node.index(), order);
    case TapeEvent::end:
      of_this_thread->tape_ = nullptr;
  }
}

// ---- what the log knows ----

bool ValueTrace::knows(std::size_t node) const {
  return node < known_.size() && known_[node].index != TraceEvent::none;
}

// True if the log has the op that made the node. False for older nodes.
bool ValueTrace::is_inner(std::size_t node) const {
  return knows(node) && writer_.log().nodes[known_[node].index].is_inner();
}

ValueTrace::Known& ValueTrace::add(const Tape& tape, std::size_t node, TraceEvent::Kind kind,
                                   std::vector<std::uint32_t> parents) {
  const TapeView view = tape.view(node);
  TracedNode traced{.number = node,
                    .is_tensor = false,
                    .requires_grad = true,
                    .op = op_name(view.op),
                    .label = std::string(view.label),
                    .shape = {},
                    .parents = std::move(parents),
                    .made_by = 0,
                    .options = {}};
  if (view.constant != nullptr) {
    traced.has_constant =
        view.constant->is_first ? TracedNode::Constant::first : TracedNode::Constant::second;
    traced.constant = view.constant->value;
  }
  if (known_.size() <= node) known_.resize(node + 1);
  known_[node] = {writer_.add_node(std::move(traced), kind, {&view.data, 1}), view.data, 0};
  return known_[node];
}

// If the log has not seen the node, it is older than the log and becomes a leaf.
ValueTrace::Known& ValueTrace::known(const Tape& tape, std::size_t node) {
  if (!knows(node)) add(tape, node, TraceEvent::Kind::leaf, {});
  return known_[node];
}

// ---- what has changed ----

void ValueTrace::tell(TraceEvent::Kind kind, std::uint32_t index, double number) {
  writer_.add_event(kind, index, {&number, 1});
}

void ValueTrace::tell_grad(TraceEvent::Kind kind, Known& node, double grad) {
  if (same(node.grad, grad)) return;
  tell(kind, node.index, grad);
  node.grad = grad;
}

// REQUIRES: the log has the node.
void ValueTrace::find_changes(const Tape& tape, std::size_t node) {
  const TapeView now = tape.view(node);
  Known& in_log = known_[node];
  if (!same(in_log.data, now.data)) {
    tell(TraceEvent::Kind::set_data, in_log.index, now.data);
    in_log.data = now.data;
  }
  tell_grad(TraceEvent::Kind::set_grad, in_log, now.grad);
}

void ValueTrace::find_all_changes(const Tape& tape) {
  if (known_.size() > tape.node_count()) known_.resize(tape.node_count());
  for (std::size_t node = 0; node < known_.size(); ++node) {
    if (knows(node) && writer_.has_room(2, 2)) find_changes(tape, node);
  }
}

// ---- forward ----

void ValueTrace::on_node(const Tape& tape, std::size_t node) {
  if (node < known_.size()) known_.resize(node);  // a Scope has ended
  if (std::exchange(after_backward_, false)) find_all_changes(tape);
  const TapeView view = tape.view(node);
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

void ValueTrace::on_label(const Tape& tape, NodeId node) {
  if (knows(node.index())) writer_.log().nodes[known_[node.index()].index].label = tape.label(node);
}

// ---- backward: computed before the tape does it, with a separate list of gradients ----

void ValueTrace::on_backward(const Tape& tape, std::size_t root,
                             const std::span<const Value>* order) {
  after_backward_ = true;
  find_all_changes(tape);
  clear_inner_grads(tape, root);
  if (!writer_.has_room(4, 4)) return;
  Known& from = known(tape, root);
  if (tape.view(root).op == Op::leaf) find_changes(tape, root);
  Pass pass{std::vector<double>(root + 1), std::vector<bool>(root + 1)};
  for (std::size_t node = 0; node <= root; ++node) {
    const TapeView view = tape.view(node);
    if (view.op == Op::leaf) pass.grads[node] = view.grad;
  }
  pass.reached[root] = true;
  from.grad = pass.grads[root] += 1;
  tell(TraceEvent::Kind::backward, from.index, from.grad);
  if (order != nullptr) {
    for (const Value node : *order) send(tape, node.index(), pass);
  } else {
    for (std::size_t node = root + 1; node-- > 0;) send(tape, node, pass);
  }
}

// The tape sets the gradients of all inner nodes to 0. For nodes on which the root depends in the
// log, the root's event implies this; every other node gets its own event.
void ValueTrace::clear_inner_grads(const Tape& tape, std::size_t root) {
  std::vector<bool> reached(root + 1, false);
  reached[root] = true;
  for (std::size_t node = root + 1; node-- > 0;) {
    if (!reached[node] || !is_inner(node)) continue;
    for (const std::uint32_t parent : tape.view(node).parents) reached[parent] = true;
  }
  for (std::size_t node = 0; node < known_.size() && writer_.has_room(1, 1); ++node) {
    if (!knows(node) || tape.view(node).op == Op::leaf) continue;
    if (node <= root && reached[node] && is_inner(node)) {
      known_[node].grad = 0;
    } else {
      tell_grad(TraceEvent::Kind::clear_grad, known_[node], 0);
    }
  }
}

// A leaf older than the log may already have a gradient. Then the log gets a set_grad event first.
void ValueTrace::send(const Tape& tape, std::size_t node, Pass& pass) {
  if (node >= pass.reached.size() || !pass.reached[node]) return;
  std::vector<double>& grads = pass.grads;
  const double grad = grads[node];
  const TapeView view = tape.view(node);
  for (std::size_t edge = 0; edge < view.parents.size(); ++edge) {
    const std::uint32_t parent = view.parents[edge];
    pass.reached[parent] = true;
    const double before = grads[parent];
    grads[parent] += view.locals[edge] * grad;
    if (!writer_.has_room(4, 7)) return;
    const std::uint32_t from = known(tape, node).index;
    const bool is_older = writer_.log().nodes[from].parents.empty();
    const std::uint32_t to = known(tape, parent).index;
    tell_grad(TraceEvent::Kind::set_grad, known_[parent], before);
    const double numbers[4] = {view.locals[edge], grad, before, grads[parent]};
    TraceEvent& event = writer_.add_event(TraceEvent::Kind::contribution, from, numbers, 4);
    event.parent = to;
    if (!is_older) event.edge = static_cast<std::uint32_t>(edge);
    known_[parent].grad = grads[parent];
  }
}

}  // namespace holo
