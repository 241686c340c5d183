// layout.cpp: names word by word, transposed maps, and what GPT-2 cannot express.
#include "gpt/layouts/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "gpt/layouts/gpt2_config.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {
namespace {

// Words between the dots of a name; "" is left out. layer1 and layer2 are the maps of an MLP, fc1
// and fc2 those of a gated one.
const std::map<std::string_view, std::string_view>& words() {
  static const std::map<std::string_view, std::string_view> table = {
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

// Adds the gains and biases of GPT-2 that the model does not have.
class Filler {
 public:
  explicit Filler(std::vector<NamedTensor>& tensors) : tensors_(tensors) {}

  void norm(const std::string& name, Index C) {
    fill(name + ".weight", C, 1);
    fill(name + ".bias", C, 0);
  }
  void map(const std::string& name, Index out) { fill(name + ".bias", out, 0); }

 private:
  void fill(const std::string& name, Index size, real value) {
    const bool there = std::any_of(tensors_.begin(), tensors_.end(),
                                   [&](const NamedTensor& tensor) { return tensor.name == name; });
    if (!there) tensors_.push_back({name, full({size}, value)});
  }

  std::vector<NamedTensor>& tensors_;
};

void fill_gpt2(std::vector<NamedTensor>& tensors, const GPTOptions& options) {
  const Index C = options.n_embd, H = options.hidden.value_or(4 * C);
  Filler filler(tensors);
  for (Index i = 0; i < options.n_layer; ++i) {
    const std::string block = fmt::format("transformer.h.{}.", i);
    filler.norm(block + "ln_1", C);
    filler.map(block + "attn.c_attn", 3 * C);
    filler.map(block + "attn.c_proj", C);
    filler.norm(block + "ln_2", C);
    filler.map(block + "mlp.c_fc", H);
    filler.map(block + "mlp.c_proj", C);
  }
  filler.norm("transformer.ln_f", C);
}

}  // namespace

const std::vector<std::string>& layout_names() {
  static const std::vector<std::string> names = {"pytorch", "hf-gpt2"};
  return names;
}

Layout layout_named(const std::string& name) {
  return name == layout_names()[0] ? Layout::pytorch : Layout::hf_gpt2;
}

std::string name_elsewhere(const std::string& ours) {
  std::string theirs;
  for (std::size_t begin = 0; begin <= ours.size();) {
    const std::size_t end = std::min(ours.find('.', begin), ours.size());
    const std::string_view word = std::string_view(ours).substr(begin, end - begin);
    const auto entry = words().find(word);
    if (begin > 0) theirs += '.';
    theirs += entry == words().end() ? word : entry->second;
    begin = end + 1;
  }
  return theirs;
}

bool is_transposed(const std::string& theirs, Layout layout) {
  if (layout == Layout::pytorch) return false;
  constexpr std::string_view maps[] = {".attn.c_attn.weight", ".attn.c_proj.weight",
                                       ".mlp.c_fc.weight", ".mlp.c_proj.weight"};
  return std::any_of(std::begin(maps), std::end(maps), [&](std::string_view end) {
    return theirs.size() > end.size() &&
           theirs.compare(theirs.size() - end.size(), end.size(), end) == 0;
  });
}

void check_layout(const GPTOptions& options, Layout layout) {
  if (layout == Layout::pytorch) return;
  std::string found;
  const auto refuse = [&](const std::string& what) {
    if (!found.empty()) found += ", ";
    found += what;
  };
  if (gpt2_activation(options.ffn) == nullptr) refuse("ffn " + options.ffn);
  if (options.norm != "layer") refuse("norm " + options.norm);
  if (options.norm_embedding) refuse("a norm before the blocks");
  if (!options.norm_final) refuse("no norm after the blocks");
  if (options.positions != "learned") refuse("positions " + options.positions);
  if (found.empty()) return;
  throw UsageError("--layout hf-gpt2", "a model with " + found,
                   "what GPT-2 has: ffn relu, gelu, gelu_tanh, silu or relu2, layer norms in the "
                   "blocks and after them, learned positions",
                   "--layout pytorch");
}

std::vector<NamedTensor> tensors_elsewhere(const GPT& model, Layout layout) {
  check_layout(model.options, layout);
  const NoGrad no_grad;
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : model.named_parameters()) {
    const std::string name = name_elsewhere(parameter.name);
    tensors.push_back({name, is_transposed(name, layout) ? transpose(parameter.tensor, 0, 1)
                                                         : parameter.tensor.detach()});
  }
  if (layout == Layout::hf_gpt2) fill_gpt2(tensors, model.options);
  return tensors;
}

SafetensorsMetadata metadata_elsewhere(const SavedRun& run, Layout layout) {
  SafetensorsMetadata metadata = metadata_of(run);
  metadata["layout"] = layout_names()[layout == Layout::pytorch ? 0 : 1];
  metadata[checksum_key] = "";
  // As the reference library marks it.
  if (run.model.tied) metadata["lm_head.weight"] = "transformer.wte.weight";
  return metadata;
}

}  // namespace holo
