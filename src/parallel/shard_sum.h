// shard_sum.h: the gradient of a batch as the sum of those of its shards, which one process
// computes one after the other, or several at the same time: with the same bits, since they are
// added in the order of shards in any case.
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

/// The gradients are summed in buckets, neighbours in the flat array of the optimizer. A bucket is
/// on its way to the other processes as soon as its gradients are complete, while backward goes on.
class ShardSum final : private ReadyGradients {
 public:
  /// Numbers of a bucket: a megabyte of floats.
  static constexpr Index usual_bucket = Index{1} << 18;

  /// All live longer than this. `most`: numbers of a bucket. Throws UsageError unless the processes
  /// divide the shards, and for several processes on a device whose memory is not that of the host.
  ShardSum(Optimizer& optimizer, Processes& processes, Index shards, Index most = usual_bucket);

  /// How many shards this process computes: shards / processes.
  Index rounds() const { return shards_ / processes_.size(); }
  Index shard(Index round) const { return round * processes_.size() + processes_.rank(); }

  /// Before the forward pass of a shard: forgets its gradients; those of the shards before are kept
  /// in the sum.
  void begin(Index round);
  /// Adds `weight` d(loss)/d(parameter) to the sum; after the last round the parameters have it as
  /// their gradient. With several shards a parameter that nothing uses has a gradient of zeros.
  void backward(const Tensor& loss, double weight);

 private:
  void on_ready(std::size_t i) override;
  void start(std::size_t bucket);

  Optimizer& optimizer_;
  Processes& processes_;
  Index shards_, most_;
  Tensor sum_;  // room for the buckets
  std::vector<Bucket> buckets_;
  std::vector<int> parameters_of_, missing_;  // of each bucket: how many, and those not ready yet
};

}  // namespace holo
