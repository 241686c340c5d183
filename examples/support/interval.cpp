// interval.cpp: intervals in words.
#include "support/interval.h"

#include <fmt/format.h>

#include <limits>

namespace holo {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

Interval above(double low) { return {low, infinity, true, true}; }
Interval at_least(double low) { return {low, infinity, false, true}; }
Interval between(double low, double high) { return {low, high, false, false}; }
Interval half_open(double low, double high) { return {low, high, false, true}; }

bool contains(const Interval& interval, double x) {
  return (interval.low_excluded ? x > interval.low : x >= interval.low) &&
         (interval.high_excluded ? x < interval.high : x <= interval.high);
}

std::string range_text(const Interval& interval) {
  const std::string low =
      fmt::format("{} {}", interval.low_excluded ? "above" : "at least", interval.low);
  if (interval.high == infinity) return low;
  if (!interval.low_excluded && !interval.high_excluded) {
    return fmt::format("from {} to {}", interval.low, interval.high);
  }
  return fmt::format("{} and {} {}", low, interval.high_excluded ? "below" : "at most",
                     interval.high);
}

}  // namespace holo
