// layout_file.h: a GPT that another program wrote, as .safetensors in one of the layouts: its
// files, its tensors, and, in the layout pytorch, its options.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "files/safetensors_format.h"
#include "gpt/layouts/layout.h"
#include "holo/safetensors.h"

namespace holo {

/// The files of a model.
struct ModelFiles {
  std::vector<SafetensorsFile> files;
  std::string where;   ///< the file, or the index of several
  std::string folder;  ///< in which they are: config.json may be there too
};

/// The names of the tensors of each file of a model in several files.
using Shards = std::map<std::string, std::set<std::string>>;

/// Of the text of a model.safetensors.index.json. Throws Error for one that is not JSON, has no
/// "weight_map", or names a file that is not a .safetensors file in its own folder.
Shards shards_of_index(const std::string& text, const std::string& where);

/// `from` is a file, or a folder with model.safetensors or with model.safetensors.index.json, the
/// index of a model in several files. Throws Error for a folder without them, for a file as
/// SafetensorsFile does, and for an index that is not JSON, names a file outside of the folder, or
/// does not say of each tensor in which file it is.
ModelFiles open_model_files(const std::string& from);

/// Names are those of layout.h, "transformer.wte.weight", also where the file has "_orig_mod."
/// before them, as compiled models do, or no "transformer." or "model.". Masks of the attention,
/// *.attn.bias and *.attn.masked_bias, and angles of rotary positions, *.rotary_emb.inv_freq, are
/// passed over.
class LayoutFile {
 public:
  /// Throws Error for two tensors of one name.
  LayoutFile(const SafetensorsFile& file, Layout layout)
      : LayoutFile({{file}, file.where(), ""}, layout) {}
  LayoutFile(const ModelFiles& model, Layout layout);

  bool contains(const std::string& name) const { return places_.count(name) > 0; }
  /// As they are in the file. REQUIRES: contains(name).
  const std::vector<Index>& sizes(const std::string& name) const;
  /// Is the head a table of its own, other than that of the tokens? Throws Error as load() does.
  bool has_own_head() const;

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
  Tensor load(const std::string& name) const;
  Tensor load(const Parameter& parameter) const;

  ModelFiles model_;
  Layout layout_;
  std::map<std::string, Place> places_;  // by the names above
};

/// What no tensor says of a model of nanoGPT.
struct LayoutHints {
  std::optional<Index> n_head = {};
  std::optional<std::string> ffn = {};  ///< gelu without
};

/// Of the layout pytorch: the options that export_gpt wrote into the file; without them those of a
/// nanoGPT (layer norms, learned positions) with these sizes. Throws UsageError when n_head is
/// missing or does not divide the channels, or a hint is given for a file that says it itself;
/// Error when a tensor that gives a size is missing or is not a matrix.
GPTOptions pytorch_options_of(const LayoutFile& file, const LayoutHints& hints);

}  // namespace holo
