// words.h: escapes and shortens a user's text for messages, and guesses which word was meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holo {

/// Puts the label on one line. Control characters (utf8::is_control) become "\n", "\x1b" or
/// "\u202e"; a byte that is not UTF-8 becomes "\xff".
std::string plain_label(std::string_view label);

/// The text, in quotes if `quote` is given. If the text has more than `most` bytes, cuts it after
/// about most / 2 bytes (not inside a UTF-8 character) and appends its full length.
std::string shortened(std::string_view text, std::string_view quote = "", std::size_t most = 200);

inline std::string in_quotes(std::string_view text) { return shortened(text, "'"); }

/// The name with the smallest edit distance to `word`, or the first one in a tie. Swapping adjacent
/// letters is one edit (Damerau 1964). Returns "" if the distance exceeds both 1 and a third of
/// word.size(), if it equals word.size(), or if `word` has more than 100 bytes.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace holo
