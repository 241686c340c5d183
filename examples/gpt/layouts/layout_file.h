// layout_file.h: a GPT that another program wrote, as .safetensors in one of the layouts. Which
// sizes it has: layout_options.h.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gpt/layouts/layout.h"
#include "holo/safetensors.h"

namespace holo {

/// Names are those of layout.h, "transformer.wte.weight", also where the file has "_orig_mod."
/// before them, as compiled models do, or no "transformer.". Masks of the attention, *.attn.bias
/// and *.attn.masked_bias, are passed over.
class LayoutFile {
 public:
  /// Throws Error for two tensors of one name.
  LayoutFile(const SafetensorsFile& file, Layout layout);

  bool contains(const std::string& name) const { return names_.count(name) > 0; }
  /// As they are in the file. REQUIRES: contains(name).
  const std::vector<Index>& sizes(const std::string& name) const;
  /// Is the head a table of its own, other than that of the tokens? Throws Error as load() does.
  bool has_own_head() const;

  /// The parameters of such a GPT, under our names and in our shapes. Throws one Error that lists
  /// all that is missing, left over, of another shape or of a dtype that is not a real number; or
  /// when a model of these sizes is far larger than the file; for two tables in a tied model that
  /// differ; or when its checksum, if it has one, says that it is damaged.
  std::vector<NamedTensor> tensors(const GPTOptions& options) const;

  const SafetensorsMetadata& metadata() const { return file_.metadata(); }
  const std::string& where() const { return file_.where(); }

 private:
  struct Wanted {
    std::string ours, theirs;
    std::vector<Index> sizes;  // theirs
  };
  std::vector<Wanted> wanted(const GPTOptions& options) const;
  void check(const std::vector<Wanted>& wanted, bool tied) const;
  Tensor load(const std::string& name) const;

  SafetensorsFile file_;
  Layout layout_;
  std::map<std::string, std::string> names_;  // as above, and in the file
};

}  // namespace holo
