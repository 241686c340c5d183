// training_memory.h: estimates the memory for training a GPT before anything is allocated.
//
//   parameters   4 numbers for each: itself, its gradient, and AdamW's m and v
//   activations  the tensors that forward keeps for backward, and the first gradients
//
// With several shards, activations count for one shard at a time, and each parameter needs a fifth
// number, the sum of gradients.
#pragma once

#include <string>

#include "holo/nn/gpt_options.h"

namespace holo {

/// The estimate, in bytes.
struct TrainingMemory {
  double parameters = 0;   ///< including gradients and the state of AdamW
  double activations = 0;  ///< for one step, or for one shard
  double sum = 0;          ///< for the sum of several shards' gradients
  /// A copy of the parameters, which exists while the optimizer is being made.
  double copy() const { return parameters / 4; }
  /// The peak. The copy is freed before the sum and the activations appear.
  double peak() const;
  /// "1.4 GiB: 0.9 GiB for parameters, gradients and optimizer, 0.5 GiB for the activations of a
  /// step". If the copy is larger, it ends with "for a copy while the optimizer is made".
  std::string to_string() const;
};

/// Predicts memory_stats().peak_bytes within a factor of training_memory_factor, for steps of
/// `batch` rows of block_size tokens in `shards` shards. Throws what check_gpt_options() throws,
/// and UsageError for more than 2^63 parameters.
TrainingMemory training_memory(const GPTOptions& options, Index batch, Index shards = 1);
inline constexpr double training_memory_factor = 1.25;

/// Compares the estimate with `limit` bytes; messages name its `source`. Throws UsageError if even
/// the estimate divided by training_memory_factor is larger. Returns a warning if the estimate
/// times the factor is larger, otherwise an empty text. `hint` says what to try.
std::string check_training_memory(const TrainingMemory& need, double limit,
                                  const std::string& source, const std::string& hint);

}  // namespace holo
