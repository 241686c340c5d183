// llama_config_test.cpp: config.json of a Llama, to options and back; what our GPT does not compute
// is refused by name.
#include "gpt/layouts/model_config.h"

#include <doctest/doctest.h>

#include <string>

#include "examples/layout_models.h"
#include "text/texts.h"

namespace llama_config_test {
namespace {

using namespace layout_models;
using texts::contains;
using texts::message_of;

constexpr const char* sizes = R"("vocab_size": 13, "hidden_size": 24, "intermediate_size": 20,
    "num_hidden_layers": 3, "num_attention_heads": 4)";

GPTOptions read(const std::string& more) {
  return llama_options_of(R"({"model_type": "llama", )" + more + sizes + "}", "c");
}
std::string refusal(const std::string& more) {
  return message_of([&] { read(more); });
}

}  // namespace

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

}  // namespace llama_config_test
