// tensors_backward.cpp: what each node of a backward sends to its parents: their gradients before
// and after.
#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "tensor/on_host.h"
#include "tensor/storage.h"
#include "trace/numbers.h"
#include "trace/tensors.h"

namespace holo {

// The root has the first turn, and has sent its gradient.
void TensorTrace::begin_backward(const Node& root) {
  if (newest_.get() != nullptr) find(*newest_.get(), false);
  find_changed_parameters(&root);
  pass_ = root.reached_by;
  if (!writer_.has_scope()) see_older_leaves(root);
  Known* const known = writer_.has_room(4, 4 * run_size_of(root)) ? find(root, false) : nullptr;
  if (known == nullptr) return;
  saw_gradient(root, *known, see(root, root.grad, known->whole));
  tell(Kind::backward, *known, *known->seen);
}

// A graph may be older than the log, which does not know its leaves.
void TensorTrace::see_older_leaves(const Node& root) {
  older_leaves_.clear();
  std::unordered_set<const Node*> reached;
  std::vector<const Node*> waiting;
  const auto reach_parents = [&](const Node& node) {
    for (int i = 0; i < node.parent_count; ++i) {
      const Node& parent = node.parent(i);
      if (!parent.requires_grad || !reached.insert(&parent).second) continue;
      if (parent.backward != nullptr) {
        waiting.push_back(&parent);
      } else if (&node != &root && !known_.contains(parent.id)) {
        older_leaves_[parent.id] = see(parent, parent.grad, false);
      }
    }
  };
  reach_parents(root);
  while (!waiting.empty()) {
    const Node& node = *waiting.back();
    waiting.pop_back();
    reach_parents(node);
  }
}

// The gradient of a parent before a node has sent its part, or nothing when that is not known.
std::optional<TensorTrace::Seen> TensorTrace::gradient_before(const Node& node,
                                                              const Known& known) const {
  const auto zeros = [&] { return see(node, nullptr, known.whole); };
  if (node.backward != nullptr) {  // a backward begins without the gradients of inner nodes
    return known.pass == pass_ && known.seen ? *known.seen : zeros();
  }
  if (!known.seen) {
    const auto older = older_leaves_.find(node.id);
    return older == older_leaves_.end() ? std::nullopt : std::optional(older->second);
  }
  const Parameter& parameter = parameters_.at(known.index);
  const Storage& now = *node.grad_storage;
  const bool is_same = parameter.grad != nullptr && parameter.grad->data == now.data;
  if (is_same && parameter.version == now.version) return known.seen;
  // Since then the gradient was dropped, and the node has written it anew.
  const bool is_first = !is_same || now.version == parameter.version + 1;
  if (is_first && now.changed_by == std::string_view("backward")) return zeros();
  return std::nullopt;
}

// The parents that the node has sent a part to, once each, and their gradients before. The log gets
// those that it has otherwise.
std::vector<TensorTrace::Sent> TensorTrace::find_sent(const Node& node) {
  std::vector<Sent> sent;
  for (int i = 0; i < node.parent_count; ++i) {
    const Node& parent = node.parent(i);
    const auto is_it = [&parent](const Sent& other) { return other.parent == &parent; };
    if (!parent.requires_grad || parent.grad == nullptr ||
        std::any_of(sent.begin(), sent.end(), is_it)) {
      continue;
    }
    Known* const known = find(parent, false);
    if (known == nullptr) continue;
    if (known->pass != pass_ && is_inner(*known) && !writer_.has_scope()) {
      known->grad = see(parent, nullptr, known->whole).bits;  // by the beginning of the backward
    }
    sent.push_back({&parent, gradient_before(parent, *known)});
    const std::optional<Seen>& before = sent.back().before;
    if (before && before->bits != known->grad) tell(Kind::set_grad, *known, *before);
  }
  return sent;
}

// A gradient that is not known before is written down as it is now.
void TensorTrace::tell_sent(const Node& node, const Sent& sent) {
  const Node& parent = *sent.parent;
  if (!writer_.has_room(4, 3 * run_size_of(node) + 2 * run_size_of(parent))) return;
  const Known& from = *find(node, false);
  Known& to = known_.at(parent.id);
  Seen after = see(parent, parent.grad, to.whole);
  if (sent.before) {
    std::vector<double> runs = sent.before->run;
    runs.insert(runs.end(), after.run.begin(), after.run.end());
    const std::vector<std::uint32_t>& parents = writer_.log().nodes[from.index].parents;
    const auto place = std::find(parents.begin(), parents.end(), to.index);
    TraceEvent& event = writer_.add_event(Kind::contribution, from.index, runs, 2);
    event.parent = to.index;
    if (place != parents.end()) event.edge = static_cast<std::uint32_t>(place - parents.begin());
    to.grad = after.bits;
  } else {
    tell(Kind::set_grad, to, after);
  }
  saw_gradient(parent, to, std::move(after));
}

void TensorTrace::on_backward(const Node& node) {
  after_backward_ = true;
  if (node.reached_by != pass_) begin_backward(node);
  const auto found = known_.find(node.id);
  const bool is_made = found != known_.end() && is_inner(found->second);
  if (is_made || !writer_.has_scope()) {
    if (writer_.has_scope()) find(node);
    for (const Sent& sent : find_sent(node)) tell_sent(node, sent);
    return;
  }
  for (int i = 0; i < node.parent_count; ++i) {
    const Node& parent = node.parent(i);
    const auto known = known_.find(parent.id);
    if (!parent.requires_grad || known == known_.end()) continue;
    saw_gradient(parent, known->second, see(parent, parent.grad, known->second.whole));
  }
}

}  // namespace holo
