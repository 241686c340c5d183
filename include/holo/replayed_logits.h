// replayed_logits.h: the logits of a text that grows token by token, without building a graph for
// each token. What a graph costs, and when this pays: docs/step_cost.md.
//
//   ReplayedLogits logits(model);
//   for (...) generate(std::ref(logits), {bos}, 100, bos, options, random);
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "holo/real.h"
#include "holo/shape.h"

namespace holo {

class GPT;

/// A Replay for each length of a text: its token goes in, and the keys and values of the length
/// before.
class ReplayedLogits {
 public:
  /// Lengths are recorded until they need `most_bytes` of memory, or one alone a quarter of a
  /// megabyte: the kernels of longer texts are called in the usual way. REQUIRES: the model lives
  /// longer than this.
  explicit ReplayedLogits(GPT& model, std::size_t most_bytes = std::size_t{16} << 20);
  ~ReplayedLogits();
  ReplayedLogits(const ReplayedLogits&) = delete;
  ReplayedLogits& operator=(const ReplayedLogits&) = delete;

  /// The logits [V] behind `tokens`, in evaluation, with the bits that the model has when it gets
  /// one token after the other with a GPTCache, from the numbers that its parameters have now. A
  /// text that is one token longer than that of the call before goes on with its keys and values,
  /// which are those of the parameters then; any other text is read from its first token on. Of one
  /// longer than block_size the last tokens are read at once. Throws holo::Error for an empty text,
  /// for a token that the model does not have, and as capture() and Replay::run() do.
  std::vector<real> operator()(const std::vector<Index>& tokens);

  /// How many lengths have a Replay.
  std::size_t size() const { return lengths_.size(); }

 private:
  struct Length;
  struct Rest;

  void read(std::size_t position, Index token);
  void record(Index token);
  std::vector<real> behind_window(const std::vector<Index>& tokens);

  GPT& model_;
  std::size_t most_bytes_, bytes_ = 0;
  bool full_ = false;
  std::vector<std::unique_ptr<Length>> lengths_;
  std::unique_ptr<Rest> rest_;  // of a text that is longer
  std::vector<Index> read_;     // tokens of the call before
};

}  // namespace holo
