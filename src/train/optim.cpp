// optim.cpp: SGD, Adam and AdamW with their options and kernels, and groups of parameters.
#include "holo/optim.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "backend/backend.h"

namespace holo {
namespace {

void check_beta(const char* where, const char* what, double beta) {
  if (beta >= 0 && beta < 1) return;
  throw UsageError(where, fmt::format("{} {}", what, beta), fmt::format("0 <= {} < 1", what));
}

// Options are checked before the parameters move.
const AdamWOptions& checked(const char* where, const AdamWOptions& options) {
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
real largest_gradient(const SgdOptions& options) {
  const double most = std::numeric_limits<real>::max();
  return static_cast<real>(options.momentum == 0 ? most : most / 4 * (1 - options.momentum));
}

// v is an average of squares.
real largest_gradient_of_adam() { return std::sqrt(std::numeric_limits<real>::max()) / 4; }

}  // namespace

SGD::SGD(std::vector<ParameterGroup> groups, double learning_rate, const SgdOptions& options)
    : Optimizer({"SGD", "SGD::step"}, std::move(groups), learning_rate,
                checked(options).weight_decay, states_of(options),
                {largest_gradient(options), options.momentum != 0}),
      options_(options) {}

void SGD::update(Backend& backend, const Run& run) {
  backend.sgd(run.parameters, run.state[0], run.gradients, run.size,
              {run.learning_rate, options_.momentum, options_.dampening, run.weight_decay,
               options_.nesterov, run.step == 1});
}

AdamW::AdamW(OptimizerNames names, std::vector<ParameterGroup> groups, double learning_rate,
             const AdamWOptions& options, bool decoupled)
    : Optimizer(names, std::move(groups), learning_rate,
                checked(names.optimizer, options).weight_decay, {"m", "v"},
                {largest_gradient_of_adam(), !decoupled}),
      options_(options),
      decoupled_(decoupled) {}

void AdamW::update(Backend& backend, const Run& run) {
  backend.adam(run.parameters, run.state[0], run.state[1], run.gradients, run.size,
               {run.learning_rate, options_.beta1, options_.beta2, options_.epsilon,
                run.weight_decay, run.step, decoupled_});
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

}  // namespace holo
