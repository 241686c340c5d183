// split_pattern.h: where byte-level tokenizers cut a text into pieces, which are encoded one by
// one. The patterns are those of published tokenizers, computed by hand: std::regex knows no
// Unicode.
#pragma once

#include <cstddef>
#include <optional>
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

/// Of GPT-2; of Llama 3, which is that of cl100k; of Qwen 2, which has each digit by itself.
enum class SplitPattern { gpt2, llama3, qwen2 };

/// The pattern as files have it, a regular expression of Oniguruma. gpt2:
///   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
/// llama3; in qwen2 \p{N} stands for \p{N}{1,3}:
///   (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*
///   |\s*[\r\n]+|\s+(?!\S)|\s+
std::string_view split_pattern_text(SplitPattern pattern);
/// The one with that text; none for any other.
std::optional<SplitPattern> split_pattern_of(std::string_view text);

/// The end of the piece that begins at byte `at` < text.size(); more than `at`. All pieces of a
/// text together take time in proportion to its bytes.
std::size_t piece_end(SplitPattern pattern, std::string_view text, std::size_t at);

/// The end of the digit, or of the characters up to the next digit, that begin at `at`: what
/// "Digits" with "individual_digits" does before the pattern.
std::size_t single_digit_end(std::string_view text, std::size_t at);

}  // namespace holo
