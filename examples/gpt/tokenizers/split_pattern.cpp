// split_pattern.cpp: each alternative of a pattern in its order; the first that fits is taken.
#include "gpt/tokenizers/split_pattern.h"

#include <algorithm>
#include <array>
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
namespace {

constexpr std::array<std::string_view, 3> pattern_texts = {
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
    R"(|\s*[\r\n]+|\s+(?!\S)|\s+)",
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
    R"(|\s*[\r\n]+|\s+(?!\S)|\s+)"};

// Does one of `kind` begin at `at`?
bool is_kind(std::string_view text, std::size_t at, CharacterClass kind) {
  return at < text.size() && see_character(text, at).kind == kind;
}

// The end of the characters of `kind` that begin at `at`, of at most `most` of them.
std::size_t kind_end(std::string_view text, std::size_t at, CharacterClass kind,
                     std::size_t most = std::string_view::npos) {
  for (std::size_t count = 0; count < most && at < text.size(); ++count) {
    const SeenCharacter seen = see_character(text, at);
    if (seen.kind != kind) break;
    at += seen.length;
  }
  return at;
}

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

// 's|'t|'re|'ve|'m|'ll|'d: its end, or `at`. Upper case only with `any_case`; then U+017F, which is
// a long s, is an s too, as in Unicode's case folding.
std::size_t contraction_end(std::string_view text, std::size_t at, bool any_case) {
  if (text[at] != '\'') return at;
  const auto letter = [&](std::size_t i) {
    const char c = i < text.size() ? text[i] : '\0';
    return any_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  const char first = letter(at + 1), second = letter(at + 2);
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return at + 2;
  if (any_case && text.substr(at + 1, 2) == "\u017F") return at + 3;
  const bool two = (first == 'r' && second == 'e') || (first == 'v' && second == 'e') ||
                   (first == 'l' && second == 'l');
  return two ? at + 3 : at;
}

// \s+(?!\S)|\s+: all white space at the end of the text; before anything else all but the last
// character of several, or the one.
std::size_t spaces_end(std::string_view text, std::size_t at) {
  std::size_t last = at, end = at;
  while (is_kind(text, end, CharacterClass::white_space)) {
    last = end;
    end += see_character(text, end).length;
  }
  return end == text.size() || last == at ? end : last;
}

std::size_t gpt2_piece_end(std::string_view text, std::size_t at) {
  const std::size_t contraction = contraction_end(text, at, false);
  if (contraction != at) return contraction;
  const std::size_t start = text[at] == ' ' ? at + 1 : at;  // " ?"
  for (const CharacterClass kind :
       {CharacterClass::letter, CharacterClass::number, CharacterClass::other}) {
    if (is_kind(text, start, kind)) return kind_end(text, start, kind);
  }
  return spaces_end(text, at);
}

std::size_t llama3_piece_end(std::string_view text, std::size_t at, std::size_t most_digits) {
  const std::size_t contraction = contraction_end(text, at, true);
  if (contraction != at) return contraction;

  // [^\r\n\p{L}\p{N}]?\p{L}+ and \p{N}{1,3}
  const SeenCharacter first = see_character(text, at);
  if (first.kind == CharacterClass::letter) return kind_end(text, at, CharacterClass::letter);
  if (first.kind == CharacterClass::number) {
    return kind_end(text, at, CharacterClass::number, most_digits);
  }
  if (!is_line_end(text[at]) && is_kind(text, at + first.length, CharacterClass::letter)) {
    return kind_end(text, at + first.length, CharacterClass::letter);
  }

  // " ?[^\s\p{L}\p{N}]+[\r\n]*"
  const std::size_t start = text[at] == ' ' ? at + 1 : at;
  if (is_kind(text, start, CharacterClass::other)) {
    std::size_t end = kind_end(text, start, CharacterClass::other);
    while (end < text.size() && is_line_end(text[end])) ++end;
    return end;
  }

  // \s*[\r\n]+: up to the last line end of the white space.
  std::size_t end = kind_end(text, at, CharacterClass::white_space);
  while (end > at && !is_line_end(text[end - 1])) --end;
  return end > at ? end : spaces_end(text, at);
}

}  // namespace

std::string_view split_pattern_text(SplitPattern pattern) {
  return pattern_texts[static_cast<std::size_t>(pattern)];
}

std::optional<SplitPattern> split_pattern_of(std::string_view text) {
  for (const SplitPattern pattern :
       {SplitPattern::gpt2, SplitPattern::llama3, SplitPattern::qwen2}) {
    if (split_pattern_text(pattern) == text) return pattern;
  }
  return {};
}

std::size_t piece_end(SplitPattern pattern, std::string_view text, std::size_t at) {
  if (pattern == SplitPattern::gpt2) return gpt2_piece_end(text, at);
  return llama3_piece_end(text, at, pattern == SplitPattern::llama3 ? 3 : 1);
}

std::size_t single_digit_end(std::string_view text, std::size_t at) {
  const SeenCharacter first = see_character(text, at);
  if (first.kind == CharacterClass::number) return at + first.length;
  while (at < text.size()) {
    const SeenCharacter seen = see_character(text, at);
    if (seen.kind == CharacterClass::number) break;
    at += seen.length;
  }
  return at;
}

}  // namespace holo
