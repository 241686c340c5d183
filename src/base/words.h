// words.h: escapes and shortens a user's text for messages, and guesses which word was meant.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace holo {

/// Puts the label on one line. Control characters (utf8::is_control) become "\n", "\x1b" or
/// "\u202e"; a byte that is not UTF-8 becomes "\xff".
std::string plain_label(std::string_view label);

/// The text, in quotes if `quote` is given. If the text has more than `most` bytes, cuts it after
/// about most / 2 bytes (not inside a UTF-8 character) and appends its full length.
inline std::string shortened(std::string_view text, std::string_view quote = "",
                             std::size_t most = 200) {
  if (text.size() <= most) return fmt::format("{}{}{}", quote, text, quote);
  const std::size_t half = most / 2;
  std::size_t kept = half;
  while (kept + 3 > half && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept;
  return fmt::format("{}{}{}... ({} bytes)", quote, text.substr(0, kept), quote, text.size());
}

inline std::string in_quotes(std::string_view text) { return shortened(text, "'"); }

/// The name with the smallest edit distance to `word`, or the first one in a tie. Swapping adjacent
/// letters is one edit (Damerau 1964). Returns "" if the distance exceeds both 1 and a third of
/// word.size(), if it equals word.size(), or if `word` has more than 100 bytes.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace holo
