// layout.h: a GPT of another program, as .safetensors: its parameters under the names and in the
// shapes of others, config.json, the file with the options of a GPT-2 or a Llama of Hugging Face,
// and the files that hold the tensors.
//
//   pytorch    names of nanoGPT, a linear map as [out, in]: any GPT; docs/pytorch.md has the table
//   hf_gpt2    GPT-2 of Hugging Face: the same names, four maps of each block as [in, out]
//   hf_llama   Llama of Hugging Face: queries, keys and values, and both halves of the gated layer,
//              are tensors of their own
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "files/safetensors_format.h"
#include "gpt/saved_run.h"
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

/// The files of a model.
struct ModelFiles {
  std::vector<SafetensorsFile> files;
  std::string where;   ///< the file, or the index of several
  std::string folder;  ///< in which they are: config.json may be there too
};

/// The names in the text of a model.safetensors.index.json. Throws Error for one that is not JSON,
/// has no "weight_map", or names a file that is not a .safetensors file in its own folder.
std::set<std::string> files_of_index(const std::string& text, const std::string& where);

/// `from` is a file, or a folder with model.safetensors or with model.safetensors.index.json, the
/// index of a model in several files. Throws Error for a folder without them, for a file as
/// SafetensorsFile does, and for an index as files_of_index() does.
ModelFiles open_model_files(const std::string& from);

/// A tensor has its name of the layout, "transformer.wte.weight", also where the file has no
/// "transformer." or "model.". Masks of the attention, *.attn.bias and *.attn.masked_bias, and
/// angles of rotary positions, *.rotary_emb.inv_freq, are passed over.
class LayoutFile {
 public:
  /// Throws Error for two tensors of one name.
  LayoutFile(const SafetensorsFile& file, Layout layout)
      : LayoutFile({{file}, file.where(), ""}, layout) {}
  LayoutFile(const ModelFiles& model, Layout layout);

  /// The parameters of such a GPT, under our names and in our shapes. Throws one Error that lists
  /// all that is missing, left over, of another shape or of a dtype that is not a real number; or
  /// when a model of these sizes is far larger than the file; for two tables in a tied model that
  /// differ; or when its checksum, if it has one, says that it is damaged.
  std::vector<NamedTensor> tensors(const GPTOptions& options) const;

  /// Of the first file.
  const SafetensorsMetadata& metadata() const { return model_.files[0].metadata(); }
  const std::string& where() const { return model_.where; }

 private:
  struct Place {
    std::string name;  // in the file
    std::size_t file;
  };
  struct Parameter {
    std::string ours;
    std::vector<WantedTensor> parts;  // theirs
  };
  std::vector<Parameter> wanted(const GPTOptions& options) const;
  void check(const std::vector<Parameter>& wanted, bool tied) const;
  bool contains(const std::string& name) const { return places_.count(name) > 0; }
  bool has_own_head() const;  // other than the table of the tokens
  Tensor load(const std::string& name) const;
  Tensor load(const Parameter& parameter) const;

  ModelFiles model_;
  Layout layout_;
  std::map<std::string, Place> places_;  // by the names above
};

}  // namespace holo
