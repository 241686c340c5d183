// training.cpp: golden cases of training: optimizers, whose gradients are given and whose
// parameters are compared after each step, and five steps of a small GPT.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "golden/golden.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"

namespace golden {
namespace {

using holo::Index, holo::Indices, holo::Module, holo::NamedParameter, holo::ParameterGroup;
using holo::PythonRandom, holo::Shape, holo::Tensor;

// The parameters that config.decay names decay; all of them if there is no such list.
std::vector<ParameterGroup> groups_of(const Case& c, const std::vector<NamedParameter>& parameters,
                                      double weight_decay) {
  const Json* const decay = c.config.find("decay");
  ParameterGroup with{{}, weight_decay}, without{{}, 0.0};
  for (const NamedParameter& parameter : parameters) {
    const bool decays =
        decay == nullptr || decay->is_null() ||
        std::any_of(decay->items().begin(), decay->items().end(),
                    [&](const Json& name) { return name.text() == name_in_files(parameter.name); });
    (decays ? with : without).parameters.push_back(parameter.tensor);
  }
  std::vector<ParameterGroup> groups;
  if (!with.parameters.empty()) groups.push_back(with);
  if (!without.parameters.empty()) groups.push_back(without);
  return groups;
}

std::unique_ptr<holo::Optimizer> optimizer_of(const Case& c, const Json& config,
                                              const std::vector<NamedParameter>& parameters) {
  const std::string kind = config.text_or("kind", "adamw");
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
void set_rate(const Json& config, holo::Optimizer& optimizer, Index step) {
  const Json* const rates = config.find("lrs");
  if (rates == nullptr || rates->is_null()) return;
  optimizer.set_learning_rate(rates->items().at(static_cast<std::size_t>(step)).number());
}

void check_number(const std::string& name, double number, Judge& judge,
                  const std::string& kind = "") {
  judge.check(name, {}, std::span<const double>(&number, 1), kind);
}

// ---- optimizers ----

std::vector<NamedParameter> parameters_of(const Case& c) {
  std::vector<NamedParameter> parameters;
  for (const std::string& name : c.params) {
    const std::string stored = (c.has("p." + name) ? "p." : "grad0.") + name;
    parameters.push_back({name, tensor_of(c.array(stored)).set_requires_grad()});
  }
  return parameters;
}

// d(sum(p g)) / dp is g.
void set_gradients(const Case& c, std::vector<NamedParameter>& parameters, Index step) {
  for (NamedParameter& parameter : parameters) {
    const Array& gradient = c.array(fmt::format("grad{}.{}", step, parameter.name));
    parameter.tensor.zero_grad();
    sum(parameter.tensor * tensor_of(gradient)).backward();
  }
}

double clipped(const std::vector<NamedParameter>& parameters, double max_norm) {
  std::vector<Tensor> tensors;
  for (const NamedParameter& parameter : parameters) tensors.push_back(parameter.tensor);
  return holo::clip_grad_norm(tensors, max_norm);
}

// ---- a GPT ----

struct Model {
  std::unique_ptr<Module> module;
  std::function<Tensor(const Indices& tokens)> logits;  // [B, T] to [B, T, V]
};

Indices positions(Index T) {
  std::vector<Index> values;
  for (Index t = 0; t < T; ++t) values.push_back(t);
  return Indices({T}, values);
}

// wte + wpe, blocks, a norm, and a head of its own or the transposed wte.
struct BlockGpt : holo::BlockStack {
  Tensor wte, wpe, lm_head;

  BlockGpt(const Json& config, PythonRandom& random)
      : BlockStack(make_blocks(config, random), block_options(config["block"])) {
    const Index V = config["vocab_size"].integer(), C = config["n_embd"].integer();
    wte = holo::zeros({V, C});
    wpe = holo::zeros({config["block_size"].integer(), C});
    register_parameter("wte", wte);
    register_parameter("wpe", wpe);
    if (config.boolean_or("tied", false)) return;
    lm_head = holo::zeros({V, C});
    register_parameter("lm_head", lm_head);
  }
  Tensor logits(const Indices& tokens) {
    const Tensor x = embedding(wte, tokens) + embedding(wpe, positions(tokens.shape()[1]));
    return linear((*this)(x), lm_head.defined() ? lm_head : wte);
  }
};

// x += wo(attention(rmsnorm x)), x += fc2(relu(fc1(rmsnorm x))^2): no gains, no final norm.
struct MicroLayer : Module {
  Tensor attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;
  Index n_head;
  double epsilon;

  MicroLayer(Index C, Index n_head_, double epsilon_) : n_head(n_head_), epsilon(epsilon_) {
    for (const auto& [name, tensor] : {std::pair<const char*, Tensor*>{"attn_wq", &attn_wq},
                                       {"attn_wk", &attn_wk},
                                       {"attn_wv", &attn_wv},
                                       {"attn_wo", &attn_wo}}) {
      *tensor = holo::zeros({C, C});
      register_parameter(name, *tensor);
    }
    mlp_fc1 = holo::zeros({4 * C, C});
    mlp_fc2 = holo::zeros({C, 4 * C});
    register_parameter("mlp_fc1", mlp_fc1);
    register_parameter("mlp_fc2", mlp_fc2);
  }
  Tensor operator()(const Tensor& x) const {
    const Tensor n = rms_norm(x, Tensor(), epsilon);
    const Tensor a =
        attention(linear(n, attn_wq), linear(n, attn_wk), linear(n, attn_wv), {n_head});
    const Tensor y = x + linear(a, attn_wo);
    return y + linear(relu2(linear(rms_norm(y, Tensor(), epsilon), mlp_fc1)), mlp_fc2);
  }
};

struct MicroGpt : Module {
  Tensor wte, wpe, lm_head;
  std::vector<std::unique_ptr<MicroLayer>> layers;
  double epsilon;

  explicit MicroGpt(const Json& config) : epsilon(config["eps"].number()) {
    const Index V = config["vocab_size"].integer(), C = config["n_embd"].integer();
    wte = holo::zeros({V, C});
    wpe = holo::zeros({config["block_size"].integer(), C});
    lm_head = holo::zeros({V, C});
    register_parameter("wte", wte);
    register_parameter("wpe", wpe);
    for (Index i = 0; i < config["n_layer"].integer(); ++i) {
      layers.push_back(std::make_unique<MicroLayer>(C, config["n_head"].integer(), epsilon));
      register_module(fmt::format("layer{}", i), *layers.back());
    }
    register_parameter("lm_head", lm_head);
  }
  Tensor logits(const Indices& tokens) const {
    Tensor x = embedding(wte, tokens) + embedding(wpe, positions(tokens.shape()[1]));
    x = rms_norm(x, Tensor(), epsilon);
    for (const auto& layer : layers) x = (*layer)(x);
    return linear(x, lm_head);
  }
};

template <class Gpt>
Model model_of(std::unique_ptr<Gpt> gpt) {
  Gpt* const pointer = gpt.get();
  return {std::move(gpt), [pointer](const Indices& tokens) { return pointer->logits(tokens); }};
}

Model make_model(const Json& config) {
  PythonRandom random(1);
  if (config["arch"].text() == "microgpt") return model_of(std::make_unique<MicroGpt>(config));
  return model_of(std::make_unique<BlockGpt>(config, random));
}

// Step t of aux.tokens or aux.targets, [steps, B, T].
Indices indices_of(const Array& array, Index t) {
  const Shape shape{array.shape[1], array.shape[2]};
  const double* const first = array.values.data() + t * shape.numel();
  return Indices(shape, std::vector<Index>(first, first + shape.numel()));
}

}  // namespace

void run_optimizer(const Case& c, Judge& judge) {
  std::vector<NamedParameter> parameters = parameters_of(c);
  const std::unique_ptr<holo::Optimizer> optimizer = optimizer_of(c, c.config, parameters);
  const Json* const max_norm = c.config.find("max_norm");
  for (Index step = 0; step < c.config["steps"].integer(); ++step) {
    set_gradients(c, parameters, step);
    set_rate(c.config, *optimizer, step);
    if (max_norm != nullptr && !max_norm->is_null()) {
      check_number(fmt::format("step{}.gnorm", step), clipped(parameters, max_norm->number()),
                   judge);
    }
    optimizer->step();
    for (const NamedParameter& parameter : parameters) {
      judge.check(fmt::format("step{}.p.{}", step, parameter.name), parameter.tensor);
    }
  }
}

void run_clip(const Case& c, Judge& judge) {
  if (c.config.number_or("clip_eps", 1e-6) != 1e-6) throw Skip{"a clip_eps other than 1e-6"};
  std::vector<NamedParameter> parameters = parameters_of(c);
  set_gradients(c, parameters, 0);
  check_number("gnorm", clipped(parameters, c.config["max_norm"].number()), judge);
  for (const NamedParameter& parameter : parameters) {
    judge.check("clipped." + parameter.name, parameter.tensor.grad());
  }
}

void run_gpt(const Case& c, Judge& judge) {
  const Model model = make_model(c.config);
  const std::vector<NamedParameter> parameters = model.module->named_parameters();
  Leaves leaves;
  load_parameters(c, *model.module, leaves);
  const Json& config = c.config["optimizer"];
  const std::unique_ptr<holo::Optimizer> optimizer = optimizer_of(c, config, parameters);
  for (Index t = 0; t < config["steps"].integer(); ++t) {
    const std::string step = fmt::format("step{}.", t);
    const Tensor logits = model.logits(indices_of(c.array("aux.tokens"), t));
    const Tensor loss = cross_entropy(logits, indices_of(c.array("aux.targets"), t));
    optimizer->zero_grad();
    loss.backward();
    if (t == 0) {
      judge.check(step + "logits", logits, "value");
      for (const NamedParameter& parameter : parameters) {
        judge.check(step + "gp." + name_in_files(parameter.name), parameter.tensor.grad(), "grad");
      }
    }
    check_number(step + "loss", static_cast<double>(loss.item()), judge, "value");
    check_number(step + "gnorm", clipped(parameters, config["max_norm"].number()), judge, "value");
    set_rate(config, *optimizer, t);
    optimizer->step();
  }
  for (const NamedParameter& parameter : parameters) {
    const std::string name = name_in_files(parameter.name);
    const bool key_bias = name.find("in_proj.bias") != std::string::npos;
    judge.check("final.p." + name, parameter.tensor, key_bias ? "final_in_proj_bias" : "final");
  }
}

}  // namespace golden
