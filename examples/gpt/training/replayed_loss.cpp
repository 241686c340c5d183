// replayed_loss.cpp: which steps are recorded, and how the tokens of a batch get into them.
#include "gpt/training/replayed_loss.h"

#include <algorithm>

namespace holo {
namespace {

// Bytes of the results of one step, and of all steps that "auto" records. The graph of a step with
// more results takes about a hundredth of the time: docs/step_cost.md.
constexpr std::size_t most_of_one = std::size_t{1} << 20, most_of_all = std::size_t{16} << 20;

Tensor eager(GPT& model, const TokenBatch& batch) {
  const Tensor loss = model.loss(batch.tokens, batch.targets);
  loss.backward();
  return loss;
}

}  // namespace

bool may_replay(const std::string& mode, Device device) {
  return mode == "on" || (mode == "auto" && device != Device::cuda);
}

bool ReplayedLoss::wanted(const GPT& model, const Sizes& sizes) const {
  if (!may_replay(mode_, model.token_embedding.weight.device())) return false;
  return mode_ == "on" || (sizes.first * sizes.second < too_large_ && bytes_ < most_of_all);
}

Tensor ReplayedLoss::backward(GPT& model, const TokenBatch& batch) {
  if (mode_ == "off" || is_observed()) return eager(model, batch);
  const Sizes sizes{batch.tokens.shape()[0], batch.tokens.shape()[1]};
  const auto found = replays_.find(sizes);
  if (found == replays_.end()) {
    return wanted(model, sizes) ? captured(model, batch, sizes) : eager(model, batch);
  }
  OfShape& step = found->second;
  step.tokens.copy_(batch.tokens.values());
  step.targets.copy_(batch.targets.values());
  step.replay.run();
  return step.loss;
}

// The batch itself may be one that the caller uses again.
Tensor ReplayedLoss::captured(GPT& model, const TokenBatch& batch, const Sizes& sizes) {
  OfShape step{.tokens = Indices(batch.tokens.shape(), batch.tokens.values()),
               .targets = Indices(batch.targets.shape(), batch.targets.values()),
               .loss = {},
               .replay = {}};
  step.replay = capture([&] { step.loss = eager(model, {step.tokens, step.targets, 0}); });
  const Tensor loss = step.loss;
  if (mode_ == "auto" && step.replay.bytes() > most_of_one) {
    too_large_ = std::min(too_large_, sizes.first * sizes.second);
    return loss;
  }
  bytes_ += step.replay.bytes();
  replays_.emplace(sizes, std::move(step));
  return loss;
}

}  // namespace holo
