// layout_file.h: a GPT that another program wrote, as .safetensors in one of the layouts: its files
// and its tensors.
#pragma once

#include <map>
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

/// The names in the text of a model.safetensors.index.json. Throws Error for one that is not JSON,
/// has no "weight_map", or names a file that is not a .safetensors file in its own folder.
std::set<std::string> files_of_index(const std::string& text, const std::string& where);

/// `from` is a file, or a folder with model.safetensors or with model.safetensors.index.json, the
/// index of a model in several files. Throws Error for a folder without them, for a file as
/// SafetensorsFile does, and for an index as files_of_index() does.
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
