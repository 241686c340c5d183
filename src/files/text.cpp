// text.cpp: checks that text is UTF-8, and escapes it for messages and JSON.
#include "files/text.h"

#include <fmt/format.h>

#include "base/label.h"
#include "holo/check.h"
#include "holo/utf8.h"

namespace holo {

void check_utf8(const std::string& where, const std::string& what, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character character = utf8::read(text, at);
    if (character.problem != nullptr) {
      throw Error(where,
                  fmt::format("{} has byte 0x{:02X} at its byte {}, which is not UTF-8 ({})", what,
                              static_cast<unsigned char>(text[at]), at, character.problem),
                  "UTF-8");
    }
    at += character.length;
  }
}

std::string quoted_name(std::string_view name) { return '"' + plain_label(name) + '"'; }

std::string json_text(std::string_view text) {
  static constexpr std::string_view letters = "\"\\bfnrt", meanings = "\"\\\b\f\n\r\t";
  std::string out;
  for (const char c : text) {
    const std::size_t short_form = meanings.find(c);
    if (short_form != std::string_view::npos) {
      out += '\\';
      out += letters[short_form];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace holo
