// layout.cpp: the names of others, word by word, and which of their tensors are one of ours; what
// others cannot express, and the tensors that they expect.
#include "gpt/layouts/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "gpt/layouts/model_config.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {

// ---- names ----

namespace {

// Words between the dots of a name, ours and theirs.
using Words = std::map<std::string_view, std::string_view>;

// layer1 and layer2 are the maps of an MLP, fc1 and fc2 those of a gated one.
const Words& nano_words() {
  static const Words table = {
      {"token_embedding", "transformer.wte"},
      {"position_embedding", "transformer.wpe"},
      {"embedding_norm", "transformer.ln_e"},
      {"final_norm", "transformer.ln_f"},
      {"head", "lm_head"},
      {"blocks", "transformer.h"},
      {"attention_norm", "ln_1"},
      {"attention", "attn"},
      {"in_proj", "c_attn"},
      {"out_proj", "c_proj"},
      {"feed_forward_norm", "ln_2"},
      {"feed_forward", "mlp"},
      {"layer1", "c_fc"},
      {"fc1", "c_fc"},
      {"layer2", "c_proj"},
      {"fc2", "c_proj"},
  };
  return table;
}

const Words& llama_words() {
  static const Words table = {
      {"token_embedding", "model.embed_tokens"},
      {"final_norm", "model.norm"},
      {"head", "lm_head"},
      {"blocks", "model.layers"},
      {"attention_norm", "input_layernorm"},
      {"attention", "self_attn"},
      {"in_proj", "q_proj"},
      {"out_proj", "o_proj"},
      {"feed_forward_norm", "post_attention_layernorm"},
      {"feed_forward", "mlp"},
      {"fc1", "up_proj"},
      {"fc2", "down_proj"},
  };
  return table;
}

}  // namespace

const std::vector<std::string>& layout_names() {
  static const std::vector<std::string> names = {"pytorch", "hf-gpt2", "hf-llama"};
  return names;
}

const std::string& layout_name(Layout layout) {
  return layout_names()[static_cast<std::size_t>(layout)];
}

Layout layout_named(const std::string& name) {
  const std::vector<std::string>& names = layout_names();
  return static_cast<Layout>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::string name_elsewhere(const std::string& ours, Layout layout) {
  const Words& words = layout == Layout::hf_llama ? llama_words() : nano_words();
  std::string theirs;
  for (std::size_t begin = 0; begin <= ours.size();) {
    const std::size_t end = std::min(ours.find('.', begin), ours.size());
    const std::string_view word = std::string_view(ours).substr(begin, end - begin);
    const auto entry = words.find(word);
    if (begin > 0) theirs += '.';
    theirs += entry == words.end() ? word : entry->second;
    begin = end + 1;
  }
  return theirs;
}

std::vector<LayoutPart> parts_elsewhere(const std::string& ours, Index rows,
                                        const GPTOptions& options, Layout layout) {
  const std::string name = name_elsewhere(ours, layout);
  if (layout != Layout::hf_llama) return {{name, rows}};
  const auto named = [&](std::string_view first, const char* other) {
    return std::string(name).replace(name.find(first), first.size(), other);
  };
  if (name.find("q_proj") != std::string::npos) {
    const Index D = options.n_embd / options.n_head;
    const Index k = options.n_head_kv.value_or(options.n_head) * D;
    return {{name, rows - 2 * k}, {named("q_proj", "k_proj"), k}, {named("q_proj", "v_proj"), k}};
  }
  if (name.find("up_proj") != std::string::npos) {
    return {{name, rows / 2}, {named("up_proj", "gate_proj"), rows / 2}};
  }
  return {{name, rows}};
}

bool is_transposed(const std::string& theirs, Layout layout) {
  if (layout != Layout::hf_gpt2) return false;
  constexpr std::string_view maps[] = {".attn.c_attn.weight", ".attn.c_proj.weight",
                                       ".mlp.c_fc.weight", ".mlp.c_proj.weight"};
  return std::any_of(std::begin(maps), std::end(maps),
                     [&](std::string_view end) { return theirs.ends_with(end); });
}

// ---- tensors ----

namespace {

// Adds the gains and biases of GPT-2, and the gains of Llama, that the model does not have.
void add_missing(std::vector<NamedTensor>& tensors, const GPTOptions& options, Layout layout) {
  const Index C = options.n_embd, H = options.hidden.value_or(4 * C);
  const auto add = [&](const std::string& name, Index size, real value) {
    const bool there = std::any_of(tensors.begin(), tensors.end(),
                                   [&](const NamedTensor& tensor) { return tensor.name == name; });
    if (!there) tensors.push_back({name, full({size}, value)});
  };
  const auto add_norm = [&](const std::string& name) {
    add(name + ".weight", C, 1);
    if (layout == Layout::hf_gpt2) add(name + ".bias", C, 0);
  };
  for (Index i = 0; i < options.n_layer; ++i) {
    if (layout == Layout::hf_llama) {
      const std::string block = fmt::format("model.layers.{}.", i);
      add_norm(block + "input_layernorm");
      add_norm(block + "post_attention_layernorm");
      continue;
    }
    const std::string block = fmt::format("transformer.h.{}.", i);
    add_norm(block + "ln_1");
    add(block + "attn.c_attn.bias", 3 * C, 0);
    add(block + "attn.c_proj.bias", C, 0);
    add_norm(block + "ln_2");
    add(block + "mlp.c_fc.bias", H, 0);
    add(block + "mlp.c_proj.bias", C, 0);
  }
  add_norm(layout == Layout::hf_llama ? "model.norm" : "transformer.ln_f");
}

}  // namespace

void check_layout(const GPTOptions& options, Layout layout) {
  if (layout == Layout::pytorch) return;
  const bool llama = layout == Layout::hf_llama;
  std::string found;
  const auto refuse = [&](bool wrong, const std::string& what) {
    if (wrong) found += (found.empty() ? "" : ", ") + what;
  };
  const char* const activation =
      llama ? llama_activation(options.ffn) : gpt2_activation(options.ffn);
  refuse(activation == nullptr, "ffn " + options.ffn);
  refuse(options.norm != (llama ? Norm::rms : Norm::layer),
         std::string("norm ") + kind_name(options.norm));
  refuse(options.norm_embedding, "a norm before the blocks");
  refuse(!options.norm_final, "no norm after the blocks");
  refuse(options.positions != (llama ? Positions::rotary : Positions::learned),
         std::string("positions ") + kind_name(options.positions));
  refuse(!llama && options.n_head_kv.value_or(options.n_head) != options.n_head,
         fmt::format("n_head_kv {}", options.n_head_kv.value_or(options.n_head)));
  if (found.empty()) return;
  throw UsageError("--layout " + layout_name(layout), "a model with " + found,
                   llama ? "what a Llama has: ffn swiglu, geglu, reglu, glu or bilinear, RMS norms "
                           "in the blocks and after them, rotary positions"
                         : "what GPT-2 has: ffn relu, gelu, gelu_tanh, silu or relu2, layer norms "
                           "in the blocks and after them, learned positions",
                   "--layout pytorch");
}

std::vector<NamedTensor> tensors_elsewhere(const GPT& model, Layout layout) {
  check_layout(model.options, layout);
  const NoGrad no_grad;
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : model.named_parameters()) {
    const Tensor& ours = parameter.tensor;
    Index row = 0;
    for (const LayoutPart& part :
         parts_elsewhere(parameter.name, ours.shape()[0], model.options, layout)) {
      const bool whole = part.rows == ours.shape()[0];
      tensors.push_back({part.name, is_transposed(part.name, layout) ? transpose(ours, 0, 1)
                                    : whole                          ? ours.detach()
                                            : slice(ours, 0, row, row + part.rows)});
      row += part.rows;
    }
  }
  if (layout != Layout::pytorch) add_missing(tensors, model.options, layout);
  return tensors;
}

SafetensorsMetadata metadata_elsewhere(const SavedRun& run, Layout layout) {
  SafetensorsMetadata metadata = metadata_of(run);
  metadata.erase("train.data");
  metadata["layout"] = layout_name(layout);
  metadata[checksum_key] = "";
  // As the reference library marks it.
  if (run.model.tied) {
    metadata[name_elsewhere("head.weight", layout)] =
        name_elsewhere("token_embedding.weight", layout);
  }
  return metadata;
}

}  // namespace holo
