// anomaly.h: finds the first NaN or infinity, where it arises.
#pragma once

#include "holo/node.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// While one lives, every op of this thread is looked at, forward and backward. The first result or
/// gradient with a NaN or an infinity throws holo::Error, which names the op, the number and label
/// of its node, the element and its position, and the ranges of what the op was given.
///
///   AnomalyMode anomaly;
///   log(tensor({1, -1}).set_requires_grad());  // log: forward made nan at element 1 of node #2
///   ...
///
/// A mask of -infinity is a legal use: AnomalyMode(Watch::nan) lets infinities pass. Costs one pass
/// over every result. It may be used beside another observer, which goes on being told.
class AnomalyMode : public Observer {
 public:
  enum class Watch { nan_and_infinity, nan };
  explicit AnomalyMode(Watch watch = Watch::nan_and_infinity);
  ~AnomalyMode() override;
  AnomalyMode(const AnomalyMode&) = delete;
  AnomalyMode& operator=(const AnomalyMode&) = delete;

  void on_forward(const Node& node, const OpOptions& options) override;
  void on_backward(const Node& node, const Node& parent) override;

 private:
  Watch watch_;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
