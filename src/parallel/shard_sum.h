// shard_sum.h: the gradient of a batch as the sum of its shards' gradients. One process computes
// the shards in turn, or several at the same time. The bits are the same, because the sum is always
// in the order of the shards.
//
//   ShardSum sum(optimizer, processes, shards);
//   for (Index round = 0; round < sum.rounds(); ++round) {
//     sum.begin(round);
//     const Tensor loss = model.loss(sum.shard(round));   // a mean over this shard
//     sum.backward(loss, weight);                         // weight: its part of the batch
//   }
//   optimizer.step();
#pragma once

#include <vector>

#include "holo/optim.h"
#include "parallel/processes.h"
#include "parallel/ready_gradients.h"

namespace holo {

/// Sums gradients in buckets, which are neighbours in the optimizer's flat array. A bucket goes to
/// the other processes as soon as its gradients are complete, while backward continues.
class ShardSum final : private ReadyGradients {
 public:
  /// The numbers in a bucket: a megabyte of floats.
  static constexpr Index usual_bucket = Index{1} << 18;

  /// `optimizer` and `processes` must outlive this object. `most` is the largest number of numbers
  /// in a bucket. Throws UsageError unless the processes divide the shards, and for several
  /// processes on a device without host memory.
  ShardSum(Optimizer& optimizer, Processes& processes, Index shards, Index most = usual_bucket);

  /// The number of shards that this process computes: shards / processes.
  Index rounds() const { return shards_ / processes_.size(); }
  Index shard(Index round) const { return round * processes_.size() + processes_.rank(); }

  /// Call it before the forward pass of a shard. Removes the gradients; the sum keeps the gradients
  /// of earlier shards.
  void begin(Index round);
  /// Adds `weight` d(loss)/d(parameter) to the sum. After the last round the sum is the parameters'
  /// gradient. With several shards a parameter that nothing uses gets a gradient of zeros.
  void backward(const Tensor& loss, double weight);

 private:
  void on_ready(std::size_t i) override;
  void start(std::size_t bucket);

  Optimizer& optimizer_;
  Processes& processes_;
  Index shards_, most_;
  Tensor sum_;  // room for the buckets
  std::vector<Bucket> buckets_;
  std::vector<int> parameters_of_, missing_;  // per bucket: all parameters, and those not ready yet
};

}  // namespace holo
