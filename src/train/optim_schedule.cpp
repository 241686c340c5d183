// optim_schedule.cpp: the linear and the cosine learning rate schedule.
#include "holo/optim_schedule.h"

#include <fmt/format.h>

#include <cmath>

#include "nn/checks.h"

namespace holo {
namespace {

constexpr double pi = 3.14159265358979323846;

double checked_rate(double rate) { return checked_number("schedule", "rate", rate); }

Index checked_steps(const char* what, Index steps, Index least) {
  if (steps >= least) return steps;
  throw UsageError("schedule", fmt::format("{} {}", what, steps),
                   fmt::format("at least {}", least));
}

Index checked_warmup(Index warmup, Index steps) {
  if (warmup >= 0 && warmup <= steps) return warmup;
  throw UsageError("schedule", fmt::format("warmup {}", warmup), fmt::format("0 to {}", steps));
}

// a / b
double part(Index a, Index b) { return static_cast<double>(a) / static_cast<double>(b); }

}  // namespace

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
      warmup_(checked_warmup(warmup, steps)) {}

double CosineSchedule::operator()(Index step) const {
  checked_steps("step", step, 0);
  if (step < warmup_) return rate_ * part(step + 1, warmup_);
  if (step >= steps_) return last_;
  return last_ + (rate_ - last_) * (1 + std::cos(pi * part(step - warmup_, steps_ - warmup_))) / 2;
}

}  // namespace holo
