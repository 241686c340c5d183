// layout_test.cpp: a GPT under the names and in the shapes of others, and back: the same bits for
// every kind of model; what cannot be expressed is refused. What PyTorch says: interop_test.sh.
#include "gpt/layouts/layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "examples/layout_models.h"
#include "gpt/layouts/layout_file.h"
#include "gpt/layouts/model_config.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/gated_mlp.h"
#include "text/texts.h"

namespace layout_test {
namespace {

using namespace layout_models;
using texts::contains;
using texts::message_of;

}  // namespace

TEST_CASE("layout: the names of nanoGPT, and their shapes in both layouts") {
  const auto model = model_of(tiny());
  std::map<std::string, std::string> shapes[2];
  for (const Layout layout : {Layout::pytorch, Layout::hf_gpt2}) {
    for (const NamedTensor& one : tensors_elsewhere(*model, layout)) {
      CHECK_FALSE(one.tensor.requires_grad());
      shapes[layout == Layout::hf_gpt2][one.name] = one.tensor.shape().to_string();
    }
  }
  const std::map<std::string, std::string> block = {
      {"ln_1.weight", "[8]"},           {"ln_1.bias", "[8]"},
      {"attn.c_attn.weight", "[24,8]"}, {"attn.c_attn.bias", "[24]"},
      {"attn.c_proj.weight", "[8,8]"},  {"attn.c_proj.bias", "[8]"},
      {"ln_2.weight", "[8]"},           {"ln_2.bias", "[8]"},
      {"mlp.c_fc.weight", "[32,8]"},    {"mlp.c_fc.bias", "[32]"},
      {"mlp.c_proj.weight", "[8,32]"},  {"mlp.c_proj.bias", "[8]"}};
  std::map<std::string, std::string> all = {{"transformer.wte.weight", "[11,8]"},
                                            {"transformer.wpe.weight", "[5,8]"},
                                            {"transformer.ln_f.weight", "[8]"},
                                            {"transformer.ln_f.bias", "[8]"}};
  for (const auto& [name, shape] : block) {
    for (const char* const h : {"transformer.h.0.", "transformer.h.1."}) all[h + name] = shape;
  }
  CHECK(shapes[0] == all);
  for (const char* const h : {"transformer.h.0.", "transformer.h.1."}) {
    all[std::string(h).append("attn.c_attn.weight")] = "[8,24]";
    all[std::string(h).append("mlp.c_fc.weight")] = "[8,32]";
    all[std::string(h).append("mlp.c_proj.weight")] = "[32,8]";
  }
  CHECK(shapes[1] == all);
  CHECK(name_elsewhere("head.weight", Layout::pytorch) == "lm_head.weight");
  CHECK(name_elsewhere("embedding_norm.bias", Layout::pytorch) == "transformer.ln_e.bias");
  CHECK(name_elsewhere("blocks.12.feed_forward.fc2.weight", Layout::pytorch) ==
        "transformer.h.12.mlp.c_proj.weight");
  CHECK(name_elsewhere("blocks.0.feed_forward.W1.weight", Layout::pytorch) ==
        "transformer.h.0.mlp.W1.weight");
  CHECK(name_elsewhere("blocks.0.feed_forward.norm.bias", Layout::pytorch) ==
        "transformer.h.0.mlp.norm.bias");
}

TEST_CASE("layout: in hf-gpt2 a map is stored as [in, out], element by element") {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = tensors_elsewhere(*model, Layout::hf_gpt2);
  const Tensor theirs = named(tensors, "transformer.h.1.attn.c_proj.weight").tensor;
  const Tensor ours = model->blocks[1]->attention->out_proj.weight;
  const std::vector<real> a = theirs.to_vector(), b = ours.to_vector();
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 8; ++j) CHECK(a[8 * j + i] == b[8 * i + j]);
  }
}

TEST_CASE("layout: every kind of model comes back from pytorch with the same bits and options") {
  std::vector<GPTOptions> kinds = {tiny(), microgpt_options(11)};
  for (const std::string& ffn : feed_forward_names()) {
    kinds.push_back(tiny());
    kinds.back().ffn = ffn;
  }
  kinds.push_back(tiny());
  kinds.back().positions = Positions::rotary;
  kinds.back().norm = Norm::rms;
  kinds.back().tied = kinds.back().bias = false;
  kinds.push_back(tiny());
  kinds.back().norm_embedding = true;
  kinds.back().norm_final = false;
  kinds.back().hidden = 7;
  kinds.push_back(llama());
  for (const GPTOptions& options : kinds) {
    CAPTURE(options.ffn);
    const auto model = model_of(options);
    const LayoutFile file(exported(*model, Layout::pytorch), Layout::pytorch);
    const GPTOptions again = pytorch_options_of(file, {});
    CHECK(gpt_options_to_text(again) == gpt_options_to_text(options));
    check_same(*model, file.tensors(again));
    CHECK(file.metadata().count("lm_head.weight") == (options.tied ? 1 : 0));
    CHECK(file.metadata().at("layout") == "pytorch");
  }
}

TEST_CASE("layout: every model that GPT-2 can express comes back from hf-gpt2") {
  for (const char* const ffn : {"relu", "gelu", "gelu_tanh", "silu", "relu2"}) {
    for (const bool tied : {true, false}) {
      GPTOptions options = tiny();
      options.ffn = ffn;
      options.tied = tied;
      if (!tied) options.hidden = 5;
      const auto model = model_of(options);
      const GPTOptions again = gpt2_options_of(gpt2_config_text(options), "config.json");
      CHECK(gpt_options_to_text(again) == gpt_options_to_text(options));
      const LayoutFile file(exported(*model, Layout::hf_gpt2), Layout::hf_gpt2);
      check_same(*model, file.tensors(again));
    }
  }
}

TEST_CASE("layout: GPT-2 gets the biases and gains that a model does not have, as 0 and 1") {
  for (const bool gain : {true, false}) {
    GPTOptions options = tiny(), full_options = tiny();
    options.bias = false;
    options.norm_gain = gain;
    const auto model = model_of(options);
    const LayoutFile file(exported(*model, Layout::hf_gpt2), Layout::hf_gpt2);
    PythonRandom random(1);
    GPT other(full_options, random);
    const SafetensorsFile imported = file_of(file.tensors(full_options));
    load_into(other, imported);
    const NoGrad no_grad;
    const Indices tokens({2, 5}, {0, 1, 2, 3, 4, 10, 9, 8, 7, 6});
    CHECK(same_bits((*model)(tokens), other(tokens)));
  }
}

TEST_CASE("layout: every model that Llama can express comes back from hf-llama") {
  for (const char* const ffn : {"swiglu", "geglu", "reglu", "glu", "bilinear"}) {
    for (const bool more : {true, false}) {
      GPTOptions options = llama();
      options.ffn = ffn;
      options.tied = options.bias = more;
      if (more) options.n_head_kv.reset();
      const auto model = model_of(options);
      const GPTOptions again = llama_options_of(llama_config_text(options), "config.json");
      CHECK(gpt_options_to_text(again) == gpt_options_to_text(options));
      const LayoutFile file(exported(*model, Layout::hf_llama), Layout::hf_llama);
      CHECK(file.metadata().at("layout") == "hf-llama");
      check_same(*model, file.tensors(again));
    }
  }
}

TEST_CASE("layout: in hf-llama queries, keys, values, the gate and its value are apart") {
  const auto model = model_of(llama());
  std::vector<NamedTensor> tensors = tensors_elsewhere(*model, Layout::hf_llama);
  std::map<std::string, std::string> shapes;
  for (const NamedTensor& one : tensors) shapes[one.name] = one.tensor.shape().to_string();
  std::map<std::string, std::string> all = {{"model.embed_tokens.weight", "[11,8]"},
                                            {"model.norm.weight", "[8]"},
                                            {"lm_head.weight", "[11,8]"}};
  for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
    all[layer + "input_layernorm.weight"] = all[layer + "post_attention_layernorm.weight"] = "[8]";
    all[layer + "self_attn.q_proj.weight"] = all[layer + "self_attn.o_proj.weight"] = "[8,8]";
    all[layer + "self_attn.k_proj.weight"] = all[layer + "self_attn.v_proj.weight"] = "[4,8]";
    all[layer + "mlp.gate_proj.weight"] = all[layer + "mlp.up_proj.weight"] = "[6,8]";
    all[layer + "mlp.down_proj.weight"] = "[8,6]";
  }
  CHECK(shapes == all);
  const auto* const gated = dynamic_cast<const GatedMLP*>(model->blocks[1]->feed_forward.get());
  REQUIRE(gated != nullptr);
  const std::vector<real> value =
      named(tensors, "model.layers.1.mlp.up_proj.weight").tensor.to_vector();
  const std::vector<real> gate =
      named(tensors, "model.layers.1.mlp.gate_proj.weight").tensor.to_vector();
  const std::vector<real> both = gated->fc1.weight.to_vector();
  CHECK(std::equal(value.begin(), value.end(), both.begin()));
  CHECK(std::equal(gate.begin(), gate.end(), both.begin() + 48));
}

TEST_CASE("layout: what Llama cannot express is refused, and grouped heads by GPT-2") {
  GPTOptions options = tiny();
  CHECK(contains(message_of([&] { check_layout(options, Layout::hf_llama); }),
                 "UsageError: --layout hf-llama: a model with ffn gelu, norm layer, positions "
                 "learned; expected what a Llama has: "));
  options.n_head_kv = 1;
  CHECK(contains(message_of([&] { check_layout(options, Layout::hf_gpt2); }),
                 "a model with n_head_kv 1; "));
  options.n_head_kv = 2;
  CHECK_NOTHROW(check_layout(options, Layout::hf_gpt2));
}

TEST_CASE("layout: what GPT-2 cannot express is refused, all of it at once") {
  CHECK_NOTHROW(check_layout(tiny(), Layout::hf_gpt2));
  GPTOptions options = tiny();
  options.ffn = "swiglu";
  options.norm = Norm::rms;
  options.norm_embedding = true;
  options.norm_final = false;
  options.positions = Positions::rotary;
  CHECK_NOTHROW(check_layout(options, Layout::pytorch));
  const std::string start = "UsageError: --layout hf-gpt2: a model with ";
  CHECK(contains(message_of([&] { check_layout(options, Layout::hf_gpt2); }),
                 start + "ffn swiglu, norm rms, a norm before the blocks, no norm after the "
                         "blocks, positions rotary; expected what GPT-2 has: "));
  CHECK(
      contains(message_of([&] { tensors_elsewhere(*model_of(options), Layout::hf_gpt2); }), start));
}

}  // namespace layout_test
