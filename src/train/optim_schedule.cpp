// optim_schedule.cpp: the learning rate schedules: constant, linear and cosine.
#include "holo/optim_schedule.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "holo/check.h"

namespace holo {
namespace {

constexpr double pi = 3.14159265358979323846;

double checked_rate(double rate) {
  if (rate >= 0 && std::isfinite(rate)) return rate;
  throw UsageError("schedule", fmt::format("rate {}", rate), "a finite number from 0 on");
}

Index checked_steps(const char* what, Index steps, Index least, Index most) {
  if (steps >= least && steps <= most) return steps;
  throw UsageError("schedule", fmt::format("{} {}", what, steps),
                   most == std::numeric_limits<Index>::max()
                       ? fmt::format("at least {}", least)
                       : fmt::format("{} to {}", least, most));
}

Index checked_steps(const char* what, Index steps, Index least) {
  return checked_steps(what, steps, least, std::numeric_limits<Index>::max());
}

// a / b
double part(Index a, Index b) { return static_cast<double>(a) / static_cast<double>(b); }

}  // namespace

ConstantSchedule::ConstantSchedule(double rate) : rate_(checked_rate(rate)) {}

double ConstantSchedule::operator()(Index step) const {
  checked_steps("step", step, 0);
  return rate_;
}

LinearSchedule::LinearSchedule(double rate, Index steps, double last)
    : rate_(checked_rate(rate)),
      last_(checked_rate(last)),
      steps_(checked_steps("steps", steps, 1)) {}

double LinearSchedule::operator()(Index step) const {
  checked_steps("step", step, 0);
  return step >= steps_ ? last_ : rate_ + (last_ - rate_) * part(step, steps_);
}

CosineSchedule::CosineSchedule(double rate, Index steps, Index warmup, double last)
    : rate_(checked_rate(rate)),
      last_(checked_rate(last)),
      steps_(checked_steps("steps", steps, 1)),
      warmup_(checked_steps("warmup", warmup, 0, steps)) {}

double CosineSchedule::operator()(Index step) const {
  checked_steps("step", step, 0);
  if (step < warmup_) return rate_ * part(step + 1, warmup_);
  if (step >= steps_) return last_;
  return last_ + (rate_ - last_) * (1 + std::cos(pi * part(step - warmup_, steps_ - warmup_))) / 2;
}

}  // namespace holo
