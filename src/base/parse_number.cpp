// parse_number.cpp: checks the syntax of a number, then reads it independently of the locale.
#include "base/parse_number.h"

#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>
#include <string>

namespace holo {
namespace {

// Accepts an optional minus sign, then digits with at most one point, then an optional exponent.
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

// std::from_chars is fast. If from_chars reports that a number is out of range, or if the standard
// library has no from_chars for doubles, we read the number from a stream. (strtod would depend on
// the locale.)
std::optional<double> parse_number(std::string_view text) {
  if (!is_decimal(text)) return std::nullopt;
  double value = HUGE_VAL;  // the result if the stream runs out of memory
#ifdef __cpp_lib_to_chars
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc())
    return value;
#endif
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  stream >> value;
  // Some libraries set the fail bit even for a correct result that is 0 or subnormal.
  if (std::abs(value) < 1 || (stream && std::isfinite(value))) return value;
  return std::nullopt;
}

}  // namespace holo
