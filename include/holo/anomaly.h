// anomaly.h: finds the op that produces the first NaN or infinity.
#pragma once

#include "holo/observer.h"

namespace holo {

/// While an AnomalyMode exists, it checks every op of this thread, forward and backward. At the
/// first NaN or infinity in a result or gradient, it throws holo::Error. The message includes the
/// op, its node's number and label, the bad element, its position, and the range of each input.
///
///   AnomalyMode anomaly;
///   log(tensor({1, -1}).set_requires_grad());  // log: forward made nan at element 1 of node #2
///   ...
///
/// If your program uses infinities on purpose, for example in a mask, use AnomalyMode(Watch::nan),
/// which reports only NaN. The check costs one extra pass over every result.
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
