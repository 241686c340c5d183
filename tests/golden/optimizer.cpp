// optimizer.cpp: golden cases of optimizers: the gradients are given, the parameters after every
// step are compared.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "golden/run.h"
#include "golden/tensors.h"
#include "holo/ops.h"
#include "holo/optim.h"

namespace golden {
namespace {

using holo::Index, holo::ParameterGroup, holo::Tensor;

std::vector<Tensor> parameters_of(const Case& c) {
  std::vector<Tensor> parameters;
  for (const std::string& name : c.params) {
    const std::string stored = (c.has("p." + name) ? "p." : "grad0.") + name;
    parameters.push_back(tensor_of(c.array(stored)).set_requires_grad());
  }
  return parameters;
}

// d(sum(p g)) / dp is g.
void set_gradients(const Case& c, std::vector<Tensor>& parameters, Index step) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Array& gradient = c.array(fmt::format("grad{}.{}", step, c.params[i]));
    parameters[i].zero_grad();
    sum(parameters[i] * tensor_of(gradient)).backward();
  }
}

// All parameters decay, or those that config.decay names.
std::vector<ParameterGroup> groups_of(const Case& c, const std::vector<Tensor>& parameters,
                                      double weight_decay) {
  const Json* const names = c.config.find("decay");
  if (names == nullptr || names->is_null()) return {{parameters, weight_decay}};
  ParameterGroup with{{}, weight_decay}, without{{}, 0.0};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& list = names->items();
    const bool decays = std::any_of(list.begin(), list.end(),
                                    [&](const Json& name) { return name.text() == c.params[i]; });
    (decays ? with : without).parameters.push_back(parameters[i]);
  }
  std::vector<ParameterGroup> groups;
  if (!with.parameters.empty()) groups.push_back(with);
  if (!without.parameters.empty()) groups.push_back(without);
  return groups;
}

std::unique_ptr<holo::Optimizer> optimizer_of(const Case& c,
                                              const std::vector<Tensor>& parameters) {
  const Json& config = c.config;
  const std::string kind = config["kind"].text();
  const double decay = config.number_or("weight_decay", 0), epsilon = config.number_or("eps", 1e-8);
  const double rate = config.number_or("lr", 0);
  const std::vector<ParameterGroup> groups = groups_of(c, parameters, decay);
  double beta1 = 0.9, beta2 = 0.999;
  if (const Json* const betas = config.find("betas")) {
    beta1 = betas->items().at(0).number();
    beta2 = betas->items().at(1).number();
  }
  if (kind == "sgd") {
    return std::make_unique<holo::SGD>(groups, rate,
                                       holo::SgdOptions{config.number_or("momentum", 0), decay});
  }
  if (kind == "adam") {
    return std::make_unique<holo::Adam>(groups, rate,
                                        holo::AdamOptions{beta1, beta2, epsilon, decay});
  }
  if (kind == "adamw") {
    return std::make_unique<holo::AdamW>(groups, rate,
                                         holo::AdamWOptions{beta1, beta2, epsilon, decay});
  }
  throw Skip{"no optimizer " + kind};
}

// lr, or lrs[t] when the rate changes.
void set_rate(const Case& c, holo::Optimizer& optimizer, Index step) {
  const Json* const rates = c.config.find("lrs");
  if (rates == nullptr || rates->is_null()) return;
  optimizer.set_learning_rate(rates->items().at(static_cast<std::size_t>(step)).number());
}

void run_steps(const Case& c, Judge& judge) {
  std::vector<Tensor> parameters = parameters_of(c);
  const std::unique_ptr<holo::Optimizer> optimizer = optimizer_of(c, parameters);
  const Json* const max_norm = c.config.find("max_norm");
  for (Index step = 0; step < c.config["steps"].integer(); ++step) {
    set_gradients(c, parameters, step);
    set_rate(c, *optimizer, step);
    if (max_norm != nullptr && !max_norm->is_null()) {
      const double norm = holo::clip_grad_norm(parameters, max_norm->number());
      judge.check(fmt::format("step{}.gnorm", step), {}, std::span<const double>(&norm, 1));
    }
    optimizer->step();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      judge.check(fmt::format("step{}.p.{}", step, c.params[i]), parameters[i]);
    }
  }
}

void run_clip(const Case& c, Judge& judge) {
  if (c.config.number_or("clip_eps", 1e-6) != 1e-6) throw Skip{"a clip_eps other than 1e-6"};
  std::vector<Tensor> parameters = parameters_of(c);
  set_gradients(c, parameters, 0);
  const double norm = holo::clip_grad_norm(parameters, c.config["max_norm"].number());
  judge.check("gnorm", {}, std::span<const double>(&norm, 1));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    judge.check("clipped." + c.params[i], parameters[i].grad());
  }
}

}  // namespace

void run_optimizer(const Case& c, Judge& judge) {
  if (c.layer == "ClipGradNorm") return run_clip(c, judge);
  run_steps(c, judge);
}

}  // namespace golden
