// unicode_classes.h: what the split patterns of tokenizers ask of a character.
#pragma once

#include <cstddef>
#include <string_view>

namespace holo {

/// Letters (\p{L}), numbers (\p{N}), white space (\s), and all else; of Unicode 16.0, which the
/// patterns of the package tokenizers 0.23 have too.
enum class CharacterClass { letter, number, white_space, other };

CharacterClass class_of_character(char32_t code);

/// The character at a place of a text. A byte that is not UTF-8 is one of class other by itself.
struct SeenCharacter {
  CharacterClass kind;
  char32_t code;       ///< of a byte that is not UTF-8: U+FFFD
  std::size_t length;  ///< bytes
};

/// REQUIRES: at < text.size().
SeenCharacter see_character(std::string_view text, std::size_t at);

}  // namespace holo
