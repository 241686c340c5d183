// utf8.h: UTF-8, one character at a time, strict. No normalisation, no classes of characters but
// white space and what cannot be seen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holo::utf8 {

/// One character of a text. `problem` is null, or says why the bytes there are not UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // bytes
  const char* problem = nullptr;
};

/// The character that begins at byte `at` < text.size(). Source of the limits: RFC 3629.
Character read(std::string_view text, std::size_t at);

/// Below U+110000 and no surrogate.
bool is_character(char32_t code);

/// Appends the UTF-8 form of a code point. REQUIRES: is_character(code).
void append(std::string& text, char32_t code);

/// What Python's str.strip() takes away.
bool is_white_space(char32_t code);

/// White space, a control character or the byte order mark: nothing to see on a terminal.
bool is_invisible(char32_t code);

}  // namespace holo::utf8
