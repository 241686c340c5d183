// shortened.h: for messages: what a user gave, which may be megabytes.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace holo {

/// As it is, between quotes if you like; of a long one the first bytes, and how many there are.
inline std::string shortened(std::string_view text, std::string_view quote = "") {
  constexpr std::size_t most = 200;
  if (text.size() <= most) return fmt::format("{}{}{}", quote, text, quote);
  std::size_t kept = 100;
  while (kept > 97 && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept;  // UTF-8
  return fmt::format("{}{}{}... ({} bytes)", quote, text.substr(0, kept), quote, text.size());
}

inline std::string in_quotes(std::string_view text) { return shortened(text, "'"); }

}  // namespace holo
