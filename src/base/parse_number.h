// parse_number.h: a decimal number from a text.
#pragma once

#include <optional>
#include <string_view>

namespace holo {

/// The double that is nearest to a decimal number, "-1.5e3": with a point, whatever the locale of
/// the process has. Nothing when the whole text is no such number, or when that double is infinite.
std::optional<double> parse_number(std::string_view text);

}  // namespace holo
