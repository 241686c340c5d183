// tensors.cpp: records a thread's ops on Tensors, the gradients that each node of a backward pass
// sends to its parents, and numbers that the program has changed.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>

#include "base/hash.h"
#include "holo/trace_log.h"
#include "tensor/record.h"
#include "tensor/storage.h"
#include "trace/writer.h"

namespace holo {

namespace {

// ---- the numbers of a tensor, or a summary if it is large ----

// The size of a run for a tensor with `numel` numbers: `numel`, or the size of a summary.
std::size_t run_size(std::size_t numel, std::size_t whole_up_to) {
  return numel <= std::max(whole_up_to, TraceSummary::size) ? numel : TraceSummary::size;
}

// A run: the numbers themselves, or a TraceSummary of them.
std::vector<double> run_of(std::span<const real> numbers, std::size_t whole_up_to) {
  if (run_size(numbers.size(), whole_up_to) == numbers.size()) {
    return {numbers.begin(), numbers.end()};
  }
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  double minimum = nan, maximum = nan, total = 0, finite = 0, nans = 0, infinities = 0;
  for (const real number : numbers) {
    const double x = number;
    if (std::isnan(x)) {
      ++nans;
    } else if (std::isinf(x)) {
      ++infinities;
    } else {
      minimum = finite == 0 || x < minimum ? x : minimum;
      maximum = finite == 0 || x > maximum ? x : maximum;
      total += x;
      ++finite;
    }
  }
  std::vector<double> run = {minimum, maximum, total / finite, nans, infinities};
  const std::span<const real> first = numbers.first(TraceSummary::shown);
  const std::span<const real> last = numbers.last(TraceSummary::shown);
  run.insert(run.end(), first.begin(), first.end());
  run.insert(run.end(), last.begin(), last.end());
  return run;
}

// A hash that shows whether any bit of the numbers has changed.
std::uint64_t bits_of(std::span<const real> numbers) {
  Fnv1a hash;
  hash.add({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  return hash.value();
}

// ---- forward ----

// Removes the indices from the options, because they live only until the op's call ends.
std::span<const Index> taken_indices(OpOptions& options) {
  auto* const rows = std::get_if<op_options::Rows>(&options);
  auto* const loss = std::get_if<op_options::CrossEntropy>(&options);
  if (rows != nullptr) return std::exchange(rows->index, {});
  return loss != nullptr ? std::exchange(loss->target, {}) : std::span<const Index>();
}

std::string label_of(const Node& node) { return node.label == nullptr ? "" : *node.label; }

}  // namespace

TensorTrace::TensorTrace(TraceWriter& writer) : writer_(writer) {}

TensorTrace::~TensorTrace() {
  try {
    find_changed_parameters(nullptr);
    if (newest_.get() != nullptr) find(*newest_.get(), false);
  } catch (...) {  // out of memory: the log ends before the last changes
  }
}

void TensorTrace::Release::operator()(Storage* storage) const { storage->release(); }

std::size_t TensorTrace::run_size_of(const Node& node) const {
  return run_size(static_cast<std::size_t>(node.numel()), writer_.options().whole_up_to);
}

TensorTrace::Seen TensorTrace::see(const Node& node, const real* numbers) const {
  const std::vector<real> all = on_host(node, numbers);
  return {run_of(all, writer_.options().whole_up_to), bits_of(all)};
}

TensorTrace::Known& TensorTrace::add(const Node& node, Kind kind,
                                     std::vector<std::uint32_t> parents, OpOptions options) {
  TracedNode traced{.number = node.id,
                    .is_tensor = true,
                    .requires_grad = node.requires_grad,
                    .op = node.op,
                    .label = label_of(node),
                    .shape = {},
                    .parents = std::move(parents),
                    .made_by = 0,
                    .options = options};
  for (int d = 0; d < node.shape.ndim(); ++d) traced.shape.push_back(node.shape[d]);
  const Seen data = see(node, node.data);
  Known known;
  known.index = writer_.add_node(std::move(traced), kind, data.run);
  known.data = data.bits;
  known.grad = see(node, nullptr).bits;
  return known_.insert_or_assign(node.id, std::move(known)).first->second;
}

void TensorTrace::tell(Kind kind, Known& known, const Seen& numbers) {
  writer_.add_event(kind, known.index, numbers.run);
  (kind == Kind::set_data ? known.data : known.grad) = numbers.bits;
}

void TensorTrace::saw_gradient(const Node& node, Known& known, Seen gradient) {
  known.seen = std::move(gradient);
  known.pass = pass_;
  const auto found = parameters_.find(known.index);
  if (found == parameters_.end()) return;
  Parameter& parameter = found->second;
  parameter.grad.reset(node.grad == nullptr ? nullptr : node.grad_storage->share());
  parameter.version = node.grad == nullptr ? 0 : node.grad_storage->version;
}

// Between two backward passes an inner node has no gradient to compare.
void TensorTrace::find_changes(const Node& node, Known& known, bool with_gradient) {
  const Seen data = see(node, node.data);
  if (data.bits != known.data) tell(Kind::set_data, known, data);
  if (!with_gradient || is_inner(known)) return;
  saw_gradient(node, known, see(node, node.grad));
  if (known.seen->bits != known.grad) tell(Kind::set_grad, known, *known.seen);
}

// Finds a node that is used, or returns null if the log has ended. A node that the log has not seen
// is a user's leaf or older than the log, and becomes a leaf. The result of an op under NoGrad may
// become a leaf that requires a gradient; then the log has the node twice.
TensorTrace::Known* TensorTrace::find(const Node& node, bool with_gradient) {
  if (!writer_.has_room(3, 3 * run_size_of(node))) return nullptr;
  const auto found = known_.find(node.id);
  const auto traced = [&]() -> TracedNode& { return writer_.log().nodes[found->second.index]; };
  const bool is_new = found == known_.end() ||
                      (node.requires_grad && !traced().requires_grad && !traced().parents.empty());
  Known& known = is_new ? add(node, Kind::leaf, {}, {}) : found->second;
  TracedNode& in_log = writer_.log().nodes[known.index];
  in_log.label = label_of(node);
  if (in_log.parents.empty()) in_log.requires_grad = node.requires_grad;
  if (node.requires_grad && node.backward == nullptr && !node.freed) {
    parameters_[known.index].node = NodeRef(const_cast<Node*>(&node));
  }
  find_changes(node, known, with_gradient);
  return &known;
}

// Skips the gradients of the root's parents, because the root has just added to them.
void TensorTrace::find_changed_parameters(const Node* root) {
  const auto is_sent = [root](const Node& node) {
    for (int i = 0; root != nullptr && i < root->parent_count; ++i) {
      if (&root->parent(i) == &node) return true;
    }
    return false;
  };
  for (const bool with_gradient : {false, true}) {
    for (const auto& [index, parameter] : parameters_) {
      const Node& node = *parameter.node.get();
      find(node, with_gradient && !is_sent(node));
    }
  }
}

void TensorTrace::on_op(const Node& node, const OpOptions& options) {
  if (newest_.get() != nullptr) find(*newest_.get(), false);
  if (std::exchange(after_backward_, false)) find_changed_parameters(nullptr);
  std::vector<std::uint32_t> inputs;
  for (int i = 0; i < node.parent_count; ++i) {
    if (const Known* const input = find(node.parent(i))) inputs.push_back(input->index);
  }
  if (!writer_.has_room(1, run_size_of(node))) return;
  OpOptions kept = options;
  const std::span<const Index> indices = taken_indices(kept);
  const Known& known = add(node, Kind::forward, std::move(inputs), kept);
  newest_ = NodeRef(const_cast<Node*>(&node));
  TracedNode& traced = writer_.log().nodes[known.index];
  if (indices.size() <= writer_.options().whole_up_to) {
    traced.indices.assign(indices.begin(), indices.end());
  }
  if (const auto* const power = std::get_if<op_options::Power>(&options)) {
    traced.has_constant = TracedNode::Constant::second;
    traced.constant = power->exponent;
  }
}

// ---- backward ----

// Begins a pass when its first node, the root, has sent its gradient.
void TensorTrace::begin_backward(const Node& root) {
  if (newest_.get() != nullptr) find(*newest_.get(), false);
  find_changed_parameters(&root);
  pass_ = root.reached_by;
  see_older_leaves(root);
  Known* const known = writer_.has_room(4, 4 * run_size_of(root)) ? find(root, false) : nullptr;
  if (known == nullptr) return;
  saw_gradient(root, *known, see(root, root.grad));
  tell(Kind::backward, *known, *known->seen);
}

// Remembers the gradients of leaves that the log does not know, because the graph is older.
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
        older_leaves_[parent.id] = see(parent, parent.grad);
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

// A parent's gradient before a node has added its contribution; nothing if it is not known.
std::optional<TensorTrace::Seen> TensorTrace::gradient_before(const Node& node,
                                                              const Known& known) const {
  const auto zeros = [&] { return see(node, nullptr); };
  if (node.backward != nullptr) {  // a pass begins by clearing inner gradients
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
  // The gradient has been dropped since, and this contribution is the first of a new gradient.
  const bool is_first = !is_same || now.version == parameter.version + 1;
  if (is_first && now.changed_by == std::string_view("backward")) return zeros();
  return std::nullopt;
}

// The parents to which the node has sent a contribution, once each, and their gradients before it.
// If the log has a different gradient, it gets a set_grad event.
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
    if (known->pass != pass_ && is_inner(*known)) {
      known->grad = see(parent, nullptr).bits;  // cleared when the pass began
    }
    sent.push_back({&parent, gradient_before(parent, *known)});
    const std::optional<Seen>& before = sent.back().before;
    if (before && before->bits != known->grad) tell(Kind::set_grad, *known, *before);
  }
  return sent;
}

// Writes the contribution, or only the gradient after it if the one before it is not known.
void TensorTrace::tell_sent(const Node& node, const Sent& sent) {
  const Node& parent = *sent.parent;
  if (!writer_.has_room(4, 3 * run_size_of(node) + 2 * run_size_of(parent))) return;
  const Known& from = *find(node, false);
  Known& to = known_.at(parent.id);
  Seen after = see(parent, parent.grad);
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
  for (const Sent& sent : find_sent(node)) tell_sent(node, sent);
}

}  // namespace holo
