// gpt_options.h: the sizes of a GPT and the kinds of its parts. Not how it is trained.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "holo/nn/kinds.h"
#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

struct GPTOptions {
  Index vocab_size = 0;                            ///< V, the number of different tokens
  Index block_size = 64;                           ///< the most positions in one call
  Index n_layer = 4, n_head = 4, n_embd = 128;     ///< blocks, heads in each, channels C
  std::optional<Index> n_head_kv = {};             ///< heads of keys and values; default: n_head
  std::string ffn = "gelu";                        ///< a name of feed_forward.h
  std::optional<Index> hidden = {};                ///< H of feed_forward.h
  Norm norm = Norm::layer;                         ///< or Norm::rms
  bool norm_gain = true;                           ///< the norms have gains (biases: see bias)
  double norm_epsilon = 1e-5;                      ///< of norm.h
  bool norm_embedding = false, norm_final = true;  ///< before the first, after the last block
  Positions positions = Positions::learned;        ///< or rotary; then n_embd / n_head is even
  double rotary_base = 1e4;                        ///< of rotary.h
  bool bias = true;                                ///< of the linear maps and layer norms
  bool tied = true;                                ///< the head is the token embedding
  double dropout = 0;                              ///< of the embedding and of each branch
  std::uint64_t dropout_seed = 0;
  double init_std = 0.02;  ///< of embeddings and linear maps; biases begin with 0
  /// The last linear map of each branch has init_std / sqrt(2 n_layer) instead: Radford et al. 2019
  /// (GPT-2).
  bool scaled_init = true;
};

/// The model of 07_microgpt: one block of 16 channels and 4 heads, ReLU, RMSNorm without gain, no
/// biases, a head of its own, a norm after the embedding and none at the end; 16 positions.
GPTOptions microgpt_options(Index vocab_size);

/// The layout of GPT-2 as in Karpathy's nanoGPT: LayerNorm, GELU by erf, tied; the default
/// GPTOptions.
GPTOptions nano_options(Index vocab_size);

/// Throws UsageError for a size below 1, heads that do not divide n_embd, heads of keys that do not
/// divide n_head, an unknown ffn, rotary positions with an odd number of channels a head, dropout
/// outside of [0, 1), an init_std or norm_epsilon that is negative or not finite, and a rotary_base
/// that is not above 0.
void check_gpt_options(const GPTOptions& options);

/// The parameter_count() of that GPT, for a check before its numbers are allocated. Throws like
/// check_gpt_options, and ShapeError above 2^63.
Index gpt_parameter_count(const GPTOptions& options);

/// The options that determine shapes and formulas, as text by name: "gpt.n_layer" is "4". Dropout
/// and initialisation are left out: they belong to the training. n_head_kv, norm_epsilon and
/// rotary_base are there only where they are not the default: older versions read the others.
std::map<std::string, std::string> gpt_options_to_text(const GPTOptions& options);
/// The options from that text; names that do not begin with "gpt." are ignored. Throws holo::Error,
/// with `where` in front, for an option that is missing, unknown or has a wrong value.
GPTOptions gpt_options_from_text(const std::map<std::string, std::string>& text,
                                 const std::string& where);

}  // namespace holo
