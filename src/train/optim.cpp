// optim.cpp: SGD, Adam and AdamW with their options and kernels, and parameter groups.
// The formulas are in src/ops/optimizer_plain.cpp.
#include "holo/optim.h"

#include <fmt/format.h>

#include <cmath>

#include "backend/backend.h"

namespace holo {
namespace {

void check_beta(const char* where, const char* what, double beta) {
  if (beta >= 0 && beta < 1) return;
  throw UsageError(where, fmt::format("{} {}", what, beta), fmt::format("0 <= {} < 1", what));
}

// Checks the options before the constructor moves the parameters.
const SgdOptions& checked(const SgdOptions& options) {
  check_beta("SGD", "momentum", options.momentum);
  return options;
}

std::vector<std::string> states_of(const SgdOptions& options) {
  if (options.momentum == 0) return {};
  return {"momentum"};
}

const char* name_of(const AdamWOptions& options) { return options.decoupled ? "AdamW" : "Adam"; }

const AdamWOptions& checked(const AdamWOptions& options) {
  const char* const where = name_of(options);
  check_beta(where, "beta1", options.beta1);
  check_beta(where, "beta2", options.beta2);
  const double epsilon = options.epsilon;
  if (static_cast<real>(epsilon) > 0 && std::isfinite(epsilon)) return options;
  throw UsageError(where, fmt::format("epsilon {}", epsilon), "a finite number above 0", "1e-8");
}

}  // namespace

SGD::SGD(std::vector<ParameterGroup> groups, double learning_rate, const SgdOptions& options)
    : Optimizer("SGD", "SGD::step", std::move(groups), learning_rate, checked(options).weight_decay,
                states_of(options), options.momentum != 0),
      options_(options) {}

void SGD::update(Backend& backend, const Run& run) {
  backend.sgd(run.parameters, run.state[0], run.gradients, run.size,
              {learning_rate(), options_.momentum, run.weight_decay});
}

AdamW::AdamW(std::vector<ParameterGroup> groups, double learning_rate, const AdamWOptions& options)
    : Optimizer(name_of(options), options.decoupled ? "AdamW::step" : "Adam::step",
                std::move(groups), learning_rate, checked(options).weight_decay, {"m", "v"},
                !options.decoupled),
      options_(options) {}

void AdamW::update(Backend& backend, const Run& run) {
  backend.adam(run.parameters, run.state[0], run.state[1], run.gradients, run.size,
               {learning_rate(), options_.beta1, options_.beta2, options_.epsilon, run.weight_decay,
                run.step, options_.decoupled});
}

std::vector<ParameterGroup> weight_decay_groups(const Module& module, double weight_decay,
                                                bool embeddings) {
  ParameterGroup decays{{}, weight_decay}, stays{{}, 0.0};
  for (const NamedParameter& parameter : module.named_parameters()) {
    const bool matrix = parameter.tensor.ndim() >= 2 && (embeddings || !parameter.embedding);
    (matrix ? decays : stays).parameters.push_back(parameter.tensor);
  }
  return {std::move(decays), std::move(stays)};
}

}  // namespace holo
