// text_pieces.h: where byte-level tokenizers cut a text into pieces, which are encoded one by one:
// the patterns of published tokenizers, computed by hand, since std::regex knows no Unicode. And
// how files of tokenizers write bytes and spaces, so that each token can be seen: " the" is "Ġthe"
// in those of GPT-2's kind, "▁the" in those of SentencePiece's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace holo {

/// Letters (\p{L}), numbers (\p{N}), white space (\s), and all else; of Unicode 16.0, which the
/// patterns of the package tokenizers 0.23 have too.
enum class CharacterClass { letter, number, white_space, other };

CharacterClass class_of_character(char32_t code);

/// The character at a place of a text. A byte that is not UTF-8 is one of class other by itself.
struct SeenCharacter {
  CharacterClass kind;
  std::size_t length;  ///< bytes
};

/// REQUIRES: at < text.size().
SeenCharacter see_character(std::string_view text, std::size_t at);

/// Of GPT-2; of Llama 3, which is that of cl100k.
enum class SplitPattern { gpt2, llama3 };

/// The pattern as files have it, a regular expression of Oniguruma. gpt2:
///   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
/// llama3:
///   (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*
///   |\s*[\r\n]+|\s+(?!\S)|\s+
std::string_view split_pattern_text(SplitPattern pattern);

/// The end of the piece that begins at byte `at` < text.size(); more than `at`. All pieces of a
/// text together take time in proportion to its bytes.
std::size_t piece_end(SplitPattern pattern, std::string_view text, std::size_t at);

/// The end of the digit, or of the characters up to the next digit, that begin at `at`: what
/// "Digits" with "individual_digits" does before the pattern.
std::size_t single_digit_end(std::string_view text, std::size_t at);

// ---- tokens as files have them ----

/// The token as it is in a file: visible bytes, 0x21-7E, A1-AC and AE-FF, are the code points of
/// these numbers, the other 68, in their order, U+0100, U+0101, .... Source: bytes_to_unicode() of
/// GPT-2's published encoder.
std::string token_of_bytes(std::string_view bytes);

/// The bytes of a token of a file; none when one of its characters stands for no byte.
std::optional<std::string> bytes_of_token(std::string_view token);

/// What stands for a space in tokens of SentencePiece's kind.
inline constexpr std::string_view space_mark = "\u2581";

/// Where a "▁" is put before a text: before each part between added tokens, also where there is one
/// ("Prepend", in files of Llama 2); at the beginning of the text, where there is none
/// ("Metaspace").
enum class SpaceBefore { prepend, first };

/// A part of a text with "▁" for each space, and before it as `before` says; nothing of an empty
/// one. `is_first`: the text begins with it.
std::string with_space_marks(std::string_view part, SpaceBefore before, bool is_first);

/// "<0x0A>" for 10.
std::string byte_token(int byte);

/// The bytes that a token of a file stands for: a byte for "<0x0A>", else its text with spaces.
std::string bytes_of_marked_token(std::string_view token);

}  // namespace holo
