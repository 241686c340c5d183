// tensors_backward.cpp: what each node of a backward sends to its parents: their gradients before
// and after.
#include <algorithm>
#include <utility>

#include "tensor/on_host.h"
#include "trace/numbers.h"
#include "trace/tensors.h"

namespace holo {

void TensorTrace::on_backward_begin(const Node& node) {
  before_.clear();
  if (node.reached_by != last_backward_) {  // the root has the first turn
    last_backward_ = node.reached_by;
    inputs_.clear();  // of ops that have failed
    Known* const root = writer_.has_room(4, 4 * run_size_of(node)) ? find(node, true) : nullptr;
    if (root != nullptr) tell(Kind::backward, *root, on_host(node, node.grad));
  }
  const auto in_log = known_.find(node.id);
  const bool is_made = in_log != known_.end() && is_inner(in_log->second);
  if (writer_.has_scope() && is_made) find(node);
  for (int i = 0; i < node.parent_count && (is_made || !writer_.has_scope()); ++i) {
    const Node& parent = node.parent(i);
    const auto is_it = [&parent](const Before& other) { return other.parent == &parent; };
    if (!parent.requires_grad || std::any_of(before_.begin(), before_.end(), is_it)) continue;
    if (const Known* const known = find(parent)) {
      before_.push_back({&parent, run(on_host(parent, parent.grad), known->whole)});
    }
  }
  if (before != nullptr) before->on_backward_begin(node);
}

// A parent that the node has twice is told of twice, after the backward has run.
void TensorTrace::on_backward(const Node& node, const Node& parent) {
  const auto is_it = [&parent](const Before& other) { return other.parent == &parent; };
  const auto found = std::find_if(before_.begin(), before_.end(), is_it);
  if (found != before_.end() && parent.grad != nullptr &&
      writer_.has_room(4, 3 * run_size_of(node) + 2 * run_size_of(parent))) {
    const Known* const from = find(node);
    Known& to = known_.at(parent.id);
    const std::vector<real> grad = on_host(parent, parent.grad);
    std::vector<double> runs = std::move(found->run);
    const std::vector<double> after = run(grad, to.whole);
    runs.insert(runs.end(), after.begin(), after.end());
    const std::vector<std::uint32_t>& parents = writer_.log().nodes[from->index].parents;
    const auto place = std::find(parents.begin(), parents.end(), to.index);
    TraceEvent& event = writer_.add_event(Kind::contribution, from->index, runs, 2);
    event.parent = to.index;
    if (place != parents.end()) event.edge = static_cast<std::uint32_t>(place - parents.begin());
    to.grad = bits_of(grad);
    before_.erase(found);
  }
  if (before != nullptr) before->on_backward(node, parent);
}

}  // namespace holo
