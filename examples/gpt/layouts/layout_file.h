// layout_file.h: a GPT that another program wrote, as .safetensors in one of the layouts. Which
// sizes it has: layout_options.h.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gpt/layouts/layout.h"
#include "gpt/layouts/model_files.h"
#include "holo/safetensors.h"

namespace holo {

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
  std::vector<NamedTensor> tensors(const GPTOptions& options,
                                   const ReadProgress& progress = {}) const;

  /// Of the first file.
  const SafetensorsMetadata& metadata() const { return model_.files[0].metadata(); }
  const std::string& where() const { return model_.where; }

 private:
  struct Place {
    std::string name;  // in the file
    std::size_t file;
  };
  struct Wanted {
    std::string name;
    std::vector<Index> sizes;  // theirs
  };
  struct Parameter {
    std::string ours;
    std::vector<Wanted> parts;
  };
  std::vector<Parameter> wanted(const GPTOptions& options) const;
  void check(const std::vector<Parameter>& wanted, bool tied) const;
  Tensor load(const std::string& name) const;
  Tensor load(const Parameter& parameter) const;
  const std::string& dtype(const std::string& name) const;

  ModelFiles model_;
  Layout layout_;
  std::map<std::string, Place> places_;  // by the names above
};

}  // namespace holo
