// optim_kinds.cpp: SGD, Adam and AdamW with their options and kernels, groups of parameters, and
// the check for a finite loss.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "backend/backend.h"
#include "holo/optim.h"
#include "train/optim_check.h"

namespace holo {
namespace {

void check_beta(const char* where, const char* what, double beta) {
  if (beta >= 0 && beta < 1) return;
  throw UsageError(where, fmt::format("{} {}", what, beta), fmt::format("0 <= {} < 1", what));
}

// Options are checked before the parameters move.
template <class Options>
const Options& checked(const char* where, const Options& options) {
  check_beta(where, "beta1", options.beta1);
  check_beta(where, "beta2", options.beta2);
  const double epsilon = options.epsilon;
  if (static_cast<real>(epsilon) > 0 && std::isfinite(epsilon)) return options;
  throw UsageError(where, fmt::format("epsilon {}", epsilon), "a finite number above 0", "1e-8");
}

const SgdOptions& checked(const SgdOptions& options) {
  check_beta("SGD", "momentum", options.momentum);
  if (!(options.dampening >= 0 && options.dampening <= 1)) {
    throw UsageError("SGD", fmt::format("dampening {}", options.dampening), "0 <= dampening <= 1");
  }
  if (options.nesterov && (options.momentum == 0 || options.dampening != 0)) {
    throw UsageError("SGD",
                     fmt::format("nesterov with momentum {} and dampening {}", options.momentum,
                                 options.dampening),
                     "a momentum above 0 and no dampening");
  }
  return options;
}

std::vector<std::string> states_of(const SgdOptions& options) {
  if (options.momentum == 0) return {};
  return {"momentum"};
}

// A momentum is at most the largest gradient / (1 - momentum); half of it may be decay.
GradientBound bound_of(const SgdOptions& options) {
  const double most = std::numeric_limits<real>::max();
  if (options.momentum == 0) return {static_cast<real>(most), false};
  return {static_cast<real>(most / 4 * (1 - options.momentum)), true};
}

// v is an average of squares.
GradientBound bound_of_adam(bool with_decay) {
  return {std::sqrt(std::numeric_limits<real>::max()) / 4, with_decay};
}

// Adam and AdamW: p, m, v and g are the numbers of a run.
void adam(Backend& backend, real* p, real* m, real* v, const real* g, Index n, const AdamStep& step,
          void* memory, const double* guard) {
  const AdamNumbers numbers(step);
  backend.upload(memory, &numbers, sizeof numbers);
  backend.adam(p, m, v, g, n, static_cast<const AdamNumbers*>(memory), guard);
}

}  // namespace

SGD::SGD(std::vector<ParameterGroup> groups, double learning_rate, const SgdOptions& options)
    : Optimizer("SGD", "SGD::step", std::move(groups), learning_rate, checked(options).weight_decay,
                states_of(options), bound_of(options)),
      options_(options) {}

void SGD::update(Backend& backend, real* parameters, const real* gradients, const Run& run,
                 const StepMemory& memory) {
  real* const momentum = options_.momentum != 0 ? state_data(0) + run.from : nullptr;
  const SgdStep step{run.learning_rate, options_.momentum, options_.dampening,
                     run.weight_decay,  options_.nesterov, run.step == 1};
  backend.upload(memory.numbers, &step, sizeof step);
  backend.sgd(parameters, momentum, gradients, run.size,
              static_cast<const SgdStep*>(memory.numbers), memory.guard);
}

Adam::Adam(std::vector<ParameterGroup> groups, double learning_rate, const AdamOptions& options)
    : Optimizer("Adam", "Adam::step", std::move(groups), learning_rate,
                checked("Adam", options).weight_decay, {"m", "v"}, bound_of_adam(true)),
      options_(options) {}

void Adam::update(Backend& backend, real* parameters, const real* gradients, const Run& run,
                  const StepMemory& memory) {
  adam(backend, parameters, state_data(0) + run.from, state_data(1) + run.from, gradients, run.size,
       {run.learning_rate, options_.beta1, options_.beta2, options_.epsilon, run.weight_decay,
        run.step, false},
       memory.numbers, memory.guard);
}

AdamW::AdamW(std::vector<ParameterGroup> groups, double learning_rate, const AdamWOptions& options)
    : Optimizer("AdamW", "AdamW::step", std::move(groups), learning_rate,
                checked("AdamW", options).weight_decay, {"m", "v"}, bound_of_adam(false)),
      options_(options) {}

void AdamW::update(Backend& backend, real* parameters, const real* gradients, const Run& run,
                   const StepMemory& memory) {
  adam(backend, parameters, state_data(0) + run.from, state_data(1) + run.from, gradients, run.size,
       {run.learning_rate, options_.beta1, options_.beta2, options_.epsilon, run.weight_decay,
        run.step, true},
       memory.numbers, memory.guard);
}

std::vector<ParameterGroup> weight_decay_groups(const Module& module, double weight_decay,
                                                bool embeddings) {
  ParameterGroup decays{{}, weight_decay, 1}, stays{{}, 0.0, 1};
  for (const NamedParameter& parameter : module.named_parameters()) {
    const bool matrix = parameter.tensor.ndim() >= 2 && (embeddings || !parameter.embedding);
    (matrix ? decays : stays).parameters.push_back(parameter.tensor);
  }
  return {std::move(decays), std::move(stays)};
}

double check_finite_loss(const Tensor& loss) {
  const double value = static_cast<double>(loss.item());
  if (std::isfinite(value)) return value;
  throw Error("loss", fmt::format("{}", value), "a finite number", not_finite_hint);
}

}  // namespace holo
