// interval.cpp: intervals in words, and numbers that no locale changes.
#include "support/interval.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace holo {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Digits with at most one point, at most a minus before and an exponent after them.
bool is_decimal(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - start;
  };
  const auto skip = [&](std::string_view any) {
    const bool found = at < text.size() && any.find(text[at]) != std::string_view::npos;
    at += found;
    return found;
  };
  skip("-");
  std::size_t count = digits();
  if (skip(".")) count += digits();
  if (count == 0) return false;
  if (skip("eE")) {
    skip("+-");
    if (digits() == 0) return false;
  }
  return at == text.size();
}

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

// strtod would follow the locale of the process.
std::optional<double> parse_number(const std::string& text) {
  if (!is_decimal(text)) return std::nullopt;
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double x = 0.0;
  stream >> x;
  if (stream.fail() || !std::isfinite(x)) return std::nullopt;
  return x;
}

}  // namespace holo
