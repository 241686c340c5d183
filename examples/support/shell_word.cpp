// shell_word.cpp: quotes for a shell.
#include "support/shell_word.h"

#include <fmt/format.h>

#include <algorithm>

namespace holo {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_./=+:,@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  const bool controls = std::any_of(text.begin(), text.end(), is_control);
  std::string word = controls ? "$'" : "'";
  for (const char c : text) {
    if (is_control(c)) {
      word += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else if (c == '\'') {
      word += controls ? "\\'" : "'\\''";
    } else {
      word += controls && c == '\\' ? "\\\\" : std::string(1, c);
    }
  }
  return word + "'";
}

}  // namespace holo
