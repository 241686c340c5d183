// training_memory.h: how much memory the training of a GPT will take, before anything is allocated.
//
//   parameters   4 numbers for each: itself, its gradient, and the m and v of AdamW
//   activations  what the forward pass keeps for the backward, and the first gradients
//
// With several shards a step has those of one at a time, and a fifth number: the sum of gradients.
#pragma once

#include <string>

#include "holo/nn/gpt_options.h"

namespace holo {

/// In bytes.
struct TrainingMemory {
  double parameters = 0;   ///< with their gradients and the state of AdamW
  double activations = 0;  ///< of one step, or of one of its shards
  double sum = 0;          ///< of the gradients of several shards
  /// Of the parameters alone, a fifth one, which is there while the optimizer is made.
  double copy() const { return parameters / 4; }
  /// The most at one time: the copy has gone when the sum and the activations come.
  double peak() const;
  /// "1.4 GiB: 0.9 GiB for parameters, gradients and optimizer, 0.5 GiB for the activations of a
  /// step", or, when the copy is larger than those, "for a copy while the optimizer is made".
  std::string to_string() const;
};

/// What memory_stats().peak_bytes will be within a factor of training_memory_factor, for steps of
/// `batch` rows of block_size tokens, in so many shards. Throws like check_gpt_options(), and
/// UsageError for more than 2^63 parameters.
TrainingMemory training_memory(const GPTOptions& options, Index batch, Index shards = 1);
inline constexpr double training_memory_factor = 1.25;

/// Compares it with `limit` bytes, whose `source` is for messages. Throws UsageError when the need
/// is larger even if it is estimated too high by that factor. Returns a warning when it may be, an
/// empty text when there is room. `hint`: what to try.
std::string check_training_memory(const TrainingMemory& need, double limit,
                                  const std::string& source, const std::string& hint);

}  // namespace holo
