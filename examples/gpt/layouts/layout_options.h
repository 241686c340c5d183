// layout_options.h: the options of a GPT in another layout, from what its file says and from the
// sizes of its tensors.
#pragma once

#include <optional>
#include <string>

#include "gpt/layouts/layout_file.h"

namespace holo {

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
