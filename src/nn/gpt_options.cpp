// gpt_options.cpp: presets for GPT options, and their validation. gpt_options_text.cpp converts
// options to text.
#include "holo/nn/gpt_options.h"

#include <fmt/format.h>

#include <cmath>

#include "holo/nn/feed_forward.h"
#include "nn/checks.h"

namespace holo {
namespace {

constexpr const char* where_gpt = "GPT";

void check_heads(const GPTOptions& options) {
  const Index C = options.n_embd, heads = options.n_head;
  if (C % heads != 0) {
    const Index below = C / heads * heads, above = checked_add(where_gpt, below, heads);
    throw UsageError(where_gpt, fmt::format("n_embd {} is not divisible by n_head {}", C, heads),
                     "a multiple of it",
                     below == 0 ? fmt::format("n_embd {}", above)
                                : fmt::format("n_embd {} or {}", below, above));
  }
  const Index kv = checked_size(where_gpt, "n_head_kv", options.n_head_kv.value_or(heads));
  if (heads % kv != 0) {
    throw UsageError(where_gpt, fmt::format("n_head_kv {} and n_head {}", kv, heads),
                     "an n_head_kv that divides n_head");
  }
  if (options.positions == Positions::rotary && C / heads % 2 != 0) {
    throw UsageError(where_gpt, fmt::format("rotary positions with {} channels a head", C / heads),
                     "an even number: they are rotated in pairs", "another n_head or n_embd");
  }
}

}  // namespace

GPTOptions microgpt_options(Index vocab_size) {
  return {.vocab_size = vocab_size,
          .block_size = 16,
          .n_layer = 1,
          .n_head = 4,
          .n_embd = 16,
          .ffn = "relu",
          .norm = Norm::rms,
          .norm_gain = false,
          .norm_embedding = true,
          .norm_final = false,
          .bias = false,
          .tied = false,
          .init_std = 0.08,
          .scaled_init = false};
}

GPTOptions nano_options(Index vocab_size) { return {.vocab_size = vocab_size}; }

const GPTOptions& check_gpt_options(const GPTOptions& options) {
  checked_size(where_gpt, "vocab_size", options.vocab_size);
  checked_size(where_gpt, "block_size", options.block_size);
  checked_size(where_gpt, "n_layer", options.n_layer);
  checked_size(where_gpt, "n_head", options.n_head);
  checked_size(where_gpt, "n_embd", options.n_embd);
  check_heads(options);
  feed_forward_hidden(options.ffn, options.n_embd, options.hidden);
  if (!(options.dropout >= 0 && options.dropout < 1)) {
    throw UsageError(where_gpt, fmt::format("dropout {}", options.dropout), "0 <= dropout < 1",
                     "0.1");
  }
  checked_number(where_gpt, "init_std", options.init_std, "0.02");
  checked_number(where_gpt, "norm_epsilon", options.norm_epsilon, "1e-5");
  if (!(options.rotary_base > 0) || !std::isfinite(options.rotary_base)) {
    throw UsageError(where_gpt, fmt::format("rotary_base {}", options.rotary_base),
                     "a finite number above 0", "1e4");
  }
  return options;
}

}  // namespace holo
