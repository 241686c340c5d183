// utf8.h: reads and writes strict UTF-8, one character at a time, without normalisation. It
// recognises three classes of characters: white space, control characters and invisible characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holo::utf8 {

/// One character of a text. `problem` describes what is wrong with its bytes, or is null.
struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // bytes
  const char* problem = nullptr;
};

/// The character that begins at byte `at` < text.size(). The limits are from RFC 3629.
Character read(std::string_view text, std::size_t at);

/// True for code points below U+110000 that are not surrogates.
bool is_character(char32_t code);

/// Appends the UTF-8 form of a code point. REQUIRES: is_character(code).
void append(std::string& text, char32_t code);

/// True for the characters that Python's str.strip() removes.
bool is_white_space(char32_t code);

/// True for characters that change how a terminal shows the text around them: control characters,
/// direction changes (U+202A to 202E, U+2066 to 2069), and the byte order mark, U+FEFF.
bool is_control(char32_t code);

/// True for white space and control characters, which a terminal does not show.
bool is_invisible(char32_t code);

}  // namespace holo::utf8
