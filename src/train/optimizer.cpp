// optimizer.cpp: an optimizer's step over its flat arrays, its state, for checkpoints, and the norm
// of all gradients. The formulas are in src/ops/optimizer_plain.cpp.
#include "holo/optimizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holo/creation.h"
#include "nn/checks.h"
#include "tensor/record.h"
#include "tensor/storage.h"

namespace holo {
namespace {

// Parameters begin at multiples of 64 bytes. The numbers between two parameters stay 0.
Index room_for(Index numel) {
  constexpr Index unit = 64 / sizeof(real);
  return checked_mul("optimizer", (numel + unit - 1) / unit, unit);
}

// If no gradient exceeds this bound, Adam's averages of g and g^2 stay finite.
const real largest_gradient = std::sqrt(std::numeric_limits<real>::max()) / 4;

// The hint for errors about a loss or a gradient that is not finite.
constexpr const char* not_finite_hint =
    "a smaller learning rate, clip_grad_norm() before step(), or an AnomalyMode, which finds the "
    "op";

// "parameter 3" for the fourth parameter, followed by its label in parentheses if it has one.
std::string parameter_name(const Tensor& parameter, std::size_t i) {
  const std::string label = parameter.label();
  return label.empty() ? fmt::format("parameter {}", i)
                       : fmt::format("parameter {} ({})", i, label);
}

// Throws an error that names the first gradient element that is not finite or is beyond the bound.
// If there is no such element, the error is about the norm of all gradients.
[[noreturn]] void throw_not_finite(const std::string& where, std::span<const Tensor> parameters,
                                   real bound) {
  const std::string expected =
      bound < std::numeric_limits<real>::max()
          ? fmt::format("finite gradients of at most {:.1e}, to keep finite averages", bound)
          : "finite gradients";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Node& node = parameters[i].node();
    if (node.grad == nullptr) continue;
    const std::vector<real> gradient = on_host(node, node.grad);
    const auto bad = std::find_if(gradient.begin(), gradient.end(),
                                  [=](real x) { return !(std::abs(x) <= bound); });
    if (bad == gradient.end()) continue;
    throw Error(where,
                fmt::format("the gradient of {} {} is {} at element {}; nothing was changed",
                            parameter_name(parameters[i], i), node.shape.to_string(), *bad,
                            bad - gradient.begin()),
                expected, not_finite_hint);
  }
  throw Error(where, "the norm of all gradients is too large; nothing was changed", expected,
              not_finite_hint);
}

}  // namespace

Optimizer::Optimizer(const char* name, const char* step_name, std::vector<ParameterGroup> groups,
                     double learning_rate, double weight_decay, std::vector<std::string> states,
                     bool decay_in_state)
    : name_(name),
      step_name_(step_name),
      learning_rate_(checked_number(name, "learning rate", learning_rate)),
      state_names_(std::move(states)),
      decay_in_state_(decay_in_state) {
  for (const ParameterGroup& group : groups) {
    const double decay =
        checked_number(name, "weight decay", group.weight_decay.value_or(weight_decay));
    for (const Tensor& parameter : group.parameters) add(parameter, decay);
  }
  if (parameters_.empty()) throw Error(name, "no parameters", "at least one");
  const Shape all{infos_.back().from + infos_.back().size};
  const Device device = parameters_[0].device();
  numbers_ = zeros(all, device);
  gradients_ = zeros(all, device);
  for (std::size_t k = 0; k < state_names_.size(); ++k) states_.push_back(zeros(all, device));
  for (std::size_t i = 0; i < parameters_.size(); ++i) move_parameter(i);
}

void Optimizer::step() {
  Backend& backend = numbers_.backend();
  const std::vector<Run> runs = find_runs();
  for (const Run& run : runs) {
    if (!backend.all_within(run.gradients, run.size, largest_gradient)) {
      throw_not_finite(step_name_, parameters_, largest_gradient);
    }
    if (decay_in_state_ && run.weight_decay != 0) check_decay(backend, run);
  }
  for (const Run& run : runs) update(backend, run);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Node& node = parameters_[i].node();
    if (node.grad == nullptr) continue;
    ++infos_[i].steps;
    ++node.storage->version;
    node.storage->changed_by = step_name_;
  }
}

void Optimizer::check_decay(Backend& backend, const Run& run) const {
  const double largest = static_cast<double>(largest_gradient) / run.weight_decay;
  const double most = static_cast<double>(std::numeric_limits<real>::max());
  if (backend.all_within(run.parameters, run.size, static_cast<real>(std::min(largest, most)))) {
    return;
  }
  throw Error(step_name_, "a parameter times its weight decay is too large; nothing was changed",
              fmt::format("at most {:.1e}, to keep finite averages", largest_gradient),
              not_finite_hint);
}

std::vector<Optimizer::Run> Optimizer::find_runs() const {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Node& node = parameters_[i].node();
    const auto& [from, size, weight_decay, steps] = infos_[i];
    if (node.data != numbers_.data() + from) {
      throw Error(name_, parameter_name(parameters_[i], i) + ", which has moved",
                  "parameters where this optimizer has put them",
                  "use the optimizer that was made last, after Module::to(device)");
    }
    if (node.grad == nullptr) continue;
    Run run{size, node.data, gradients_.data() + from, {}, weight_decay, steps + 1};
    for (std::size_t k = 0; k < states_.size(); ++k) run.state[k] = states_[k].node().data + from;
    Run* const before = runs.empty() ? nullptr : &runs.back();
    if (before != nullptr && before->parameters + before->size == run.parameters &&
        before->weight_decay == run.weight_decay && before->step == run.step) {
      before->size += run.size;
    } else {
      runs.push_back(run);
    }
  }
  return runs;
}

// Checks a parameter and assigns its offset in the flat arrays.
void Optimizer::add(const Tensor& parameter, double weight_decay) {
  const auto which = [&] { return parameter_name(parameter, parameters_.size()); };
  const Node& node = parameter.node();
  for (const Tensor& other : parameters_) {
    if (&other.node() != &node) continue;
    throw Error(name_, which() + ", given before", "each parameter once",
                "Module::parameters(), which lists a shared one once");
  }
  if (node.parent_count > 0 || node.freed) {
    throw Error(name_, fmt::format("{}, the result of {}", which(), node.op),
                "a leaf: a tensor that no op made",
                "Tensor p = y.detach() * 1, a copy without a graph");
  }
  if (node.storage->references.count() > 1) {
    throw Error(name_, which() + ", which shares its numbers with another tensor",
                "numbers of its own, since they move",
                "make the optimizer before reshape() or detach() of a parameter");
  }
  if (!parameters_.empty() && node.backend != &parameters_[0].backend()) {
    throw Error(name_, fmt::format("{} on {}", which(), node.backend->name()),
                fmt::format("all parameters on {}", parameters_[0].backend().name()),
                "Module::to(device)");
  }
  const Index from = infos_.empty() ? 0 : infos_.back().from + infos_.back().size;
  const Index size = room_for(parameter.numel());
  checked_add("optimizer", from, size);
  infos_.push_back({from, size, weight_decay, 0});
  parameters_.push_back(parameter);
}

// Moves a parameter and its gradient into the flat arrays.
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
  learning_rate_ = checked_number(name_, "learning rate", learning_rate);
}

// ---- the state, for checkpoints ----

const Optimizer::ParameterInfo& Optimizer::info(std::size_t i) const {
  if (i < infos_.size()) return infos_[i];
  throw UsageError(name_, fmt::format("parameter {}", i),
                   fmt::format("0 to {}", infos_.size() - 1));
}

std::vector<Tensor> Optimizer::state(std::size_t i) const {
  const Index from = info(i).from;
  std::vector<Tensor> parts;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    const Node& all = states_[k].node();
    Storage* const part = Storage::part_of(all.storage, all.data + from);
    parts.push_back(constant("part", parameters_[i].shape(), *part).set_label(state_names_[k]));
    part->release();
  }
  return parts;
}

void Optimizer::set_step_count(std::size_t i, Index steps) {
  if (steps < 0 || steps > Index{1} << 62) {  // so that further steps cannot overflow the count
    throw UsageError(name_, fmt::format("{} steps", steps), "0 to 2^62");
  }
  info(i);  // throws if there is no parameter i
  infos_[i].steps = steps;
}

// ---- the norm of all gradients; each function makes one pass over flat memory ----

namespace {

// Gradients that are adjacent in memory: n numbers on a device.
struct Stretch {
  Backend* backend;
  const Storage* owner;  // the flat array that contains the gradients, or null
  real* numbers;
  Index n;
};

// Adjacent gradients of an optimizer form one stretch, including the zeros between them. Each
// gradient begins at a multiple of `unit`, so fewer than `unit` zeros lie between two gradients.
std::vector<Stretch> stretches_of(std::span<const Tensor> parameters) {
  constexpr Index unit = 64 / static_cast<Index>(sizeof(real));
  std::vector<Stretch> found;
  for (const Tensor& parameter : parameters) {
    const Node& node = parameter.node();
    if (node.grad == nullptr) continue;
    const Stretch next{node.backend, node.grad_storage->owner, node.grad, node.numel()};
    Stretch* const last = found.empty() ? nullptr : &found.back();
    if (last && last->backend != next.backend) {
      throw Error(
          "grad_norm",
          fmt::format("gradients on {} and {}", last->backend->name(), node.backend->name()),
          "all on one device", "Module::to(device)");
    }
    const bool same_array = last && next.owner && last->owner == next.owner;
    const Index zeros = same_array ? next.numbers - (last->numbers + last->n) : unit;
    if (zeros >= 0 && zeros < unit) {
      last->n += zeros + next.n;
    } else {
      found.push_back(next);
    }
  }
  return found;
}

double norm_of(const std::vector<Stretch>& gradients) {
  double squares = 0;
  for (const Stretch& part : gradients) {
    squares += part.backend->sum_of_squares(part.numbers, part.n);
  }
  return std::sqrt(squares);
}

}  // namespace

double grad_norm(std::span<const Tensor> parameters) { return norm_of(stretches_of(parameters)); }

double try_clip_grad_norm(std::span<const Tensor> parameters, double max_norm) {
  if (!(max_norm >= 0)) {
    throw UsageError("clip_grad_norm", fmt::format("max_norm {}", max_norm),
                     "a number of 0 or more");
  }
  const std::vector<Stretch> gradients = stretches_of(parameters);
  const double norm = norm_of(gradients), factor = max_norm / (norm + 1e-6);
  if (!std::isfinite(norm) || factor >= 1) return norm;
  for (const auto& [backend, owner, numbers, n] : gradients) {
    backend->add_scaled({numbers, true}, numbers, static_cast<real>(factor), n);
  }
  for (const Tensor& parameter : parameters) {
    if (parameter.node().grad == nullptr) continue;
    Storage& gradient = *parameter.node().grad_storage;
    ++gradient.version;
    gradient.changed_by = "clip_grad_norm";
  }
  return norm;
}

double clip_grad_norm(std::span<const Tensor> parameters, double max_norm) {
  const double norm = try_clip_grad_norm(parameters, max_norm);
  if (std::isfinite(norm)) return norm;
  throw_not_finite("clip_grad_norm", parameters, std::numeric_limits<real>::max());
}

double check_finite_loss(const Tensor& loss) {
  const double value = static_cast<double>(loss.item());
  if (std::isfinite(value)) return value;
  throw Error("loss", fmt::format("{}", value), "a finite number", not_finite_hint);
}

}  // namespace holo
