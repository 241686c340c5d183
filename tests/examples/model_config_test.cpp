// model_config_test.cpp: config.json of a GPT-2 and of a Llama, there and back; what our GPT
// computes in another way is refused, all of it in one message.
#include "gpt/layouts/model_config.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "examples/layout_models.h"
#include "text/texts.h"

namespace model_config_test {
namespace {

using namespace layout_models;
using texts::contains;
using texts::message_of;

std::string with(std::string text, const std::string& old_part, const std::string& new_part) {
  const std::size_t at = text.find(old_part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old_part.size(), new_part);
}

constexpr const char* sizes = R"("vocab_size": 13, "hidden_size": 24, "intermediate_size": 20,
    "num_hidden_layers": 3, "num_attention_heads": 4)";

GPTOptions read(const std::string& more) {
  return llama_options_of(R"({"model_type": "llama", )" + more + sizes + "}", "c");
}
std::string refusal(const std::string& more) {
  return message_of([&] { read(more); });
}

}  // namespace

TEST_CASE("gpt2_config: what is not said is as in GPT-2") {
  const std::string gpt2_sizes =
      R"("vocab_size": 13, "n_positions": 8, "n_layer": 3, "n_head": 2, "n_embd": 10)";
  const auto read_gpt2 = [&](const std::string& more) {
    return gpt2_options_of(R"({"model_type": "gpt2", )" + more + gpt2_sizes + "}", "c");
  };
  const GPTOptions options = read_gpt2("");
  CHECK(options.vocab_size == 13);
  CHECK(options.block_size == 8);
  CHECK(options.n_layer == 3);
  CHECK(options.n_head == 2);
  CHECK(options.n_embd == 10);
  CHECK(options.ffn == "gelu_tanh");
  CHECK(options.tied);
  CHECK(options.bias);
  CHECK_FALSE(options.hidden.has_value());
  CHECK(read_gpt2(R"("activation_function": "gelu", )").ffn == "gelu");
  CHECK(read_gpt2(R"("activation_function": "gelu_pytorch_tanh", )").ffn == "gelu_tanh");
  CHECK(read_gpt2(R"("activation_function": "swish", )").ffn == "silu");
  CHECK(read_gpt2(R"("n_inner": 12, "tie_word_embeddings": false, )").hidden == 12);
  CHECK_FALSE(read_gpt2(R"("tie_word_embeddings": false, )").tied);
  CHECK_FALSE(read_gpt2(R"("n_inner": null, "x": [{"n_layer": 9}, [], {}], )").hidden.has_value());
  CHECK(options.norm_epsilon == 1e-5);
  CHECK(read_gpt2(R"("layer_norm_epsilon": 1e-6, )").norm_epsilon == 1e-6);

  const auto refusal = [&](const std::string& more) {
    return message_of([&] { read_gpt2(more); });
  };
  CHECK(contains(refusal(R"("is_causal": false, "scale_attn_weights": false,
                            "scale_attn_by_inverse_layer_idx": true, "add_cross_attention": true,
                            "activation_function": "mish", )"),
                 "c: scale_attn_weights false, "
                 "scale_attn_by_inverse_layer_idx true, add_cross_attention true, is_causal false, "
                 "activation_function \"mish\"; expected what our GPT computes"));
  CHECK(contains(refusal(R"("n_inner": 0, )"), "c: \"n_inner\" is 0; expected a whole number"));
  CHECK(contains(refusal(R"("n_inner": 1.5, )"), "c: \"n_inner\" is 1.5; expected a whole number"));
  CHECK(contains(refusal(R"("n_inner": [1], )"), "c: \"n_inner\" is no single value"));
  CHECK(contains(refusal(R"("n_inner": 99999999999999999999, )"), "expected a whole number"));
  CHECK(contains(refusal(R"("tie_word_embeddings": 1, )"), "is 1; expected true or false"));
  CHECK(contains(refusal(R"("layer_norm_epsilon": "a", )"), "is a; expected a number"));
  CHECK(contains(refusal(R"("activation_function": 5, )"), "is 5; expected a text"));
  CHECK(contains(refusal(R"("vocab_size": 1, )"), "c: an object has \"vocab_size\" twice"));
  const std::string whole = gpt2_config_text(tiny());
  const auto changed = [&](const std::string& from, const std::string& to) {
    return message_of([&] { gpt2_options_of(with(whole, from, to), "c"); });
  };
  CHECK(changed("\"n_head\": 2", "\"n_head\": 4") == "");
  CHECK(contains(changed("\"n_head\": 2", "\"n_head\": 3"),
                 "c: n_embd 8 is not divisible by n_head 3"));
  CHECK(contains(changed("\"n_head\": 2,", ""), "c: no \"n_head\""));
  CHECK(
      contains(changed("\"gpt2\"", "\"llama\""), "c: a model \"llama\"; expected \"model_type\""));
  CHECK(contains(changed("\"model_type\": \"gpt2\",", ""), "c: no \"model_type\""));
  const auto text = [](const char* json) {
    return message_of([json] { gpt2_options_of(json, "c"); });
  };
  CHECK(text("[1]") == "c: no object; expected the config.json of a GPT-2");
  CHECK(contains(text("{\"n_head\": 2,}"), "c: the text has '}' at its byte 13; expected a name"));
}

TEST_CASE("gpt2_config: 20,000 random changes of a config.json give options or an Error") {
  const std::string whole = gpt2_config_text(tiny());
  const std::vector<std::string> pieces = {"{",    "}",    "[",    "]",  ",",      ":",
                                           "\"",   "\\u",  "0",    "9",  "-",      "e",
                                           "null", "true", "\xFF", "\n", "n_head", "\\"};
  PythonRandom random(1);
  int taken = 0, refused_count = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = whole;
    for (std::uint64_t change = random.randbelow(3); change < 3; ++change) {
      const std::size_t at = random.randbelow(text.size());
      if (random.randbelow(2) == 0) text.erase(at, 1 + random.randbelow(4));
      text.insert(std::min(at, text.size()), texts::random_text(random, pieces, 2));
    }
    try {
      check_gpt_options(gpt2_options_of(text, "c"));
      ++taken;
    } catch (const UsageError&) {
      FAIL("a UsageError");
    } catch (const Error&) {
      ++refused_count;
    }
  }
  CHECK(taken > 200);
  CHECK(refused_count > 5000);
}

TEST_CASE("llama_config: what is not said is as in Llama") {
  const GPTOptions options = read("");
  CHECK(options.vocab_size == 13);
  CHECK(options.block_size == 2048);
  CHECK(options.n_layer == 3);
  CHECK(options.n_head == 4);
  CHECK_FALSE(options.n_head_kv.has_value());
  CHECK(options.n_embd == 24);
  CHECK(options.hidden == 20);
  CHECK(options.ffn == "swiglu");
  CHECK(options.norm == Norm::rms);
  CHECK(options.norm_epsilon == 1e-6);
  CHECK(options.positions == Positions::rotary);
  CHECK(options.rotary_base == 1e4);
  CHECK_FALSE(options.bias);
  CHECK_FALSE(options.tied);
}

TEST_CASE("llama_config: each option, in the forms of older and newer files") {
  CHECK(read(R"("num_key_value_heads": 2, )").n_head_kv == 2);
  CHECK_FALSE(read(R"("num_key_value_heads": 4, )").n_head_kv.has_value());
  CHECK(read(R"("max_position_embeddings": 9, )").block_size == 9);
  CHECK(read(R"("hidden_act": "gelu", )").ffn == "geglu");
  CHECK(read(R"("hidden_act": "swish", )").ffn == "swiglu");
  CHECK(read(R"("rms_norm_eps": 1e-5, )").norm_epsilon == 1e-5);
  CHECK(read(R"("rope_theta": 500000.0, "rope_scaling": null, )").rotary_base == 500000);
  CHECK(read(R"("rope_parameters": {"rope_type": "default", "rope_theta": 7e5}, )").rotary_base ==
        7e5);
  CHECK(read(R"("rope_theta": 7e5, "rope_scaling": {"type": "default"}, )").rotary_base == 7e5);
  CHECK(read(R"("attention_bias": true, "mlp_bias": true, )").bias);
  CHECK(read(R"("tie_word_embeddings": true, )").tied);
  CHECK(read(R"("head_dim": 6, )").n_embd == 24);
}

TEST_CASE("llama_config: what our GPT does not compute is refused, all of it at once") {
  CHECK(
      contains(refusal(R"("rope_scaling": {"rope_type": "llama3", "factor": 8.0},
                            "hidden_act": "mish", "head_dim": 8, "attention_bias": true,
                            "sliding_window": 4096, "quantization_config": {"bits": 4},
                            "partial_rotary_factor": 0.5, )"),
               "c: rope_scaling of type \"llama3\", partial_rotary_factor 0.5, hidden_act "
               "\"mish\", head_dim 8 of 4 heads for hidden_size 24, attention_bias true without "
               "mlp_bias, sliding_window, quantization_config; expected what our GPT computes: "));
  CHECK(contains(refusal(R"("rope_parameters": {"rope_type": "yarn"}, )"), "type \"yarn\""));
  CHECK(contains(refusal(R"("rope_parameters": {"partial_rotary_factor": 0.5}, )"), "factor 0.5"));
  CHECK(contains(refusal(R"("rope_scaling": "linear", )"),
                 "c: \"rope_scaling\" is linear; expected an object"));
  CHECK(contains(refusal(R"("rope_scaling": {"rope_type": 3}, )"),
                 "c: \"rope_scaling\": \"rope_type\" is 3; expected a text"));
  CHECK(contains(refusal(R"("rope_scaling": {}, "rope_parameters": {}, )"),
                 "c: rope_scaling beside rope_parameters; "));
  CHECK(contains(refusal(R"("is_causal": false, "attention_chunk_size": 8, )"),
                 "c: is_causal false, attention_chunk_size; "));
  CHECK(contains(refusal(R"("head_dim": 9007199254740992, )"), "c: head_dim 9007199254740992 of "));
  CHECK(contains(refusal(R"("mlp_bias": true, )"), "mlp_bias true without attention_bias"));
  CHECK(contains(refusal(R"("attention_bias": "\u202e", )"), R"("attention_bias" is \u202e;)"));
  CHECK(contains(refusal(R"("num_key_value_heads": 3, )"),
                 "c: n_head_kv 3 and n_head 4; expected an n_head_kv that divides n_head"));
  CHECK(contains(refusal(R"("rms_norm_eps": -1, )"), "c: norm_epsilon -1"));
  CHECK(contains(refusal(R"("rope_theta": 0, )"), "c: rotary_base 0"));
  CHECK(contains(message_of([] { llama_options_of(R"({"model_type": "mistral"})", "c"); }),
                 "c: a model \"mistral\"; expected \"model_type\": \"llama\""));
  CHECK(contains(message_of([] { llama_options_of(R"({"model_type": "llama"})", "c"); }),
                 "c: no \"hidden_size\"; expected the config.json of a Llama"));
}

TEST_CASE("llama_config: options come back from the text") {
  GPTOptions options = {.vocab_size = 11,
                        .block_size = 5,
                        .n_layer = 2,
                        .n_head = 4,
                        .n_embd = 8,
                        .n_head_kv = 2,
                        .ffn = "geglu",
                        .hidden = 7,
                        .norm = Norm::rms,
                        .norm_epsilon = 1e-6,
                        .positions = Positions::rotary,
                        .rotary_base = 5e5,
                        .bias = true,
                        .tied = false};
  for (const bool more : {true, false}) {
    options.bias = options.tied = more;
    CHECK(gpt_options_to_text(llama_options_of(llama_config_text(options), "c")) ==
          gpt_options_to_text(options));
  }
  CHECK(contains(llama_config_text(options), "\"eos_token_id\": 10\n"));
  CHECK(contains(llama_config_text(options, TextMarks{}), "\"eos_token_id\": null\n"));
}

}  // namespace model_config_test
