// parse_number.h: a decimal number from a text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace holo {

/// The double that is nearest to a decimal number, "-1.5e3": with a point, whatever the locale of
/// the process has. Nothing when the whole text is no such number, or when that double is infinite.
std::optional<double> parse_number(std::string_view text);

/// A whole number: digits, before them at most a minus. Nothing for any other text, or one that
/// does not fit.
inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace holo
