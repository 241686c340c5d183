// slope.cpp: a central difference, and how near it has to be to a gradient.
#include "trace/stepper/slope.h"

#include <algorithm>
#include <cmath>

#include "holo/check.h"
#include "holo/real.h"
#include "trace/evaluate.h"

namespace holo {

Slope::Slope(const TraceLog& log, const BackwardPass& pass, const Contributions& to,
             std::uint32_t node)
    : log_(log), pass_(pass), to_(to), node_(node), state_(log) {
  state_.go_to(pass.begin);
  is_float = log.nodes[node].is_tensor && sizeof(real) == sizeof(float);
}

// Near the edge of a domain, and where the root bends, only a smaller step tells. It is of use
// until the rounding of the root hides the slope.
void Slope::move(std::size_t at) {
  at_ = at;
  x = state_.value(node_)[at];
  gradient = sent();
  step_ = (is_float ? 1e-2 : 1e-5) * std::max(1.0, std::abs(x));
  secant = around(step_);
  const double epsilon = is_float ? 0x1p-23 : 0x1p-52;
  double h = step_;
  for (int i = 0; i < 3 && differs(); ++i) {
    h /= 10;
    const Secant nearer = around(h);
    if (epsilon * nearer.size > h * allowed(nearer, nearer.slope(), gradient)) return;
    const bool first_finite = !std::isfinite(secant.slope()) && std::isfinite(nearer.slope());
    if (agrees_with(nearer) || first_finite) secant = nearer, step_ = h;
  }
}

// A smaller step brings the two sides of a curve together, but not those of a kink.
bool Slope::is_kink() {
  if (!differs()) return false;
  const double here = root_at(x).value;
  const auto left_of = [&](const Secant& s) { return (here - s.below) / (x - s.down); };
  const auto right_of = [&](const Secant& s) { return (s.above - here) / (s.up - x); };
  const Secant nearer = around(step_ / 10);
  left = left_of(secant), right = right_of(secant);
  return !are_near(secant, left, right) &&
         std::abs(right_of(nearer) - left_of(nearer)) > std::abs(right - left) / 2;
}

double Slope::rounded(double number) const {
  return is_float ? double{static_cast<real>(number)} : number;
}

// The root is a float of seven digits: slopes far below it are lost in its rounding.
double Slope::least(const Secant& s) const { return is_float ? 1e-2 * s.size : 1e-3; }

double Slope::allowed(const Secant& s, double a, double b) const {
  return (is_float ? 1e-2 : 1e-4) * std::max({least(s), std::abs(a), std::abs(b)});
}

bool Slope::are_near(const Secant& s, double a, double b) const {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
  return std::abs(a - b) <= allowed(s, a, b);
}

bool Slope::agrees_with(const Secant& s) const {
  return !is_small_of(s) && are_near(s, s.slope(), gradient);
}

bool Slope::is_small_of(const Secant& s) const {
  const double small = allowed(s, 0, 0);
  return s.slope() != gradient && std::abs(s.slope()) <= small && std::abs(gradient) <= small;
}

Secant Slope::around(double h) const {
  const double up = rounded(x + h), down = rounded(x - h);
  const Root above = root_at(up), below = root_at(down);
  return {up, down, above.value, below.value, std::max(above.size, below.size)};
}

// Of a root with many numbers their sum, each times the gradient with which the pass began.
Slope::Root Slope::root_at(double number) const {
  const std::span<const double> now = state_.value(node_);
  std::vector<double> numbers(now.begin(), now.end());
  numbers[at_] = number;
  const std::vector<double> root = evaluate_with(log_, state_, pass_.root, node_, numbers);
  if (root.size() == 1 && !log_.nodes[pass_.root].is_tensor) return {root[0], std::abs(root[0])};
  const std::span<const double> seed = log_.run(log_.events[pass_.begin]);
  if (root.size() != seed.size()) {
    throw Error("check", "the log has a summary of " + log_.name(pass_.root), "all its numbers");
  }
  Root total{};
  for (std::size_t i = 0; i < root.size(); ++i) {
    total.value += seed[i] * root[i], total.size += std::abs(seed[i] * root[i]);
  }
  return total;
}

// What the pass has brought in all, also after the current step.
double Slope::sent() const {
  const bool is_tensor = log_.nodes[node_].is_tensor;
  double total = 0;
  if (node_ == pass_.root) total = is_tensor ? log_.run(log_.events[pass_.begin])[at_] : 1;
  for (const std::size_t i : to_[node_]) {
    const TraceEvent& event = log_.events[i];
    total += is_tensor ? log_.run(event, 1)[at_] - log_.run(event, 0)[at_]
                       : log_.run(event, 0)[0] * log_.run(event, 1)[0];
  }
  return total;
}

}  // namespace holo
