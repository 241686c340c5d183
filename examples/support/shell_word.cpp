// shell_word.cpp: quotes for a shell.
#include "support/shell_word.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace holo {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_./=+:,@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string word = "'", escaped = "$'";
  bool escapes = false;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character read = utf8::read(text, at);
    const std::string_view bytes = text.substr(at, read.length);
    at += read.length;
    if (read.problem != nullptr || utf8::is_control(read.code)) {
      escapes = true;
      for (const char c : bytes) escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      word += bytes == "'" ? "'\\''" : bytes;
      if (bytes == "'" || bytes == "\\") escaped += '\\';
      escaped += bytes;
    }
  }
  return (escapes ? escaped : word) + "'";
}

}  // namespace holo
