// printable.cpp: bytes that a terminal may see.
#include "gpt/printable.h"

#include <fmt/format.h>

namespace holo {
namespace {

// The bytes of the character at `at`, or 0 when they are not UTF-8. RFC 3629.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(at + 1);
  const bool too_long = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool no_character = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
  return too_long || no_character ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text, bool lines) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool kept = lines && (byte == '\n' || byte == '\t');
    // U+0080 to U+009F are control characters too.
    const bool control =
        byte < 0x20 || byte == 0x7F ||
        (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0);
    if (length == 0) {
      out += "\uFFFD";
    } else if (control && !kept) {
      for (const char c : text.substr(at, length)) {
        out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
      }
    } else {
      out += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return out;
}

}  // namespace holo
