// shard_sum.cpp: divides the gradients into buckets and starts the sum of each bucket.
#include "parallel/shard_sum.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/backend.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "tensor/storage.h"

namespace holo {
namespace {

// The first and the last bucket that have numbers of a parameter.
struct Span {
  std::size_t first, last;
};

Span buckets_of(const Optimizer& optimizer, std::size_t i, Index most) {
  const Node& node = optimizer.parameters()[i].node();
  const Index from = node.grad_storage->data - optimizer.gradients().data();
  return {static_cast<std::size_t>(from / most),
          static_cast<std::size_t>((from + node.numel() - 1) / most)};
}

}  // namespace

ShardSum::ShardSum(Optimizer& optimizer, Processes& processes, Index shards, Index most)
    : ReadyGradients(optimizer.parameters()),
      optimizer_(optimizer),
      processes_(processes),
      shards_(shards),
      most_(most) {
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
  if (shards_ == 1) return;
  if (!sum_.defined()) {
    const Tensor& all = optimizer_.gradients();
    const Index count = (all.numel() + most_ - 1) / most_, room = most_ + processes_.size();
    sum_ = zeros({all.numel() + count * processes_.size()}, all.device());
    for (Index i = 0; i < count; ++i) {
      buckets_.push_back({.backend = &all.backend(),
                          .numbers = all.node().data + i * most_,
                          .sum = sum_.node().data + i * room,
                          .count = std::min(most_, all.numel() - i * most_),
                          .number = static_cast<int>(i),
                          .first = false,
                          .last = false});
    }
    parameters_of_.resize(buckets_.size());
    for (std::size_t i = 0; i < optimizer_.parameters().size(); ++i) {
      const auto [first, last] = buckets_of(optimizer_, i, most_);
      for (std::size_t b = first; b <= last; ++b) ++parameters_of_[b];
    }
  }
  for (Bucket& bucket : buckets_) {
    bucket.first = round == 0;
    bucket.last = round + 1 == rounds();
  }
  missing_ = parameters_of_;
  watch();
}

void ShardSum::start(std::size_t bucket) { processes_.start(buckets_[bucket]); }

void ShardSum::on_ready(std::size_t i) {
  const auto [first, last] = buckets_of(optimizer_, i, most_);
  for (std::size_t b = first; b <= last; ++b) {
    if (--missing_[b] == 0) start(b);
  }
}

void ShardSum::backward(const Tensor& loss, double weight) {
  if (shards_ == 1) {
    loss.backward();
    return;
  }
  loss.backward(full(loss.shape(), static_cast<real>(weight), loss.device()));
  stop_watching();
  for (const Tensor& parameter : optimizer_.parameters()) {
    if (parameter.node().grad == nullptr) parameter.node().zeroed_gradient();
  }
  for (std::size_t b = 0; b < buckets_.size(); ++b) {
    if (missing_[b] > 0) start(b);
  }
  processes_.finish();
}

}  // namespace holo
