// sharded_trainer.h: a Trainer that computes the gradient of a batch in parts, its shards: one
// after the other, or side by side in several processes, with the same bits.
#pragma once

#include <memory>
#include <vector>

#include "gpt/training/trainer.h"
#include "parallel/shard_sum.h"

namespace holo {

class ShardedTrainer final : public Trainer {
 public:
  /// `dataset` and `processes`, which train it together, live longer than this. UsageError: they do
  /// not divide the shards.
  ShardedTrainer(const TrainSettings& settings, const Dataset& dataset, Processes& processes);
  /// The same in this process alone.
  ShardedTrainer(const TrainSettings& settings, const Dataset& dataset);

 private:
  BatchLoss compute_gradients() override;
  double sum_losses(const std::vector<double>& mine) const;

  const Dataset& dataset_;
  Processes& processes_;
  const Index shards_;
  ShardSum sum_;
};

/// The Trainer of a program that starts no other processes: a sharded one for several shards.
std::unique_ptr<Trainer> make_trainer(const TrainSettings& settings, const Dataset& dataset);

}  // namespace holo
