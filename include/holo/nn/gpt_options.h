// gpt_options.h: the sizes of a GPT and the kinds of its parts, but not how to train it.
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
  Index block_size = 64;                           ///< the largest number of positions in a call
  Index n_layer = 4, n_head = 4, n_embd = 128;     ///< blocks, heads per block, channels C
  std::optional<Index> n_head_kv = {};             ///< key and value heads; default: n_head
  std::string ffn = "gelu";                        ///< a name from feed_forward.h
  std::optional<Index> hidden = {};                ///< H in feed_forward.h
  Norm norm = Norm::layer;                         ///< or Norm::rms
  bool norm_gain = true;                           ///< the norms have gains (biases: see bias)
  double norm_epsilon = 1e-5;                      ///< see norm.h
  bool norm_embedding = false, norm_final = true;  ///< norms before the first, after the last block
  Positions positions = Positions::learned;        ///< or rotary, if n_embd / n_head is even
  double rotary_base = 1e4;                        ///< see rotary.h
  bool bias = true;                                ///< biases in linear layers and layer norms
  bool tied = true;                                ///< the head is the token embedding
  double dropout = 0;                              ///< dropout after the embedding, in each branch
  std::uint64_t dropout_seed = 0;
  double init_std = 0.02;  ///< std of initial embeddings and linear weights; biases start at 0
  /// Uses init_std / sqrt(2 n_layer) for the last linear layer of each branch, as in Radford et al.
  /// 2019 (GPT-2).
  bool scaled_init = true;
};

/// The model of 07_microgpt: 16 positions, one block of 16 channels and 4 heads, ReLU, RMSNorm
/// without gain, no biases, an untied head, a norm after the embedding and none at the end.
GPTOptions microgpt_options(Index vocab_size);

/// The default GPTOptions: the layout of GPT-2 as in Karpathy's nanoGPT, with LayerNorm, GELU by
/// erf, and a tied head.
GPTOptions nano_options(Index vocab_size);

/// Throws UsageError unless all sizes are at least 1, n_head divides n_embd, n_head_kv divides
/// n_head, ffn is known, and 0 <= dropout < 1. Rotary heads must have an even number of channels.
/// init_std and norm_epsilon must be finite and not negative, and rotary_base must be above 0.
void check_gpt_options(const GPTOptions& options);

/// The parameter_count() of a GPT with these options, without allocating it. Throws the same errors
/// as check_gpt_options, and ShapeError for a count above 2^63.
Index gpt_parameter_count(const GPTOptions& options);

/// The options that determine shapes and formulas, as named texts: for example, "gpt.n_layer" is
/// "4". Dropout and initialisation belong to training and are left out. n_head_kv, norm_epsilon and
/// rotary_base appear only if not the default, because older versions do not know them.
std::map<std::string, std::string> gpt_options_to_text(const GPTOptions& options);
/// Reads options back from such texts, and ignores names that do not begin with "gpt.". Throws
/// holo::Error, with `where` in front, if an option is missing or unknown or has a wrong value.
GPTOptions gpt_options_from_text(const std::map<std::string, std::string>& text,
                                 const std::string& where);

}  // namespace holo
