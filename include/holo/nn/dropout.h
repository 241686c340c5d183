// dropout.h: a layer that forgets a part of its input while it is trained.
#pragma once

#include <cstdint>

#include "holo/nn/module.h"
#include "holo/ops.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// In training x / (1 - p), or 0 with probability p, anew in each call; in evaluation x itself.
/// Which elements go depends on the seed, on the number of the call and on nothing else: the same
/// seed gives the same run. Two of these in a model need two seeds.
class Dropout : public Module {
 public:
  /// Throws UsageError unless 0 <= p < 1.
  Dropout(double p, std::uint64_t seed);

  Tensor operator()(const Tensor& x);

  /// How many calls there were in training: part of a checkpoint.
  std::uint64_t calls() const { return calls_; }
  void set_calls(std::uint64_t calls) { calls_ = calls; }

 private:
  double p_;
  std::uint64_t seed_, calls_ = 0;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
