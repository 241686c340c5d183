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

#include "holo/optim.h"
#include "parallel/processes.h"

namespace holo {

class ShardSum {
 public:
  /// `optimizer` and `processes` must outlive this object. Throws UsageError unless the number of
  /// processes divides `shards`, and for several processes on a device without host memory.
  ShardSum(Optimizer& optimizer, Processes& processes, Index shards);

  /// How many shards this process computes: shards / processes.
  Index rounds() const { return shards_ / processes_.size(); }
  Index shard(Index round) const { return round * processes_.size() + processes_.rank(); }

  /// Call it before the forward pass of a shard. Removes the gradients; the sum still includes the
  /// gradients of earlier shards.
  void begin(Index round);
  /// Adds `weight` d(loss)/d(parameter) to the sum. After the last round each gradient is the sum.
  /// With several shards, a parameter that nothing uses gets a gradient of zeros.
  void backward(const Tensor& loss, double weight);

 private:
  Optimizer& optimizer_;
  Processes& processes_;
  Index shards_, round_ = 0;
  Tensor sum_;  // of earlier rounds, and memory for the numbers of other processes
};

}  // namespace holo
