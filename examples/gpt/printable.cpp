// printable.cpp: tokens to text, as much as there is room for, and bytes that a terminal may see.
#include "gpt/printable.h"

#include <fmt/format.h>

#include <algorithm>

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
namespace {

// Where the character begins that has the byte at `end`; `end` itself in a text that is no UTF-8.
std::size_t character_start(const std::string& text, std::size_t end) {
  constexpr std::size_t longest = 4;
  const auto is_inside = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  std::size_t at = end;
  while (at > 0 && end - at < longest && is_inside(at)) --at;
  return is_inside(at) ? end : at;
}

}  // namespace

std::size_t most_sample_bytes(Index tokens) {
  constexpr std::size_t least = 4096, a_token = 64;
  return std::max(least, a_token * static_cast<std::size_t>(tokens));
}

std::string sampled_text(const Tokenizer& tokenizer, const std::vector<Index>& ids,
                         std::size_t most) {
  std::string text;
  for (const Index id : ids) {
    text += tokenizer.decode({static_cast<int>(id)});
    if (text.size() <= most) continue;
    text.resize(character_start(text, most));
    return text + fmt::format("... [cut: a text of this length has at most {} bytes]", most);
  }
  return text;
}

}  // namespace holo
