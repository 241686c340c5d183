// layout_test.cpp: a GPT under the names and in the shapes of others, and back: the same bits for
// every kind of model; config.json of a GPT-2 and of a Llama, there and back. What cannot be
// expressed or computed is refused, all of it in one message. What PyTorch says: interop_test.sh.
#include "gpt/layouts/layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "examples/layout_models.h"
#include "gpt/layouts/layout_file.h"
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

TEST_CASE("layout: every model that a layout can express comes back: the same bits and options") {
  std::vector<std::pair<Layout, GPTOptions>> kinds = {{Layout::pytorch, microgpt_options(11)},
                                                      {Layout::pytorch, llama()}};
  const auto add = [&](Layout layout, GPTOptions options, auto change) {
    change(options);
    kinds.emplace_back(layout, options);
  };
  for (const std::string& ffn : feed_forward_names()) {
    add(Layout::pytorch, tiny(), [&](GPTOptions& o) { o.ffn = ffn; });
  }
  add(Layout::pytorch, tiny(), [](GPTOptions& o) {
    o.positions = Positions::rotary;
    o.norm = Norm::rms;
    o.tied = o.bias = false;
  });
  add(Layout::pytorch, tiny(), [](GPTOptions& o) {
    o.norm_embedding = true;
    o.norm_final = false;
    o.hidden = 7;
  });
  for (const bool tied : {true, false}) {
    for (const char* const ffn : {"relu", "gelu", "gelu_tanh", "silu", "relu2"}) {
      add(Layout::hf_gpt2, tiny(), [&](GPTOptions& o) {
        o.ffn = ffn;
        o.tied = tied;
        if (!tied) o.hidden = 5;
      });
    }
    for (const char* const ffn : {"swiglu", "geglu", "reglu", "glu", "bilinear"}) {
      add(Layout::hf_llama, llama(), [&](GPTOptions& o) {
        o.ffn = ffn;
        o.tied = o.bias = tied;
        if (tied) o.n_head_kv.reset();
      });
    }
  }
  for (const auto& kind : kinds) {
    const Layout layout = kind.first;
    const GPTOptions& options = kind.second;
    INFO(kind_name(layout) << " " << options.ffn);
    const auto model = model_of(options);
    const LayoutFile file(exported(*model, layout), layout);
    const GPTOptions again =
        layout == Layout::pytorch
            ? pytorch_options_of(file, {})
            : options_of_config(config_text(options, layout), "config.json", layout);
    CHECK(gpt_options_to_text(again) == gpt_options_to_text(options));
    check_same(*model, file.tensors(again));
    CHECK(file.metadata().count("lm_head.weight") == (options.tied ? 1 : 0));
    CHECK(file.metadata().at("layout") == kind_name(layout));
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

TEST_CASE("layout: what GPT-2 and Llama cannot express is refused, all of it at once") {
  GPTOptions options = tiny();
  const auto refusal = [&](Layout layout) {
    return message_of([&] { check_layout(options, layout); });
  };
  CHECK(refusal(Layout::hf_gpt2) == "");
  CHECK(contains(refusal(Layout::hf_llama),
                 "UsageError: --layout hf-llama: a model with ffn gelu, norm layer, positions "
                 "learned; expected what a Llama has: "));
  options.n_head_kv = 2;
  CHECK(refusal(Layout::hf_gpt2) == "");
  options.n_head_kv = 1;
  options.ffn = "swiglu";
  options.norm = Norm::rms;
  options.norm_embedding = true;
  options.norm_final = false;
  options.positions = Positions::rotary;
  CHECK(refusal(Layout::pytorch) == "");
  const std::string said =
      "UsageError: --layout hf-gpt2: a model with ffn swiglu, norm rms, a norm before the blocks, "
      "no norm after the blocks, positions rotary, n_head_kv 1; expected what GPT-2 has: ";
  CHECK(contains(refusal(Layout::hf_gpt2), said));
  CHECK(
      contains(message_of([&] { tensors_elsewhere(*model_of(options), Layout::hf_gpt2); }), said));
}

namespace {

constexpr const char* gpt2_sizes =
    R"("vocab_size": 13, "n_positions": 8, "n_layer": 3, "n_head": 2, "n_embd": 10)";
constexpr const char* llama_sizes =
    R"("vocab_size": 13, "hidden_size": 24, "intermediate_size": 20,
    "num_hidden_layers": 3, "num_attention_heads": 4)";

GPTOptions read_gpt2(const std::string& more) {
  return options_of_config(R"({"model_type": "gpt2", )" + more + gpt2_sizes + "}", "c",
                           Layout::hf_gpt2);
}
GPTOptions read_llama(const std::string& more) {
  return options_of_config(R"({"model_type": "llama", )" + more + llama_sizes + "}", "c",
                           Layout::hf_llama);
}

// Checks the options of each config.json, and what is said of those that are refused.
struct Row {
  std::string more, said;
};
void check_refusals(GPTOptions (*read)(const std::string&), const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const std::string message = message_of([&] { read(row.more); });
    CAPTURE(message);
    CHECK(contains(message, row.said));
    CHECK(message.empty() == row.said.empty());
  }
}
using Change = void (*)(GPTOptions&);
void check_options(GPTOptions (*read)(const std::string&), const GPTOptions& usual,
                   const std::vector<std::pair<std::string, Change>>& rows) {
  for (const auto& row : rows) {
    CAPTURE(row.first);
    GPTOptions expected = usual;
    row.second(expected);
    CHECK(gpt_options_to_text(read(row.first)) == gpt_options_to_text(expected));
  }
}

}  // namespace

TEST_CASE("gpt2_config: what is not said is as in GPT-2") {
  const GPTOptions usual = {.vocab_size = 13,
                            .block_size = 8,
                            .n_layer = 3,
                            .n_head = 2,
                            .n_embd = 10,
                            .ffn = "gelu_tanh",
                            .norm_epsilon = 1e-5,
                            .tied = true};
  check_options(
      read_gpt2, usual,
      {{"", [](GPTOptions&) {}},
       {R"("activation_function": "gelu", )", [](GPTOptions& o) { o.ffn = "gelu"; }},
       {R"("activation_function": "gelu_pytorch_tanh", )", [](GPTOptions&) {}},
       {R"("activation_function": "swish", )", [](GPTOptions& o) { o.ffn = "silu"; }},
       {R"("n_inner": 12, )", [](GPTOptions& o) { o.hidden = 12; }},
       {R"("tie_word_embeddings": false, )", [](GPTOptions& o) { o.tied = false; }},
       {R"("n_inner": null, "x": [{"n_layer": 9}, [], {}], )", [](GPTOptions&) {}},
       {R"("layer_norm_epsilon": 1e-6, )", [](GPTOptions& o) { o.norm_epsilon = 1e-6; }}});
  check_refusals(
      read_gpt2,
      {{R"("is_causal": false, "scale_attn_weights": false,
           "scale_attn_by_inverse_layer_idx": true, "add_cross_attention": true,
           "activation_function": "mish", )",
        "c: scale_attn_weights false, scale_attn_by_inverse_layer_idx true, add_cross_attention "
        "true, is_causal false, activation_function \"mish\"; expected what our GPT computes"},
       {R"("n_inner": 0, )", "c: \"n_inner\" is 0; expected a whole number"},
       {R"("n_inner": 1.5, )", "c: \"n_inner\" is 1.5; expected a whole number"},
       {R"("n_inner": [1], )", "c: \"n_inner\" is no single value"},
       {R"("n_inner": 99999999999999999999, )", "expected a whole number"},
       {R"("tie_word_embeddings": 1, )", "is 1; expected true or false"},
       {R"("layer_norm_epsilon": "a", )", "is a; expected a number"},
       {R"("activation_function": 5, )", "is 5; expected a text"},
       {R"("vocab_size": 1, )", "c: an object has \"vocab_size\" twice"}});
  const std::string whole = config_text(tiny(), Layout::hf_gpt2);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    REQUIRE(contains(text, from));
    text.replace(text.find(from), from.size(), to);
    return message_of([&] { options_of_config(text, "c", Layout::hf_gpt2); });
  };
  CHECK(changed("\"n_head\": 2", "\"n_head\": 4") == "");
  CHECK(contains(changed("\"n_head\": 2", "\"n_head\": 3"),
                 "c: n_embd 8 is not divisible by n_head 3"));
  CHECK(contains(changed("\"n_head\": 2,", ""), "c: no \"n_head\""));
  CHECK(
      contains(changed("\"gpt2\"", "\"llama\""), "c: a model \"llama\"; expected \"model_type\""));
  CHECK(contains(changed("\"model_type\": \"gpt2\",", ""), "c: no \"model_type\""));
  CHECK(message_of([] { options_of_config("[1]", "c", Layout::hf_gpt2); }) ==
        "c: no object; expected the config.json of a GPT-2");
}

TEST_CASE("llama_config: what is not said is as in Llama, in the forms of older and newer files") {
  const GPTOptions usual = {.vocab_size = 13,
                            .block_size = 2048,
                            .n_layer = 3,
                            .n_head = 4,
                            .n_embd = 24,
                            .ffn = "swiglu",
                            .hidden = 20,
                            .norm = Norm::rms,
                            .norm_epsilon = 1e-6,
                            .positions = Positions::rotary,
                            .rotary_base = 1e4,
                            .bias = false,
                            .tied = false};
  check_options(
      read_llama, usual,
      {{"", [](GPTOptions&) {}},
       {R"("num_key_value_heads": 2, )", [](GPTOptions& o) { o.n_head_kv = 2; }},
       {R"("num_key_value_heads": 4, "head_dim": 6, )", [](GPTOptions&) {}},
       {R"("max_position_embeddings": 9, )", [](GPTOptions& o) { o.block_size = 9; }},
       {R"("hidden_act": "gelu", )", [](GPTOptions& o) { o.ffn = "geglu"; }},
       {R"("hidden_act": "swish", )", [](GPTOptions&) {}},
       {R"("rms_norm_eps": 1e-5, )", [](GPTOptions& o) { o.norm_epsilon = 1e-5; }},
       {R"("rope_theta": 500000.0, "rope_scaling": null, )",
        [](GPTOptions& o) { o.rotary_base = 5e5; }},
       {R"("rope_parameters": {"rope_type": "default", "rope_theta": 7e5}, )",
        [](GPTOptions& o) { o.rotary_base = 7e5; }},
       {R"("rope_theta": 7e5, "rope_scaling": {"type": "default"}, )",
        [](GPTOptions& o) { o.rotary_base = 7e5; }},
       {R"("attention_bias": true, "mlp_bias": true, )", [](GPTOptions& o) { o.bias = true; }},
       {R"("tie_word_embeddings": true, )", [](GPTOptions& o) { o.tied = true; }}});
  CHECK(contains(config_text(llama(), Layout::hf_llama, {.bos = {}, .stops = {10}}),
                 "\"eos_token_id\": 10\n"));
  CHECK(contains(config_text(llama(), Layout::hf_llama), "\"eos_token_id\": null\n"));
}

TEST_CASE("llama_config: what our GPT does not compute is refused, all of it at once") {
  check_refusals(
      read_llama,
      {{R"("rope_scaling": {"rope_type": "llama3", "factor": 8.0}, "hidden_act": "mish",
           "head_dim": 8, "attention_bias": true, "sliding_window": 4096,
           "quantization_config": {"bits": 4}, "partial_rotary_factor": 0.5, )",
        "c: rope_scaling of type \"llama3\", partial_rotary_factor 0.5, head_dim 8 of 4 heads for "
        "hidden_size 24, attention_bias true without mlp_bias, sliding_window, "
        "quantization_config, hidden_act \"mish\"; expected what our GPT computes: "},
       {R"("rope_parameters": {"rope_type": "yarn"}, )", "type \"yarn\""},
       {R"("rope_parameters": {"partial_rotary_factor": 0.5}, )", "factor 0.5"},
       {R"("rope_scaling": "linear", )", "c: \"rope_scaling\" is linear; expected an object"},
       {R"("rope_scaling": {"rope_type": 3}, )",
        "c: \"rope_scaling\": \"rope_type\" is 3; expected a text"},
       {R"("rope_scaling": {}, "rope_parameters": {}, )",
        "c: rope_scaling beside rope_parameters; "},
       {R"("is_causal": false, "attention_chunk_size": 8, )",
        "c: attention_chunk_size, is_causal false; "},
       {R"("head_dim": 9007199254740992, )", "c: head_dim 9007199254740992 of "},
       {R"("mlp_bias": true, )", "mlp_bias true without attention_bias"},
       {R"("attention_bias": "\u202e", )", R"("attention_bias" is \u202e;)"},
       {R"("num_key_value_heads": 3, )",
        "c: n_head_kv 3 and n_head 4; expected an n_head_kv that divides n_head"},
       {R"("rms_norm_eps": -1, )", "c: norm_epsilon -1"},
       {R"("rope_theta": 0, )", "c: rotary_base 0"}});
  CHECK(contains(
      message_of([] { options_of_config(R"({"model_type": "mistral"})", "c", Layout::hf_llama); }),
      "c: a model \"mistral\"; expected \"model_type\": \"llama\""));
  CHECK(contains(message_of([] {
                   options_of_config(R"({"model_type": "llama", "vocab_size": 3})", "c",
                                     Layout::hf_llama);
                 }),
                 "c: no \"hidden_size\"; expected the config.json of a Llama"));
}

}  // namespace layout_test
