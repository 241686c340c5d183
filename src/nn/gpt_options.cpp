// gpt_options.cpp: presets of GPT options, and their checks. As text: gpt_options_text.cpp.
#include "holo/nn/gpt_options.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "holo/nn/feed_forward.h"
#include "nn/check_size.h"
#include "nn/choice.h"

namespace holo {
namespace {

constexpr const char* where_gpt = "GPT";
constexpr std::string_view position_names[] = {"learned", "rotary"};

FeedForwardOptions feed_forward_sizes(const GPTOptions& options) {
  return {.hidden = options.hidden, .bias = options.bias};
}

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
  if (options.positions == "rotary" && C / heads % 2 != 0) {
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
          .norm = "rms",
          .norm_gain = false,
          .norm_embedding = true,
          .norm_final = false,
          .bias = false,
          .tied = false,
          .init_std = 0.08,
          .scaled_init = false};
}

GPTOptions nano_options(Index vocab_size) { return {.vocab_size = vocab_size}; }

void check_gpt_options(const GPTOptions& options) {
  checked_size(where_gpt, "vocab_size", options.vocab_size);
  checked_size(where_gpt, "block_size", options.block_size);
  checked_size(where_gpt, "n_layer", options.n_layer);
  checked_size(where_gpt, "n_head", options.n_head);
  checked_size(where_gpt, "n_embd", options.n_embd);
  checked_choice(where_gpt, "norm", options.norm, norm_names);
  checked_choice(where_gpt, "positions", options.positions, position_names);
  check_heads(options);
  feed_forward_parameter_count(options.ffn, options.n_embd, feed_forward_sizes(options));
  if (!(options.dropout >= 0 && options.dropout < 1)) {
    throw UsageError(where_gpt, fmt::format("dropout {}", options.dropout), "0 <= dropout < 1",
                     "0.1");
  }
  if (!(options.init_std >= 0) || !std::isfinite(options.init_std)) {
    throw UsageError(where_gpt, fmt::format("init_std {}", options.init_std),
                     "a finite number from 0 on", "0.02");
  }
  if (!(options.norm_epsilon >= 0) || !std::isfinite(options.norm_epsilon)) {
    throw UsageError(where_gpt, fmt::format("norm_epsilon {}", options.norm_epsilon),
                     "a finite number from 0 on", "1e-5");
  }
  if (!(options.rotary_base > 0) || !std::isfinite(options.rotary_base)) {
    throw UsageError(where_gpt, fmt::format("rotary_base {}", options.rotary_base),
                     "a finite number above 0", "1e4");
  }
}

Index gpt_parameter_count(const GPTOptions& options) {
  check_gpt_options(options);
  const auto times = [](Index a, Index b) { return checked_mul(where_gpt, a, b); };
  const auto plus = [](Index a, Index b) { return checked_add(where_gpt, a, b); };
  const Index C = options.n_embd, V = options.vocab_size;
  const Index norm_numbers =
      options.norm_gain ? (options.norm == "layer" && options.bias ? times(2, C) : C) : 0;
  // in_proj [C + 2 C_kv, C] and out_proj [C, C]
  const Index C_kv = C / options.n_head * options.n_head_kv.value_or(options.n_head);
  const Index rows = plus(times(2, C), times(2, C_kv));
  const Index attention = plus(times(rows, C), options.bias ? rows : 0);
  const Index block =
      plus(plus(attention, times(2, norm_numbers)),
           feed_forward_parameter_count(options.ffn, C, feed_forward_sizes(options)));
  const Index tables = plus(times(options.tied ? 1 : 2, times(V, C)),
                            options.positions == "learned" ? times(options.block_size, C) : 0);
  const Index norms =
      (options.norm_embedding ? norm_numbers : 0) + (options.norm_final ? norm_numbers : 0);
  return plus(plus(tables, norms), times(options.n_layer, block));
}

}  // namespace holo
