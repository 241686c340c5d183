// shard_sum.cpp: computes the gradient of a shard, and adds it to the sum.
#include "parallel/shard_sum.h"

#include <fmt/format.h>

#include "backend/backend.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "tensor/storage.h"

namespace holo {

ShardSum::ShardSum(Optimizer& optimizer, Processes& processes, Index shards)
    : optimizer_(optimizer), processes_(processes), shards_(shards) {
  const Index size = processes.size();
  if (shards < 1 || shards % size != 0) {
    throw UsageError("--shards", fmt::format("{} for {} processes", shards, size),
                     "a multiple of the processes", fmt::format("--shards {}", size));
  }
  const Device device = optimizer.gradients().device();
  if (size > 1 && !in_host_memory(device)) {
    throw UsageError("--device", fmt::format("{} for {} processes", device_name(device), size),
                     "a device that computes in the memory of the host", "--device cpu");
  }
}

void ShardSum::begin(Index round) {
  optimizer_.zero_grad();
  round_ = round;
}

void ShardSum::backward(const Tensor& loss, double weight) {
  if (shards_ == 1) {
    loss.backward();
    return;
  }
  loss.backward(full(loss.shape(), static_cast<real>(weight), loss.device()));
  for (const Tensor& parameter : optimizer_.parameters()) {
    if (parameter.node().grad == nullptr) parameter.node().zeroed_gradient();
  }
  const Tensor& all = optimizer_.gradients();
  if (!sum_.defined()) sum_ = zeros({all.numel() + processes_.size()}, all.device());
  processes_.add({.backend = &all.backend(),
                  .numbers = all.node().data,
                  .sum = sum_.node().data,
                  .count = all.numel(),
                  .first = round_ == 0,
                  .last = round_ + 1 == rounds()});
}

}  // namespace holo
