// label.cpp: escapes the characters of a label that would break a line or a quoted text.
#include "base/label.h"

#include <fmt/format.h>

#include <iterator>

namespace holo {

std::string plain_label(std::string_view label) {
  std::string out;
  for (const char c : label) {
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
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
