// tensors.cpp: a change in place is written down at once. What nobody tells of, as a write
// through an address, is found at the next use of the tensor or at the end of the log.
#include "trace/tensors.h"

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tensor/on_host.h"
#include "trace/numbers.h"

namespace holo {
namespace {

// Takes the indices out of the options: they end with the op.
std::span<const Index> taken_indices(OpOptions& options) {
  auto* const rows = std::get_if<op_options::Rows>(&options);
  auto* const gather = std::get_if<op_options::Gather>(&options);
  auto* const loss = std::get_if<op_options::CrossEntropy>(&options);
  if (rows != nullptr) return std::exchange(rows->index, {});
  if (gather != nullptr) return std::exchange(gather->index, {});
  return loss != nullptr ? std::exchange(loss->target, {}) : std::span<const Index>();
}

}  // namespace

TensorTrace::TensorTrace(TraceWriter& writer) : writer_(writer) { add_observer(*this); }

TensorTrace::~TensorTrace() {
  remove_observer(*this);
  try {
    for (const auto& [index, parameter] : parameters_) find(*parameter.get());
  } catch (...) {  // no memory: the log ends before the last changes
  }
}

std::size_t TensorTrace::run_size_of(const Node& node) const {
  const auto known = known_.find(node.id);
  if (known != known_.end() && known->second.whole) return static_cast<std::size_t>(node.numel());
  return run_size(static_cast<std::size_t>(node.numel()), writer_.options().whole_up_to);
}

std::vector<double> TensorTrace::run(const std::vector<real>& numbers, bool whole) const {
  return run_of(numbers, whole ? numbers.size() : writer_.options().whole_up_to);
}

// The logits of a loss, which have just been made: instead of their summary the log gets all of
// them, and then their gradient before and after.
void TensorTrace::keep_whole(const Node& node) {
  const auto known = known_.find(node.id);
  const auto numel = static_cast<std::size_t>(node.numel());
  if (known == known_.end() || known->second.whole || run_size_of(node) == numel ||
      3 * numel > writer_.options().whole_for_losses - for_losses_) {
    return;
  }
  const std::uint32_t index = known->second.index;
  if (!writer_.replace_numbers(index, run(on_host(node, node.data), true))) return;
  known->second.whole = true;
  for_losses_ += 3 * numel;
}

TensorTrace::Known& TensorTrace::add(const Node& node, Kind kind,
                                     std::vector<std::uint32_t> parents, OpOptions options) {
  TracedNode traced{.number = node.id,
                    .is_tensor = true,
                    .requires_grad = node.requires_grad,
                    .op = node.op,
                    .label = node.label == nullptr ? "" : *node.label,
                    .shape = {},
                    .parents = std::move(parents),
                    .made_by = 0,
                    .options = options};
  for (int d = 0; d < node.shape.ndim(); ++d) traced.shape.push_back(node.shape[d]);
  const std::vector<real> data = on_host(node, node.data), zeros = on_host(node, nullptr);
  const std::vector<double> numbers = run(data, false);
  Known known{writer_.add_node(std::move(traced), kind, numbers), bits_of(data), bits_of(zeros)};
  return known_.insert_or_assign(node.id, std::move(known)).first->second;
}

void TensorTrace::tell(Kind kind, Known& known, const std::vector<real>& numbers) {
  writer_.add_event(kind, known.index, run(numbers, known.whole));
  (kind == Kind::set_data ? known.data : known.grad) = bits_of(numbers);
}

// An inner node has no gradient of its own between two backwards, and a backward gives its root
// one. In a scope it may have got a part of it from outside.
void TensorTrace::find_changes(const Node& node, Known& known, bool is_root) {
  const std::vector<real> data = on_host(node, node.data);
  if (bits_of(data) != known.data) tell(Kind::set_data, known, data);
  if (is_root || (is_inner(known) && !writer_.has_scope())) return;
  const std::vector<real> grad = on_host(node, node.grad);
  if (bits_of(grad) != known.grad) tell(Kind::set_grad, known, grad);
}

// A node that is used, or null when the log has ended. One that the log has not seen is a leaf of
// the user or older than the log, which has it as a leaf. The result of an op under NoGrad may
// become a leaf that requires a gradient: then the log has it twice.
TensorTrace::Known* TensorTrace::find(const Node& node, bool is_root) {
  if (!writer_.has_room(3, 3 * run_size_of(node))) return nullptr;
  const auto found = known_.find(node.id);
  const auto traced = [&]() -> TracedNode& { return writer_.log().nodes[found->second.index]; };
  const bool is_new = found == known_.end() ||
                      (node.requires_grad && !traced().requires_grad && !traced().parents.empty());
  Known& known = is_new ? add(node, Kind::leaf, {}, {}) : found->second;
  TracedNode& in_log = writer_.log().nodes[known.index];
  if (in_log.parents.empty()) in_log.requires_grad = node.requires_grad;
  if (node.requires_grad && node.backward == nullptr && !node.freed) {
    parameters_.insert_or_assign(known.index, NodeRef(const_cast<Node*>(&node)));
  }
  find_changes(node, known, is_root);
  return &known;
}

void TensorTrace::on_inputs(const Node& node, std::span<const Node* const> inputs) {
  if (writer_.in_scope()) {
    std::vector<std::uint32_t>& indices = inputs_[node.id];
    for (const Node* const input : inputs) {
      if (const Known* const known = find(*input)) indices.push_back(known->index);
      if (node.op == std::string_view("cross_entropy")) keep_whole(*input);
    }
  }
  if (before != nullptr) before->on_inputs(node, inputs);
}

void TensorTrace::on_forward(const Node& node, const OpOptions& options) {
  auto inputs = inputs_.extract(node.id);
  if (writer_.in_scope() && writer_.has_room(1, run_size_of(node))) {
    OpOptions kept = options;
    const std::span<const Index> indices = taken_indices(kept);
    const Known& known =
        add(node, Kind::forward,
            inputs.empty() ? std::vector<std::uint32_t>() : std::move(inputs.mapped()), kept);
    TracedNode& traced = writer_.log().nodes[known.index];
    if (indices.size() <= writer_.options().whole_up_to) {
      traced.indices.assign(indices.begin(), indices.end());
    }
    if (const auto* const power = std::get_if<op_options::Power>(&options)) {
      traced.has_constant = TracedNode::Constant::second;
      traced.constant = power->exponent;
    }
  }
  if (before != nullptr) before->on_forward(node, options);
}

// Its numbers may be those of a parameter, or the gradient of one: detach() and grad() share them.
void TensorTrace::on_change(const Node& node) {
  if (known_.contains(node.id)) find(node);
  for (const auto& [index, parameter] : parameters_) {
    const Node& other = *parameter.get();
    const bool shares = other.storage == node.storage || other.grad_storage == node.storage;
    if (shares && other.id != node.id) find(other);
  }
  if (before != nullptr) before->on_change(node);
}

void TensorTrace::on_label(const Node& node) {
  const auto found = known_.find(node.id);
  if (found != known_.end()) {
    writer_.log().nodes[found->second.index].label = node.label == nullptr ? "" : *node.label;
  }
  if (before != nullptr) before->on_label(node);
}

}  // namespace holo
