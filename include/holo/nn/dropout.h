// dropout.h: a layer that sets a random part of its input to 0 during training.
#pragma once

#include <cstdint>

#include "holo/nn/module.h"
#include "holo/ops.h"

namespace holo {

/// In training mode each element x becomes 0 with probability p, and x / (1 - p) otherwise. Each
/// call draws anew. In evaluation mode the result is x. The draw depends only on the seed and the
/// call's number, so a run can be repeated. Give each Dropout of a model a different seed.
class Dropout : public Module {
 public:
  /// Throws UsageError unless 0 <= p < 1.
  Dropout(double p, std::uint64_t seed);

  Tensor operator()(const Tensor& x);

  /// The number of calls in training mode; store it with a checkpoint to continue a run exactly.
  std::uint64_t calls() const { return calls_; }
  void set_calls(std::uint64_t calls) { calls_ = calls; }

 private:
  double p_;
  std::uint64_t seed_;
  std::uint64_t calls_ = 0;
};

}  // namespace holo
