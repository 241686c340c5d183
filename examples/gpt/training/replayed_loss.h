// replayed_loss.h: the loss of a batch and its gradient, by a Replay for each shape of a batch. Not
// the optimizer: it does not build a graph.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "gpt/dataset.h"
#include "holo/device.h"
#include "holo/nn/gpt.h"
#include "holo/replay.h"

namespace holo {

/// Whether a training with --replay `mode`, "on", "off" or "auto", records on this device. "auto"
/// leaves out a GPU, where nobody has measured what a CUDA graph saves.
bool may_replay(const std::string& mode, Device device);

class ReplayedLoss {
 public:
  /// `mode`: "on", "off", or "auto": as long as it saves time, which it does where the results of a
  /// step are small and little memory is needed for all shapes, where may_replay().
  explicit ReplayedLoss(std::string mode) : mode_(std::move(mode)) {}

  /// `model.loss()` and its backward(), with the same bits, after zero_grad(). While an observer
  /// watches, such as the log of --trace, they are computed in the usual way. REQUIRES: the same
  /// model in each call, in training.
  Tensor backward(GPT& model, const TokenBatch& batch);

  /// How many shapes have a Replay.
  std::size_t size() const { return replays_.size(); }

 private:
  struct OfShape {
    Indices tokens, targets;
    Tensor loss;
    Replay replay;
  };
  using Sizes = std::pair<Index, Index>;  // B, T

  bool wanted(const GPT& model, const Sizes& sizes) const;
  Tensor captured(GPT& model, const TokenBatch& batch, const Sizes& sizes);

  std::string mode_;
  std::map<Sizes, OfShape> replays_;
  std::size_t bytes_ = 0;             // of all
  Index too_large_ = Index{1} << 62;  // so many tokens, and more
};

}  // namespace holo
