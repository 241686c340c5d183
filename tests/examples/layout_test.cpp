// layout_test.cpp: a GPT under the names and in the shapes of others, and back: the same bits for
// every kind of model; config.json of a GPT-2 and of a Llama; the files of a model, one or several
// with an index. What cannot be computed, or does not fit, is refused, all of it in one message.
// What PyTorch says: interop_test.sh.
#include "gpt/layouts/layout.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "examples/tiny_pretrained.h"
#include "helpers.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/mlp.h"
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
    for (const NamedTensor& one : theirs(*model, layout)) {
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
  // A square map has the same shape in both.
  CHECK(is_transposed("transformer.h.1.attn.c_proj.weight", Layout::hf_gpt2));
  CHECK(name_elsewhere("head.weight", Layout::pytorch) == "lm_head.weight");
  CHECK(name_elsewhere("embedding_norm.bias", Layout::pytorch) == "transformer.ln_e.bias");
  CHECK(name_elsewhere("blocks.12.feed_forward.fc2.weight", Layout::pytorch) ==
        "transformer.h.12.mlp.c_proj.weight");
  // Two norms of a block have the same shape, and so do the two tables of a model.
  CHECK(name_elsewhere("blocks.1.attention_norm.weight", Layout::hf_gpt2) ==
        "transformer.h.1.ln_1.weight");
  CHECK(name_elsewhere("blocks.1.attention_norm.weight", Layout::hf_llama) ==
        "model.layers.1.input_layernorm.weight");
  CHECK(name_elsewhere("token_embedding.weight", Layout::hf_llama) == "model.embed_tokens.weight");
  CHECK(name_elsewhere("blocks.0.feed_forward.W1.weight", Layout::pytorch) ==
        "transformer.h.0.mlp.W1.weight");
  CHECK(name_elsewhere("blocks.0.feed_forward.norm.bias", Layout::pytorch) ==
        "transformer.h.0.mlp.norm.bias");
}

TEST_CASE("layout: every model comes back from each layout: the same bits") {
  std::vector<std::pair<Layout, GPTOptions>> kinds = {{Layout::hf_gpt2, tiny()},
                                                      {Layout::hf_llama, llama()}};
  GPTOptions biased = llama();
  biased.tied = biased.bias = true;
  biased.n_head_kv.reset();
  kinds.emplace_back(Layout::hf_llama, biased);
  for (const auto& [layout, options] : kinds) {
    const auto model = model_of(options);
    check_same(*model, LayoutFile(file_of(theirs(*model, layout)), layout).tensors(options));
  }
}

TEST_CASE("layout: an export is the parameters, their options, and not the names of the text") {
  std::vector<GPTOptions> kinds = {microgpt_options(11), llama(), tiny()};
  for (const std::string& ffn : feed_forward_names()) {
    kinds.push_back(tiny());
    kinds.back().ffn = ffn;
    kinds.back().norm_embedding = true;
  }
  for (const GPTOptions& options : kinds) {
    INFO(options.ffn);
    const auto model = model_of(options);
    SavedRun run;
    run.model = options;
    run.settings["data"] = "x.txt";
    const LayoutFile file(file_of(exported_tensors(*model), exported_metadata(run)),
                          Layout::pytorch);
    const GPTOptions again = gpt_options_from_text(file.metadata(), "it");
    CHECK(gpt_options_to_text(again) == gpt_options_to_text(options));
    check_same(*model, file.tensors(again));
    CHECK(file.metadata().count("lm_head.weight") == (options.tied ? 1 : 0));
    CHECK(file.metadata().at("layout") == std::string("pytorch"));
    CHECK(file.metadata().count("train.data") == 0);
  }
}

TEST_CASE("layout: in hf-llama queries, keys, values, the gate and its value are apart") {
  const auto model = model_of(llama());
  std::vector<NamedTensor> tensors = theirs(*model, Layout::hf_llama);
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
  const std::vector<real> keys =
      named(tensors, "model.layers.1.self_attn.k_proj.weight").tensor.to_vector();
  const std::vector<real> rows = model->blocks[1]->attention->in_proj.weight.to_vector();
  CHECK(std::equal(keys.begin(), keys.end(), rows.begin() + 64));
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
      {{R"("scale_attn_weights": false,
           "scale_attn_by_inverse_layer_idx": true, "add_cross_attention": true,
           "activation_function": "mish", )",
        "c: scale_attn_weights false, scale_attn_by_inverse_layer_idx true, add_cross_attention "
        "true, activation_function \"mish\"; expected what our GPT computes"},
       {R"("n_inner": 0, )", "c: \"n_inner\" is 0; expected a whole number"},
       {R"("n_inner": 1.5, )", "c: \"n_inner\" is 1.5; expected a whole number"},
       {R"("n_inner": [1], )", "c: \"n_inner\" is no single value"},
       {R"("n_inner": 99999999999999999999, )", "expected a whole number"},
       {R"("tie_word_embeddings": 1, )", "is 1; expected true or false"},
       {R"("layer_norm_epsilon": "a", )", "is a; expected a number"},
       {R"("activation_function": 5, )", "is 5; expected a text"},
       {R"("vocab_size": 1, )", "c: an object has \"vocab_size\" twice"}});
  const auto said = [](const std::string& text) {
    return message_of([&] { options_of_config(text, "c", Layout::hf_gpt2); });
  };
  CHECK(contains(said(R"({"model_type": "llama"})"),
                 "c: a model \"llama\"; expected \"model_type\""));
  CHECK(contains(said("{}"), "c: no \"model_type\""));
  CHECK(contains(said(R"({"model_type": "gpt2", "vocab_size": 3})"), "c: no \"n_positions\""));
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

namespace layout_file_test {
namespace {

using namespace layout_models;
using texts::contains;
using texts::message_of;

constexpr const char* shard_names[] = {"model-00001-of-00002.safetensors",
                                       "model-00002-of-00002.safetensors"};

// A model whose tensors are in two files by turns, and its index.
struct Sharded {
  TemporaryFolder folder;
  std::string index;

  std::string path(const std::string& name) const { return folder.name(name); }
  void write_index(const std::string& text) const {
    std::ofstream(path("model.safetensors.index.json")) << text;
  }
  explicit Sharded(const GPT& model) {
    std::vector<NamedTensor> parts[2];
    std::size_t count = 0;
    for (const NamedTensor& one : theirs(model, Layout::hf_llama)) {
      const std::size_t shard = count++ % 2;
      parts[shard].push_back(one);
      index += (index.empty() ? "\"" : ", \"") + one.name + "\": \"" + shard_names[shard] + "\"";
    }
    for (const std::size_t shard : {0u, 1u}) {
      save_safetensors(path(shard_names[shard]), parts[shard]);
    }
    index = R"({"metadata": {"total_size": 1}, "weight_map": {)" + index + "}}";
    write_index(index);
  }
  std::string refusal() const {
    return message_of([&] { open_model_files(folder.name("")); });
  }
  // The index with another text in the place of the first one.
  std::string refusal_with(const std::string& old_part, const std::string& new_part) const {
    std::string text = index;
    const std::size_t at = text.find(old_part);
    REQUIRE(at != std::string::npos);
    write_index(text.replace(at, old_part.size(), new_part));
    return refusal();
  }
};

// What LayoutFile says to a model whose tensors were changed before they were written.
std::string refused(Layout layout, const std::function<void(std::vector<NamedTensor>&)>& change) {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = theirs(*model, layout);
  change(tensors);
  return message_of([&] { LayoutFile(file_of(tensors), layout).tensors(tiny()); });
}

}  // namespace

TEST_CASE("model_files: a model in two files is the model in one") {
  const auto model = model_of(llama());
  const Sharded sharded(*model);
  const ModelFiles files = open_model_files(sharded.folder.name(""));
  CHECK(files.files.size() == 2);
  CHECK(files.folder == sharded.folder.name(""));
  CHECK(contains(files.where, "/model.safetensors.index.json"));
  check_same(*model, LayoutFile(files, Layout::hf_llama).tensors(llama()));
  // A whole file beside it comes first.
  save_safetensors(sharded.path("model.safetensors"), theirs(*model, Layout::hf_llama));
  CHECK(open_model_files(sharded.folder.name("")).files.size() == 1);
  CHECK(open_model_files(sharded.path("model.safetensors")).folder + "/" ==
        sharded.folder.name(""));
}

TEST_CASE("model_files: an index that lies is refused") {
  const Sharded sharded(*model_of(llama()));
  const std::string first = std::string("\"") + shard_names[0] + "\"";
  CHECK(contains(sharded.refusal_with(first, "\"../model.safetensors\""),
                 "expected a .safetensors file of the same folder"));  // tests/fuzz has other names
  CHECK(contains(sharded.refusal_with(first, "\"gone.safetensors\""), "gone.safetensors: "));
  CHECK(contains(sharded.refusal_with(first, "7"), "is in the file 7; expected a .safetensors"));
  const std::string entry = "\"model.embed_tokens.weight\": " + first + ", ";
  CHECK(contains(sharded.refusal_with(entry, entry + entry), "twice"));
  CHECK(contains(sharded.refusal_with("weight_map", "weights"), "no \"weight_map\""));
  sharded.write_index(R"({"weight_map": {}})");
  CHECK(contains(sharded.refusal(), "no files in \"weight_map\""));
  sharded.write_index("{");
  CHECK(contains(sharded.refusal(), "model.safetensors.index.json: "));
  sharded.write_index(std::string(100000, '['));
  CHECK(contains(sharded.refusal(), "at most 64 brackets inside each other"));
  std::filesystem::remove(sharded.path("model.safetensors.index.json"));
  CHECK(contains(sharded.refusal(), "no model.safetensors"));
}

TEST_CASE("layout: a hub file of GPT-2 has no transformer. and has masks") {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = theirs(*model, Layout::hf_gpt2);
  for (NamedTensor& one : tensors) one.name = one.name.substr(one.name.find('.') + 1);
  tensors.push_back({"h.0.attn.bias", ones({1, 1, 5, 5})});
  tensors.push_back({"h.1.attn.masked_bias", full({}, -1e4F)});
  check_same(*model, LayoutFile(file_of(tensors), Layout::hf_gpt2).tensors(tiny()));
  tensors.push_back({"transformer.ln_f.bias", zeros({8})});
  CHECK(
      message_of([&] { LayoutFile(file_of(tensors), Layout::hf_gpt2); }) ==
      "theirs: \"ln_f.bias\" and \"transformer.ln_f.bias\"; expected one of the two: they are the "
      "same parameter");
}

TEST_CASE("layout: all that does not fit is in one message") {
  CHECK(refused(Layout::pytorch, [](auto&) {}) == "");
  CHECK(
      refused(Layout::pytorch,
              [](std::vector<NamedTensor>& tensors) {
                named(tensors, "transformer.wpe.weight").tensor = zeros({6, 8});
                named(tensors, "transformer.ln_f.bias").name = "transformer.ln_f.beta";
                tensors.push_back({"more", zeros({})});
              }) ==
      "theirs: missing: \"transformer.ln_f.bias\"; left over: \"transformer.ln_f.beta\", \"more\"; "
      "of another shape: \"transformer.wpe.weight\" [6,8] for [5,8]; expected the 28 parameters "
      "of such a GPT, as real numbers. Try: --layout hf-gpt2, when Hugging Face wrote it");
  // Names of others stay on the line of the message.
  const auto line_break = [](std::vector<NamedTensor>& tensors) {
    tensors.push_back({"more\nthan one line", zeros({})});
  };
  CHECK(refused(Layout::pytorch, line_break).find('\n') == std::string::npos);
  CHECK(contains(refused(Layout::pytorch, line_break), "left over: \"more"));
  CHECK(contains(refused(Layout::hf_gpt2,
                         [](std::vector<NamedTensor>& tensors) {
                           for (int i = 0; i < 23; ++i) {
                             tensors.push_back({fmt::format("x{}", i), zeros({})});
                           }
                         }),
                 "\"x6\" and 3 more; expected"));
  CHECK(refused(Layout::hf_gpt2,
                [](std::vector<NamedTensor>& tensors) {
                  tensors.push_back({"lm_head.weight", zeros({11, 8})});
                }) ==
        "theirs: \"lm_head.weight\" differs from \"transformer.wte.weight\"; expected the same "
        "numbers in a tied model. Try: \"tie_word_embeddings\": false in config.json");
  // The other layout: no map but the square one fits.
  const auto model = model_of(tiny());
  const LayoutFile file(file_of(theirs(*model, Layout::hf_gpt2)), Layout::pytorch);
  CHECK(contains(message_of([&] { file.tensors(tiny()); }),
                 "\"transformer.h.0.attn.c_attn.weight\" [8,24] for [24,8]"));

  const std::vector<NamedTensor> none;
  const std::vector<NamedIndices> indices = {{"wte.weight", {1, 2}}};
  const auto integers = SafetensorsFile::from_bytes(safetensors_bytes(none, {}, indices), "theirs");
  CHECK(contains(message_of([&] { LayoutFile(integers, Layout::pytorch).tensors(tiny()); }),
                 "of another type: \"transformer.wte.weight\" I64"));
}

}  // namespace layout_file_test
