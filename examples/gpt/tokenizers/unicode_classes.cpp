// unicode_classes.cpp: looks a character up in the ranges of its class.
#include "gpt/tokenizers/unicode_classes.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "base/utf8.h"
#include "gpt/tokenizers/unicode_ranges.h"

namespace holo {
namespace {

bool is_within(std::span<const CodeRange> ranges, char32_t code) {
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), code,
                       [](char32_t c, const CodeRange& range) { return c < range.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

// Unicode's property White_Space. Not utf8::is_white_space, which has Python's U+001C to 1F too.
bool is_pattern_white_space(char32_t code) {
  return (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 ||
         code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
         code == 0x202F || code == 0x205F || code == 0x3000;
}

}  // namespace

CharacterClass class_of_character(char32_t code) {
  if (code < 0x80) {
    if ((code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z')) return CharacterClass::letter;
    if (code >= '0' && code <= '9') return CharacterClass::number;
  } else {
    if (is_within(letter_ranges, code)) return CharacterClass::letter;
    if (is_within(number_ranges, code)) return CharacterClass::number;
  }
  return is_pattern_white_space(code) ? CharacterClass::white_space : CharacterClass::other;
}

SeenCharacter see_character(std::string_view text, std::size_t at) {
  const utf8::Character character = utf8::read(text, at);
  if (character.problem != nullptr) return {CharacterClass::other, 0xFFFD, 1};
  return {class_of_character(character.code), character.code, character.length};
}

}  // namespace holo
