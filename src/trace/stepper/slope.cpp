// slope.cpp: a central difference, and how near it has to be to a gradient.
#include "trace/stepper/slope.h"

#include <algorithm>
#include <cmath>
#include <optional>

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

void Slope::move(std::size_t at) {
  at_ = at;
  x = state_.value(node_)[at];
  gradient = sent();
  verdict = compare();
}

// A large step is wrong where the root bends, a small one where the rounding of the root is large
// compared with its change. The difference of the slopes of two steps says how far to trust them.
Verdict Slope::compare() {
  const double scale = std::max(1.0, std::abs(x));
  secant = around((is_float ? 1e-2 : 1e-5) * scale);
  if (std::isnan(gradient)) return Verdict::nothing;
  if (agrees_with(secant)) return Verdict::agree;
  const double smallest = std::min((is_float ? 1e-4 : 1e-8) * scale,
                                   x == 0 ? 1 : (is_float ? 1e-2 : 1e-4) * std::abs(x));
  double least_error = HUGE_VAL;
  std::optional<Secant> last;
  for (double h = scale; h > smallest / 2; h /= 10) {
    const Secant here = around(h);
    if (agrees_with(here)) return secant = here, Verdict::agree;
    if (!std::isfinite(here.slope())) continue;
    const double change = last ? std::abs(here.slope() - last->slope()) : HUGE_VAL;
    const double error = std::max(change, rounding(here));
    if (error < least_error || !std::isfinite(secant.slope())) secant = here, least_error = error;
    last = here;
  }
  if (std::isnan(secant.slope())) return Verdict::nothing;
  if (std::abs(secant.slope() - gradient) <= 3 * least_error) return Verdict::too_small;
  return is_kink() ? Verdict::kink : Verdict::differ;
}

// A smaller step brings the two sides of a curve together, but not those of a kink.
bool Slope::is_kink() {
  const double here = root_at(x).value;
  const auto left_of = [&](const Secant& s) { return (here - s.below) / (x - s.down); };
  const auto right_of = [&](const Secant& s) { return (s.above - here) / (s.up - x); };
  const Secant nearer = around((secant.up - x) / 10);
  left = left_of(secant), right = right_of(secant);
  const double gap = std::abs(right - left);
  return gap > tolerance() * std::max(std::abs(left), std::abs(right)) + 6 * rounding(secant) &&
         std::abs(right_of(nearer) - left_of(nearer)) > gap / 2;
}

double Slope::rounded(double number) const {
  return is_float ? double{static_cast<real>(number)} : number;
}

double Slope::tolerance() const { return is_float ? 1e-2 : 1e-5; }

// How far the rounding of the root, which some operations have made, can move a slope.
double Slope::rounding(const Secant& s) const {
  return 8 * (is_float ? 0x1p-23 : 0x1p-52) * s.size / (s.up - s.down);
}

bool Slope::agrees_with(const Secant& s) const {
  if (s.slope() == gradient) return true;
  const double allowed = tolerance() * std::max(std::abs(s.slope()), std::abs(gradient));
  return std::isfinite(s.slope()) && std::isfinite(gradient) &&
         std::abs(s.slope() - gradient) <= allowed && rounding(s) <= allowed;
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
