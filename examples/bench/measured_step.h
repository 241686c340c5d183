// measured_step.h: what a process needs alone for a step of a GPT, and when each bucket of
// gradients is ready; what processes need to exchange a bucket, and for whole steps together.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "bench/network_model.h"
#include "bench/quick.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "parallel/processes.h"
#include "parallel/ready_gradients.h"
#include "parallel/shard_sum.h"

namespace holo {

/// A GPT with its optimizer, on tokens that mean nothing: times do not depend on them.
class SteppedGpt final : private ReadyGradients {
 public:
  static std::unique_ptr<SteppedGpt> of(const GPTOptions& options) {
    PythonRandom random(1);
    auto model = std::make_unique<GPT>(options, random);
    auto optimizer = std::make_unique<AdamW>(weight_decay_groups(*model, 0.1), 1e-4);
    return std::unique_ptr<SteppedGpt>(new SteppedGpt(std::move(model), std::move(optimizer)));
  }

  /// Of the fastest of several steps with so many rows; `all`, if it is not null, takes the seconds
  /// of forward and backward of each.
  ProcessTimes alone(Index rows, std::vector<double>* all = nullptr);

  /// Seconds of a step together with other processes, each with a shard of so many rows: the
  /// median.
  double together(Index rows, Processes& processes);

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Index numbers_of_bucket = ShardSum::usual_bucket;

  SteppedGpt(std::unique_ptr<GPT> model, std::unique_ptr<AdamW> optimizer)
      : ReadyGradients(optimizer->parameters()),
        model_(std::move(model)),
        optimizer_(std::move(optimizer)) {}

  double now() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void on_ready(std::size_t i) override { ready_[i] = now(); }
  Tensor loss(Index rows) const;
  ProcessTimes once(Index rows);
  std::vector<BucketTime> buckets() const;

  std::unique_ptr<GPT> model_;
  std::unique_ptr<AdamW> optimizer_;
  Clock::time_point start_;
  std::vector<double> ready_;
};

inline Tensor SteppedGpt::loss(Index rows) const {
  const GPTOptions& o = model_->options;
  std::vector<Index> tokens(static_cast<std::size_t>(rows * o.block_size));
  for (std::size_t i = 0; i < tokens.size(); ++i)
    tokens[i] = static_cast<Index>(i * i) % o.vocab_size;
  const Indices indices({rows, o.block_size}, tokens);
  return model_->loss(indices, indices);
}

// Neighbours in the flat array of the optimizer.
inline std::vector<BucketTime> SteppedGpt::buckets() const {
  std::vector<BucketTime> found;
  Index numbers = 0;
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    Index left = optimizer_->parameters()[i].numel();
    while (left > 0) {
      if (numbers % numbers_of_bucket == 0) found.push_back({0, 0});
      const Index part = std::min(left, numbers_of_bucket - numbers % numbers_of_bucket);
      found.back().bytes += static_cast<double>(part) * static_cast<double>(sizeof(real));
      found.back().ready = std::max(found.back().ready, ready_[i]);
      numbers += part;
      left -= part;
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const BucketTime& a, const BucketTime& b) { return a.ready < b.ready; });
  return found;
}

inline ProcessTimes SteppedGpt::once(Index rows) {
  ProcessTimes times;
  ready_.assign(optimizer_->parameters().size(), 0);
  start_ = Clock::now();
  optimizer_->zero_grad();
  watch();
  loss(rows).backward();
  stop_watching();
  times.backward_end = now();
  try_clip_grad_norm(optimizer_->parameters(), 1);
  optimizer_->step();
  times.update = now() - times.backward_end;
  times.buckets = buckets();
  return times;
}

inline ProcessTimes SteppedGpt::alone(Index rows, std::vector<double>* all) {
  ProcessTimes best = once(rows);  // the first one allocates
  const double first = best.backward_end;
  const int steps = is_quick() ? 1 : static_cast<int>(std::clamp(1 / first, 2.0, 200.0));
  for (int i = 0; i < steps; ++i) {
    ProcessTimes times = once(rows);
    if (all != nullptr) all->push_back(times.backward_end);
    if (times.backward_end < best.backward_end) best = std::move(times);
  }
  return best;
}

inline double SteppedGpt::together(Index rows, Processes& processes) {
  ShardSum sum(*optimizer_, processes, processes.size());
  double best = 1e9;
  for (int i = 0; i < 60; ++i) {  // as many on each
    processes.gather("");
    start_ = Clock::now();
    sum.begin(0);
    sum.backward(loss(rows), 1.0 / processes.size());
    try_clip_grad_norm(optimizer_->parameters(), 1);
    optimizer_->step();
    best = std::min(best, now());
  }
  return best;
}

/// Exchanges of buckets of a thousand to a million numbers, the median of each.
inline std::vector<Exchange> measured_exchanges(Processes& processes) {
  std::vector<Exchange> found;
  for (Index count = Index{1} << 10; count <= Index{1} << 20; count *= 4) {
    const Tensor numbers = zeros({count}), sum = zeros({count + processes.size()});
    std::vector<double> seconds;
    for (int i = 0; i < 40; ++i) {
      processes.gather("");
      const auto start = std::chrono::steady_clock::now();
      processes.start({.backend = &numbers.backend(),
                       .numbers = numbers.node().data,
                       .sum = sum.node().data,
                       .count = count,
                       .number = 0,
                       .first = true,
                       .last = true});
      processes.finish();
      seconds.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(seconds.begin(), seconds.end());
    found.push_back({static_cast<double>(count) * static_cast<double>(sizeof(real)),
                     seconds[seconds.size() / 2]});
  }
  return found;
}

}  // namespace holo
