// sampled_text.cpp: ids to text, one after the other, until there is no more room.
#include "gpt/sampled_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace holo {
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
