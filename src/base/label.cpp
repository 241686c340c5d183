// label.cpp: escapes the characters of a label that would break a line or a quoted text.
#include "base/label.h"

#include <fmt/format.h>

#include <cstdint>

#include "holo/utf8.h"

namespace holo {
namespace {

// A terminal takes those from U+0080 to U+009F for commands too; the others turn the text behind
// them around.
bool commands_or_turns(char32_t code) {
  return (code >= 0x80 && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string plain_label(std::string_view label) {
  std::string out;
  for (std::size_t at = 0; at < label.size();) {
    const char c = label[at];
    const utf8::Character read = utf8::read(label, at);
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else if (read.problem == nullptr && commands_or_turns(read.code)) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(read.code));
    } else {
      out += label.substr(at, read.length);
    }
    at += read.length;
  }
  return out;
}

std::string quoted_label(std::string_view label) {
  std::string out;
  for (const char c : plain_label(label)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";
  }
  return out;
}

}  // namespace holo
