// parse_number.h: reads a number from text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace holo {

/// The double nearest to a decimal number such as "-1.5e3". The decimal separator is a point in
/// every locale. Returns nullopt unless the whole text is such a number and the double is finite.
std::optional<double> parse_number(std::string_view text);

/// An integer: an optional minus sign, then digits. Returns nullopt for any other text, and for a
/// number that does not fit in 64 bits.
inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace holo
