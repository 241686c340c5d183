// layout_options.cpp: sizes of tensors as options.
#include "gpt/layouts/layout_options.h"

#include <fmt/format.h>

#include "holo/check.h"

namespace holo {
namespace {

// The sizes [a, b] of a matrix.
const std::vector<Index>& matrix(const LayoutFile& file, const std::string& name) {
  if (!file.contains(name)) {
    throw Error(file.where(), fmt::format("no \"{}\"", name), "the tensors of a nanoGPT",
                "export_gpt's own file, or a state_dict() that was saved as .safetensors");
  }
  const std::vector<Index>& sizes = file.sizes(name);
  if (sizes.size() == 2) return sizes;
  throw Error(file.where(), fmt::format("\"{}\" of shape {}", name, text_of_sizes(sizes)),
              "a matrix");
}

std::string block_name(Index i) { return fmt::format("transformer.h.{}.", i); }

GPTOptions nano_options_of(const LayoutFile& file, const LayoutHints& hints) {
  if (!hints.n_head) {
    throw UsageError("--n-head", "no number of heads: " + file.where() + " does not say it",
                     "how many heads the model has", "--n-head 6");
  }
  const std::vector<Index>& tokens = matrix(file, "transformer.wte.weight");
  GPTOptions options = {.vocab_size = tokens[0],
                        .block_size = matrix(file, "transformer.wpe.weight")[0],
                        .n_layer = 0,
                        .n_head = *hints.n_head,
                        .n_embd = tokens[1],
                        .ffn = hints.ffn.value_or("gelu"),
                        .tied = !file.has_own_head()};
  const std::string first = block_name(0), last_map = first + "mlp.c_proj.weight";
  while (file.contains(block_name(options.n_layer) + "attn.c_attn.weight")) ++options.n_layer;
  matrix(file, first + "attn.c_attn.weight");
  options.bias = file.contains(first + "attn.c_attn.bias");
  options.norm_gain = file.contains(first + "ln_1.weight");
  const bool sized_by_channels = options.ffn.rfind("holo_", 0) == 0;
  if (!sized_by_channels) options.hidden = matrix(file, last_map)[1];
  return options;
}

}  // namespace

GPTOptions pytorch_options_of(const LayoutFile& file, const LayoutHints& hints) {
  if (file.metadata().count("gpt.n_layer") == 0) {
    GPTOptions options = nano_options_of(file, hints);
    if (options.n_head > 0 && options.n_embd % options.n_head != 0) {
      throw UsageError(
          "--n-head",
          fmt::format("{} for the {} channels of {}", options.n_head, options.n_embd, file.where()),
          "a divisor of them");
    }
    check_gpt_options(options);
    return options;
  }
  if (hints.n_head || hints.ffn) {
    throw UsageError(hints.n_head ? "--n-head" : "--ffn", file.where() + " says it itself",
                     "this flag for a file that does not");
  }
  return gpt_options_from_text(file.metadata(), file.where());
}

}  // namespace holo
