// layout_names.cpp: the names of others, word by word, and which of their tensors are one of ours.
#include <algorithm>
#include <map>
#include <string_view>

#include "gpt/layouts/layout.h"

namespace holo {
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
  return std::any_of(std::begin(maps), std::end(maps), [&](std::string_view end) {
    return theirs.size() > end.size() &&
           theirs.compare(theirs.size() - end.size(), end.size(), end) == 0;
  });
}

}  // namespace holo
