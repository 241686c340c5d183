// words.cpp: escapes the characters that would break a line.
#include "base/words.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "base/utf8.h"

namespace holo {

std::string plain_label(std::string_view label) {
  std::string out;
  for (std::size_t at = 0; at < label.size();) {
    const utf8::Character read = utf8::read(label, at);
    const std::string_view bytes = label.substr(at, read.length);
    at += read.length;
    if (read.problem == nullptr && !utf8::is_control(read.code)) {
      out += bytes;
    } else if (bytes == "\n") {
      out += "\\n";
    } else if (read.problem == nullptr && read.code >= 0x80) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(read.code));
    } else {
      for (const char c : bytes) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace holo
