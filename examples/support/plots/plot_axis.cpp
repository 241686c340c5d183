// plot_axis.cpp: ticks at 1, 2, 5, 10, and the two scales.
#include "support/plots/plot_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace holo {
namespace {

// The same number of digits after the point for all; an exponent for what is very large or very
// small.
std::string label(double x, int exponent_of_step) {
  if (x == 0) return "0";
  const int size = static_cast<int>(std::floor(std::log10(std::fabs(x)) + 1e-9));
  if (size > 5 || exponent_of_step < -5) {
    return fmt::format("{:.{}e}", x, std::max(0, size - exponent_of_step));
  }
  return fmt::format("{:.{}f}", x, std::max(0, -exponent_of_step));
}

std::string power_label(int digit, int exponent) {
  if (exponent < -3 || exponent > 4) return fmt::format("{}e{}", digit, exponent);
  return fmt::format("{:g}", digit * std::pow(10.0, exponent));
}

}  // namespace

std::vector<Tick> ticks(double low, double high) {
  const double least = (high - low) / 10 * (1 - 1e-9);
  int exponent = static_cast<int>(std::floor(std::log10(least)));
  int digit = 1;
  for (const int next : {2, 5, 10}) {
    if (digit * std::pow(10.0, exponent) < least) digit = next;
  }
  if (digit == 10) {
    digit = 1;
    ++exponent;
  }
  // A step below 1 divides: 3 / 10 is 0.3, 3 * 0.1 is not.
  const double unit = std::pow(10.0, std::abs(exponent));
  const auto multiple = [&](double k) {
    return exponent < 0 ? k * digit / unit : k * digit * unit;
  };
  const double step = multiple(1);
  std::vector<Tick> found;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last; ++k) {
    found.push_back({multiple(k), label(multiple(k), exponent)});
  }
  return found;
}

std::vector<Tick> log_ticks(double low, double high) {
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  const auto collect = [&](std::initializer_list<int> digits, int stride) {
    std::vector<Tick> found;
    for (int exponent = first; exponent <= last; ++exponent) {
      if (exponent % stride != 0) continue;
      for (const int digit : digits) {
        const double value = digit * std::pow(10.0, exponent);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
          found.push_back({value, power_label(digit, exponent)});
        }
      }
    }
    return found;
  };
  const int decades = last - first;
  std::vector<Tick> found = collect({1}, std::max(1, (decades + 9) / 10));
  if (found.size() < 3) found = collect({1, 2, 5}, 1);
  return found.size() < 3 ? ticks(low, high) : found;
}

bool PlotAxis::shows(double x) const {
  return std::fabs(x) <= 1e300 && (!log_ || x >= 1e-300);  // false for NaN
}

double PlotAxis::scaled(double x) const { return log_ ? std::log10(x) : x; }

void PlotAxis::take(double x) {
  if (!shows(x)) return;
  low_ = empty_ ? scaled(x) : std::min(low_, scaled(x));
  high_ = empty_ ? scaled(x) : std::max(high_, scaled(x));
  empty_ = false;
}

PlotAxis::Ends PlotAxis::ends() const {
  const double size = std::max(std::fabs(low_), std::fabs(high_));
  double room = 0.04 * (high_ - low_);
  // All numbers the same, or as good as: half of them around, half a decade when logarithmic.
  if (high_ - low_ <= 1e-8 * size || high_ == low_) room = log_ ? 0.5 : size > 0 ? size / 2 : 1;
  return {low_ - room, high_ + room};
}

double PlotAxis::place(double x) const {
  const auto [low, high] = ends();
  return (scaled(x) - low) / (high - low);
}

double PlotAxis::low() const { return log_ ? std::pow(10.0, ends().low) : ends().low; }
double PlotAxis::high() const { return log_ ? std::pow(10.0, ends().high) : ends().high; }

}  // namespace holo
