// gpt.cpp: golden cases of a whole training: a small GPT, five steps of it.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "golden/block_layers.h"
#include "golden/layers.h"
#include "golden/tensors.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"

namespace golden {
namespace {

using holo::Index, holo::Indices, holo::Module, holo::NamedParameter, holo::PythonRandom;
using holo::Shape, holo::Tensor;

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

std::vector<holo::ParameterGroup> groups_of(const Case& c, const Module& module) {
  const auto& decay = c.config["decay"].items();
  holo::ParameterGroup with{{}, c.config["optimizer"]["weight_decay"].number()}, without{{}, 0.0};
  for (const NamedParameter& parameter : module.named_parameters()) {
    const bool decays = std::any_of(decay.begin(), decay.end(), [&](const Json& name) {
      return name.text() == name_in_files(parameter.name);
    });
    (decays ? with : without).parameters.push_back(parameter.tensor);
  }
  std::vector<holo::ParameterGroup> groups = {with};
  if (!without.parameters.empty()) groups.push_back(without);
  return groups;
}

holo::AdamW optimizer_of(const Case& c, const Module& module) {
  const Json& config = c.config["optimizer"];
  const auto& betas = config["betas"].items();
  return holo::AdamW(
      groups_of(c, module), config["lrs"].items().at(0).number(),
      holo::AdamWOptions{betas[0].number(), betas[1].number(), config["eps"].number(), 0});
}

void check_number(const std::string& name, double number, Judge& judge) {
  judge.check(name, {}, std::span<const double>(&number, 1), "value");
}

}  // namespace

void run_gpt(const Case& c, Judge& judge) {
  const Model model = make_model(c.config);
  Leaves leaves;
  load_parameters(c, *model.module, leaves);
  holo::AdamW optimizer = optimizer_of(c, *model.module);
  const Json& config = c.config["optimizer"];
  for (Index t = 0; t < config["steps"].integer(); ++t) {
    const std::string step = fmt::format("step{}.", t);
    const Tensor logits = model.logits(indices_of(c.array("aux.tokens"), t));
    const Tensor loss = cross_entropy(logits, indices_of(c.array("aux.targets"), t));
    optimizer.zero_grad();
    loss.backward();
    if (t == 0) {
      judge.check(step + "logits", logits, "value");
      for (const NamedParameter& parameter : model.module->named_parameters()) {
        judge.check(step + "gp." + name_in_files(parameter.name), parameter.tensor.grad(), "grad");
      }
    }
    check_number(step + "loss", static_cast<double>(loss.item()), judge);
    check_number(step + "gnorm",
                 holo::clip_grad_norm(model.module->parameters(), config["max_norm"].number()),
                 judge);
    optimizer.set_learning_rate(config["lrs"].items().at(static_cast<std::size_t>(t)).number());
    optimizer.step();
  }
  for (const NamedParameter& parameter : model.module->named_parameters()) {
    const std::string name = name_in_files(parameter.name);
    const bool key_bias = name.find("in_proj.bias") != std::string::npos;
    judge.check("final.p." + name, parameter.tensor, key_bias ? "final_in_proj_bias" : "final");
  }
}

}  // namespace golden
