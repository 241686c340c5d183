// layout.h: the parameters of a GPT under the names and in the shapes of others, and config.json,
// the file with the options of a GPT-2 or a Llama of Hugging Face. Not how a file of theirs is
// read: see layout_file.h.
//
//   pytorch    names of nanoGPT, a linear map as [out, in]: any GPT; docs/pytorch.md has the table
//   hf_gpt2    GPT-2 of Hugging Face: the same names, four maps of each block as [in, out]
//   hf_llama   Llama of Hugging Face: queries, keys and values, and both halves of the gated layer,
//              are tensors of their own
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gpt/saved_run.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/nn/gpt.h"
#include "holo/nn/gpt_options.h"
#include "holo/nn/kinds.h"
#include "holo/safetensors.h"

namespace holo {

enum class Layout { pytorch, hf_gpt2, hf_llama };
template <>
struct KindNames<Layout> {
  static constexpr std::array all = {"pytorch", "hf-gpt2", "hf-llama"};
};

/// What others call a parameter: "blocks.0.attention.in_proj.weight" is
/// "transformer.h.0.attn.c_attn.weight". A part that they do not have keeps its name.
std::string name_elsewhere(const std::string& ours, Layout layout);

/// A tensor of theirs that is `rows` rows of one of ours.
struct LayoutPart {
  std::string name;
  Index rows;
};
/// The tensors of theirs that are, one below the other, the parameter `ours` of so many rows: one,
/// but in hf_llama for the queries, keys and values, and for the value and gate of a gated layer.
std::vector<LayoutPart> parts_elsewhere(const std::string& ours, Index rows,
                                        const GPTOptions& options, Layout layout);

/// Does the layout have this parameter, by their name, as [in, out]?
bool is_transposed(const std::string& theirs, Layout layout);

/// The parameters under the names of the layout pytorch, constants.
std::vector<NamedTensor> exported_tensors(const GPT& model);

/// metadata_of(run) without the names of the text, the name of the layout, a checksum, and for a
/// tied model which tensor is used for the head.
SafetensorsMetadata exported_metadata(const SavedRun& run);

/// The options that a config.json of hf_gpt2 or hf_llama says; missing ones are as in GPT-2 and
/// Llama. Throws Error, with `where` in front, for text that is not JSON, another kind of model, a
/// missing size, and in one message for everything that our GPT does not compute: scaled or partial
/// rotary positions, heads of another size than hidden_size / num_attention_heads, biases in a part
/// of the maps, quantized weights.
GPTOptions options_of_config(const std::string& text, const std::string& where, Layout layout);

}  // namespace holo
