// shortened.h: for messages: what a user gave, which may be megabytes.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace holo {

/// As it is, between quotes if you like; of one of more than `most` bytes the first half of so
/// many, no character of UTF-8 cut, and how many bytes there are.
inline std::string shortened(std::string_view text, std::string_view quote = "",
                             std::size_t most = 200) {
  if (text.size() <= most) return fmt::format("{}{}{}", quote, text, quote);
  const std::size_t half = most / 2;
  std::size_t kept = half;
  while (kept + 3 > half && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept;
  return fmt::format("{}{}{}... ({} bytes)", quote, text.substr(0, kept), quote, text.size());
}

inline std::string in_quotes(std::string_view text) { return shortened(text, "'"); }

}  // namespace holo
