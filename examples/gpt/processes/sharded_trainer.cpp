// sharded_trainer.cpp: the loop over the shards of this process, and the sum of all losses.
#include "gpt/processes/sharded_trainer.h"

#include <cstring>
#include <string>

namespace holo {
namespace {

Processes& one_process() {
  static OneProcess process;
  return process;
}

}  // namespace

ShardedTrainer::ShardedTrainer(const TrainSettings& settings, const Dataset& dataset,
                               Processes& processes)
    : Trainer(settings, dataset),
      dataset_(dataset),
      processes_(processes),
      shards_(settings.shards),
      sum_(optimizer(), processes, settings.shards) {}

ShardedTrainer::ShardedTrainer(const TrainSettings& settings, const Dataset& dataset)
    : ShardedTrainer(settings, dataset, one_process()) {}

// A shard weighs as much as it has of the targets.
Trainer::BatchLoss ShardedTrainer::compute_gradients() {
  const Index tokens = dataset_.target_count(step());
  std::vector<double> losses;
  for (Index round = 0; round < sum_.rounds(); ++round) {
    const Index shard = sum_.shard(round);
    const TokenBatch batch = dataset_.batch(step(), shard, shards_);
    const double weight = static_cast<double>(batch.target_count) / static_cast<double>(tokens);
    model().set_dropout_calls(static_cast<std::uint64_t>(step() * shards_ + shard));
    sum_.begin(round);
    const Tensor loss = model().loss(batch.tokens, batch.targets);
    losses.push_back(weight * static_cast<double>(loss.item()));
    sum_.backward(loss, weight);
  }
  return {sum_losses(losses), tokens};
}

// Of the shards, by their order; each process has those of its own.
double ShardedTrainer::sum_losses(const std::vector<double>& mine) const {
  const std::size_t bytes = mine.size() * sizeof(double);
  const std::string text(reinterpret_cast<const char*>(mine.data()), bytes);
  const std::vector<std::string> all = processes_.gather(text);
  double sum = 0;
  for (std::size_t round = 0; round < mine.size(); ++round) {
    for (const std::string& losses : all) {
      double loss = 0;
      std::memcpy(&loss, losses.data() + round * sizeof loss, sizeof loss);
      sum += loss;
    }
  }
  return sum;
}

std::unique_ptr<Trainer> make_trainer(const TrainSettings& settings, const Dataset& dataset) {
  if (settings.shards == 1) return std::make_unique<Trainer>(settings, dataset);
  return std::make_unique<ShardedTrainer>(settings, dataset);
}

}  // namespace holo
