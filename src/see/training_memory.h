// training_memory.h: estimates the memory for training a GPT before anything is allocated.
#pragma once

#include <string>

#include "holo/nn/gpt_options.h"

namespace holo {

/// The estimate, in bytes.
struct TrainingMemory {
  /// 4 numbers for each parameter: itself, its gradient, and AdamW's m and v. With several shards a
  /// fifth one, the sum of their gradients.
  double parameters = 0;
  double activations = 0;  ///< what forward keeps for backward, in one step or one shard
  bool is_shard = false;
  double peak() const { return parameters + activations; }
  /// "1.4 GiB: 0.9 GiB for parameters, gradients and optimizer, 0.5 GiB for the activations of a
  /// step".
  std::string to_string() const;
};

/// Predicts memory_stats().peak_bytes within a factor of training_memory_factor, for steps of
/// `batch` rows of block_size tokens in `shards` shards. Throws what check_gpt_options() throws,
/// and UsageError for more than 2^63 parameters.
TrainingMemory training_memory(const GPTOptions& options, Index batch, Index shards = 1);
inline constexpr double training_memory_factor = 1.5;

/// Compares the estimate with `limit` bytes; messages name its `source`. Throws UsageError if even
/// the estimate divided by training_memory_factor is larger. Returns a warning if the estimate
/// times the factor is larger, otherwise an empty text. `hint` says what to try.
std::string check_training_memory(const TrainingMemory& need, double limit,
                                  const std::string& source, const std::string& hint);

}  // namespace holo
