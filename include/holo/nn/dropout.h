// dropout.h: a layer that sets a random part of its input to 0 during training.
#pragma once

#include <cstdint>

#include "holo/nn/module.h"
#include "holo/ops.h"

namespace holo {

/// In training each element becomes 0 with probability p and x / (1 - p) otherwise, chosen anew in
/// each call; in evaluation the result is x. The choice depends on the seed and the number of the
/// call only: the same seed gives the same run. Two Dropouts of a model need two seeds.
class Dropout : public Module {
 public:
  /// Throws UsageError unless 0 <= p < 1.
  Dropout(double p, std::uint64_t seed);

  Tensor operator()(const Tensor& x);

  /// The number of calls in training: a part of the state of a training run.
  std::uint64_t calls() const { return calls_; }
  void set_calls(std::uint64_t calls) { calls_ = calls; }

 private:
  double p_;
  std::uint64_t seed_;
  std::uint64_t calls_ = 0;
};

}  // namespace holo
