// anomaly.h: finds the op that makes the first NaN or infinity.
#pragma once

#include "holo/observer.h"

namespace holo {

/// While an AnomalyMode lives, every op of this thread is checked, forward and backward. The first
/// result or gradient with a NaN or an infinity throws holo::Error, which names the op, the number
/// and label of its node, the element and its position, and the ranges of the inputs of the op.
///
///   AnomalyMode anomaly;
///   log(tensor({1, -1}).set_requires_grad());  // log: forward made nan at element 1 of node #2
///   ...
///
/// Where infinities are meant, as in a mask of -infinity, AnomalyMode(Watch::nan) reports NaN only.
/// Costs one pass over every result.
class AnomalyMode : public Observer {
 public:
  enum class Watch { nan_and_infinity, nan };
  explicit AnomalyMode(Watch watch = Watch::nan_and_infinity) : watch_(watch) {}

  void on_op(const Node& node, const OpOptions& options) override;
  void on_backward(const Node& node) override;

 private:
  Watch watch_;
};

}  // namespace holo
