// check.cpp: builds an error's message from its parts, shortens long ones, and escapes the
// characters that would break a line.
#include "holo/check.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "base/utf8.h"
#include "base/words.h"

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

std::string shortened(std::string_view text, std::string_view quote, std::size_t most) {
  if (text.size() <= most) return fmt::format("{}{}{}", quote, text, quote);
  const std::size_t half = most / 2;
  std::size_t kept = half;
  while (kept + 3 > half && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept;
  return fmt::format("{}{}{}... ({} bytes)", quote, text.substr(0, kept), quote, text.size());
}

namespace {

std::string message(const std::string& where, const std::string& found, const std::string& expected,
                    const std::string& hint) {
  constexpr std::size_t most_of_a_name = 1000, most_of_a_list = 2000;
  std::string text = shortened(where, "", most_of_a_name) + ": " +
                     shortened(found, "", most_of_a_list) + "; expected " +
                     shortened(expected, "", most_of_a_list);
  if (!hint.empty()) text += ". Try: " + shortened(hint, "", most_of_a_name);
  return plain_label(text);
}

}  // namespace

Error::Error(std::string where, std::string found, std::string expected, std::string hint)
    : std::runtime_error(message(where, found, expected, hint)),
      where_(std::move(where)),
      found_(std::move(found)),
      expected_(std::move(expected)),
      hint_(std::move(hint)) {}

}  // namespace holo
