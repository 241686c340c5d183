// shortened.h: shortens a user's text, which may have megabytes, for messages.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace holo {

/// The text itself, between quotes if `quote` is given. A text of more than `most` bytes is cut to
/// its first most / 2 bytes, between two UTF-8 characters, and its length is added.
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
