// printable.cpp: bytes that a terminal may see.
#include "gpt/printable.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace holo {

std::string printable(std::string_view text, bool lines) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character character = utf8::read(text, at);
    if (character.problem != nullptr) {
      out += "\uFFFD";
      at += 1;
      continue;
    }
    const bool is_kept = lines && (character.code == U'\n' || character.code == U'\t');
    const std::string_view bytes = text.substr(at, character.length);
    if (utf8::is_control(character.code) && !is_kept) {
      for (const char c : bytes) out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    } else {
      out += bytes;
    }
    at += character.length;
  }
  return out;
}

}  // namespace holo
