// flag_word.h: the parts of a word of a command line: "--name=value".
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace holo {

inline bool is_flag(std::string_view word) { return word.size() > 2 && word.substr(0, 2) == "--"; }

inline std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

inline std::string without_dashes(std::string_view word) {
  return std::string(word.substr(std::min(word.find_first_not_of('-'), word.size())));
}

// For a message, in quotes if you like: as it is, or the first bytes of a long one and how many
// there are.
inline std::string shortened(std::string_view text, std::string_view quote = "") {
  constexpr std::size_t most = 200;
  if (text.size() <= most) return fmt::format("{}{}{}", quote, text, quote);
  std::size_t kept = 100;
  while (kept > 97 && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept;  // UTF-8
  return fmt::format("{}{}{}... ({} bytes)", quote, text.substr(0, kept), quote, text.size());
}

inline std::string quoted(std::string_view value) { return shortened(value, "'"); }

}  // namespace holo
