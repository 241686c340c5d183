// optim_schedule.h: learning rate schedules. A schedule computes the rate for a step, counted from
// 0: optimizer.set_learning_rate(schedule(step)). For a constant rate you need none.
#pragma once

#include "holo/shape.h"

namespace holo {

/// Changes linearly from `rate` at step 0 to `last` at step `steps`, then stays at `last`: rate +
/// (last - rate) min(step / steps, 1). microgpt uses this schedule with last = 0.
class LinearSchedule {
 public:
  /// Like all schedules, throws UsageError unless the rates are finite and not negative. Also
  /// throws it unless steps is at least 1.
  LinearSchedule(double rate, Index steps, double last = 0);
  double operator()(Index step) const;

 private:
  double rate_, last_;
  Index steps_;
};

/// Rises linearly, then falls along half a cosine period (Loshchilov, Hutter 2016, arXiv
/// 1608.03983):
///   rate (step + 1) / warmup                      before step `warmup`,
///   last + (rate - last) (1 + cos(pi part)) / 2   then, part = (step - warmup) / (steps - warmup),
///   last                                          from step `steps` on.
class CosineSchedule {
 public:
  /// Throws UsageError unless 0 <= warmup <= steps and steps >= 1.
  CosineSchedule(double rate, Index steps, Index warmup = 0, double last = 0);
  double operator()(Index step) const;

 private:
  double rate_, last_;
  Index steps_, warmup_;
};

}  // namespace holo
