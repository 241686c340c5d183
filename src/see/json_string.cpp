// json_string.cpp: escapes the characters that a JSON string may not have.
#include "see/json_string.h"

#include <fmt/format.h>

#include "holo/utf8.h"

namespace holo {

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character read = utf8::read(text, at);
    const char32_t code = read.problem == nullptr ? read.code : 0xFFFD;
    if (code == '"' || code == '\\') {
      out += '\\';
      out += static_cast<char>(code);
    } else if (code < 0x20 || code == '<' || code == 0x7f || code == 0x2028 || code == 0x2029) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    } else {
      utf8::append(out, code);
    }
    at += read.length;
  }
  return out + '"';
}

}  // namespace holo
