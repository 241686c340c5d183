// optimizer.cpp: the step of an optimizer, and the flat arrays that it goes over. The formulas are
// in the kernels, src/ops/optimizer_plain.cpp.
#include "holo/optimizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "holo/creation.h"
#include "tensor/record.h"
#include "tensor/storage.h"
#include "train/optim_check.h"

namespace holo {
namespace {

// Parameters begin at multiples of 64 bytes. The numbers between two of them stay 0.
Index room_for(Index numel) {
  constexpr Index unit = 64 / sizeof(real);
  return checked_mul("optimizer", (numel + unit - 1) / unit, unit);
}

// A tensor on a part of the numbers of `flat`.
Tensor part_of(const Tensor& flat, Index from, const Shape& shape, const std::string& label) {
  NodeRef ref = NodeRef::to_new();
  Node& node = *ref.get();
  node.op = "part";
  node.shape = shape;
  node.backend = &flat.backend();
  node.storage = Storage::part_of(flat.node().storage, flat.node().data + from);
  node.data = node.storage->data;
  return Tensor(std::move(ref)).set_label(label);
}

}  // namespace

Optimizer::Optimizer(OptimizerNames names, std::vector<ParameterGroup> groups, double learning_rate,
                     double weight_decay, std::vector<std::string> states, GradientBound bound)
    : names_(names), bound_(bound), learning_rate_(learning_rate), state_names_(std::move(states)) {
  check_number(name(), "learning rate", learning_rate);
  for (const ParameterGroup& group : groups) {
    const double decay = group.weight_decay.value_or(weight_decay);
    check_number(name(), "weight decay", decay);
    check_number(name(), "learning rate factor", group.learning_rate_factor);
    for (const Tensor& parameter : group.parameters) add(parameter, group, decay);
  }
  if (parameters_.empty()) throw Error(name(), "no parameters", "at least one");
  const ParameterInfo& last = infos_.back();
  const Shape all{last.from + last.size};
  const Device device = parameters_[0].device();
  numbers_ = zeros(all, device);
  gradients_ = zeros(all, device);
  for (std::size_t k = 0; k < state_names_.size(); ++k) states_.push_back(zeros(all, device));
  for (std::size_t i = 0; i < parameters_.size(); ++i) move_parameter(i);
}

void Optimizer::step() {
  find_runs();
  check_gradients();
  for (const Run& run : runs_) update(numbers_.backend(), run);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Node& node = parameters_[i].node();
    if (node.grad == nullptr) continue;
    ++infos_[i].steps;
    ++node.storage->version;
    node.storage->changed_by = names_.step;
  }
}

void Optimizer::find_runs() {
  runs_.clear();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Node& node = parameters_[i].node();
    const ParameterInfo& info = infos_[i];
    if (node.data != numbers_.data() + info.from) {
      throw Error(name(), parameter_name(parameters_[i], i) + ", which has moved",
                  "parameters where this optimizer has put them",
                  "use the optimizer that was made last, after Module::to(device)");
    }
    if (node.grad == nullptr) continue;
    Run run{.size = info.size,
            .parameters = node.data,
            .gradients = gradients_.data() + info.from,
            .state = {},
            .learning_rate = learning_rate_ * info.learning_rate_factor,
            .weight_decay = info.weight_decay,
            .step = info.steps + 1};
    for (std::size_t k = 0; k < states_.size(); ++k) {
      run.state[k] = states_[k].node().data + info.from;
    }
    Run* const before = runs_.empty() ? nullptr : &runs_.back();
    if (before != nullptr && before->parameters + before->size == run.parameters &&
        before->learning_rate == run.learning_rate && before->weight_decay == run.weight_decay &&
        before->step == run.step) {
      before->size += run.size;
    } else {
      runs_.push_back(run);
    }
  }
}

void Optimizer::check_gradients() const {
  Backend& backend = numbers_.backend();
  for (const Run& run : runs_) {
    bool within = backend.all_within(run.gradients, run.size, bound_.largest);
    if (bound_.with_decay && run.weight_decay != 0) {
      const double largest =
          std::min<double>(bound_.largest / run.weight_decay, std::numeric_limits<real>::max());
      within = within && backend.all_within(run.parameters, run.size, static_cast<real>(largest));
    }
    if (within) continue;
    throw_not_finite(
        names_.step, parameters_, bound_.largest,
        bound_.with_decay ? "a gradient or a parameter times its weight decay" : "a gradient");
  }
}

// Checks a parameter and gives it its info.
void Optimizer::add(const Tensor& parameter, const ParameterGroup& group, double weight_decay) {
  const std::string which = parameter_name(parameter, parameters_.size());
  const Node& node = parameter.node();
  for (const Tensor& other : parameters_) {
    if (&other.node() != &node) continue;
    throw Error(name(), which + ", given before", "each parameter once",
                "Module::parameters(), which lists a shared one once");
  }
  if (node.parent_count > 0 || node.freed) {
    throw Error(name(), fmt::format("{}, the result of {}", which, node.op),
                "a leaf: a tensor that no op made", "detach()");
  }
  if (node.storage->references.count() > 1) {
    throw Error(name(), which + ", which shares its numbers with another tensor",
                "numbers of its own, since they move",
                "make the optimizer before reshape() or detach() of a parameter");
  }
  if (!parameters_.empty() && node.backend != &parameters_[0].backend()) {
    throw Error(name(), fmt::format("{} on {}", which, node.backend->name()),
                fmt::format("all parameters on {}", parameters_[0].backend().name()),
                "Module::to(device)");
  }
  const Index from = infos_.empty() ? 0 : infos_.back().from + infos_.back().size;
  const Index size = room_for(parameter.numel());
  checked_add("optimizer", from, size);
  infos_.push_back({from, size, group.learning_rate_factor, weight_decay, 0});
  parameters_.push_back(parameter);
}

// Into the flat memory, with its gradient.
void Optimizer::move_parameter(std::size_t i) {
  Node& node = parameters_[i].node();
  const Index from = infos_[i].from;
  Storage* const data = Storage::part_of(numbers_.node().storage, numbers_.node().data + from);
  data->version = node.storage->version;
  node.backend->copy(data->data, node.data, node.numel());
  node.storage->release();
  node.storage = data;
  node.data = data->data;

  Storage* const grad = Storage::part_of(gradients_.node().storage, gradients_.node().data + from);
  if (node.grad != nullptr) node.backend->copy(grad->data, node.grad, node.numel());
  if (node.grad_storage != nullptr) node.grad_storage->release();
  node.grad_storage = grad;
  node.grad = node.grad == nullptr ? nullptr : grad->data;
  node.grad_pinned = true;
}

void Optimizer::zero_grad() {
  for (Tensor& parameter : parameters_) parameter.zero_grad();
}

void Optimizer::set_learning_rate(double learning_rate) {
  check_number(name(), "learning rate", learning_rate);
  learning_rate_ = learning_rate;
}

const Optimizer::ParameterInfo& Optimizer::info(std::size_t i) const {
  if (i < infos_.size()) return infos_[i];
  throw UsageError(name(), fmt::format("parameter {}", i),
                   fmt::format("0 to {}", infos_.size() - 1));
}

std::vector<Tensor> Optimizer::state(std::size_t i) const {
  const Index from = info(i).from;
  std::vector<Tensor> parts;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    parts.push_back(part_of(states_[k], from, parameters_[i].shape(), state_names_[k]));
  }
  return parts;
}

void Optimizer::set_step_count(std::size_t i, Index steps) {
  if (steps < 0 || steps > Index{1} << 62) {  // the next ones are counted
    throw UsageError(name(), fmt::format("{} steps", steps), "0 to 2^62");
  }
  info(i);  // is there, or this throws
  infos_[i].steps = steps;
}

}  // namespace holo
