// utf8.cpp: reads and writes UTF-8, and rejects invalid bytes.
#include "base/utf8.h"

namespace holo::utf8 {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

Character read(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1, nullptr};
  if (is_continuation(first)) return {0, 1, "a continuation byte without a first one"};
  if (first >= 0xF8) return {0, 1, "a byte that UTF-8 never has"};

  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (at + i == text.size()) return {0, i, "a character cut short by the end"};
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if (!is_continuation(byte)) return {0, i, "a character cut short"};
    code = code << 6 | (byte & 0x3Fu);
  }
  if (code < (length == 2 ? 0x80u : length == 3 ? 0x800u : 0x10000u)) {
    return {0, length, "an overlong form"};
  }
  if (code > 0x10FFFF) return {0, length, "a code point above U+10FFFF"};
  if (!is_character(code)) return {0, length, "a surrogate"};
  return {code, length, nullptr};
}

bool is_character(char32_t code) { return code < 0xD800 || (code > 0xDFFF && code < 0x110000); }

void append(std::string& text, char32_t code) {
  const auto put = [&text](char32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
    return;
  }
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xE0 | code >> 12);
    } else {
      put(0xF0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3F));
    }
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

bool is_white_space(char32_t code) {
  if (code < 0x80) return (code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x20);
  return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

bool is_invisible(char32_t code) { return is_white_space(code) || is_control(code); }

}  // namespace holo::utf8
