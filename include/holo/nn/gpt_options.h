// gpt_options.h: the sizes of a GPT and the kinds of its parts, but not how to train it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "holo/nn/kinds.h"
#include "holo/shape.h"
#include "holo/version.h"

namespace holo {

struct GPTOptions {
  Index vocab_size = 0;                            ///< V, the number of distinct tokens
  Index block_size = 64;                           ///< the maximum number of positions per call
  Index n_layer = 4, n_head = 4, n_embd = 128;     ///< number of blocks, heads per block, channels
  std::optional<Index> n_head_kv = {};             ///< number of key/value heads; default: n_head
  std::string ffn = "gelu";                        ///< feed-forward layer: a name in feed_forward.h
  std::optional<Index> hidden = {};                ///< number of hidden units: H in feed_forward.h
  Norm norm = Norm::layer;                         ///< kind of all norms: Norm::layer or Norm::rms
  bool norm_gain = true;                           ///< whether norms have a learned gain
  double norm_epsilon = 1e-5;                      ///< epsilon of all norms
  bool norm_embedding = false, norm_final = true;  ///< norm after embedding; norm before the head
  Positions positions =
      Positions::learned;    ///< with Positions::rotary, n_embd / n_head must be even
  double rotary_base = 1e4;  ///< base of the rotary angles: see attention.h
  bool bias = true;          ///< whether linear layers and layer norms have biases
  bool tied = true;          ///< whether the head reuses the token embedding's weight
  double dropout = 0;        ///< probability of dropout, applied as in gpt.h
  std::uint64_t dropout_seed = 0;
  double init_std = 0.02;  ///< initial std of embeddings and linear weights; biases start at 0
  /// If true, the initial std of each branch's last linear layer is init_std / sqrt(2 n_layer)
  /// instead, as in Radford et al. 2019 (GPT-2).
  bool scaled_init = true;
};

/// The options of the model in 07_microgpt: 16 positions, one block of 16 channels and 4 heads,
/// ReLU, RMSNorm without gain, no biases, an untied head, and a norm after the embedding but none
/// before the head.
GPTOptions microgpt_options(Index vocab_size);

/// The default GPTOptions: the layout of GPT-2 as in Karpathy's nanoGPT, with LayerNorm, the exact
/// GELU, and a tied head.
GPTOptions nano_options(Index vocab_size);

/// Returns the options. Throws UsageError unless all sizes are at least 1, n_head divides n_embd,
/// n_head_kv divides n_head, ffn is known, and 0 <= dropout < 1. Rotary heads need an even number
/// of channels. init_std and norm_epsilon must be finite and not negative; rotary_base must be
/// above 0.
const GPTOptions& check_gpt_options(const GPTOptions& options);

/// The number of parameters of a GPT with these options, computed without allocating the GPT.
/// Throws the same errors as check_gpt_options, and ShapeError for a count above 2^63.
Index gpt_parameter_count(const GPTOptions& options);

/// The options that determine shapes and formulas, as a map of strings: for example, "gpt.n_layer"
/// is "4". Omits dropout and initialisation, which matter only in training. Omits n_head_kv,
/// norm_epsilon and rotary_base if they have their default values, because older versions do not
/// know these options.
std::map<std::string, std::string> gpt_options_to_text(const GPTOptions& options);
/// Reads the result of gpt_options_to_text(), and ignores names that do not begin with "gpt.".
/// Throws holo::Error, beginning with `where`, if an option is missing, unknown or wrong.
GPTOptions gpt_options_from_text(const std::map<std::string, std::string>& text,
                                 const std::string& where);

}  // namespace holo
