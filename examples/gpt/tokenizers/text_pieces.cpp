// text_pieces.cpp: each alternative of a pattern in its order, the first that fits is taken; the
// characters of bytes, as two tables; "▁" instead of spaces, and names of bytes.
#include "gpt/tokenizers/text_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <vector>

#include "base/utf8.h"
#include "gpt/tokenizers/unicode_runs.h"

namespace holo {
namespace {

// Where each run of such a table begins, in ascending order.
std::vector<char32_t> starts_of(std::span<const std::uint16_t> lengths) {
  std::vector<char32_t> starts;
  char32_t at = 0;
  for (const std::uint16_t length : lengths) starts.push_back(at += length);
  return starts;
}

// Is the run of this code point, counted from 0, an odd one?
bool is_in_odd_run(const std::vector<char32_t>& starts, char32_t code) {
  return (std::upper_bound(starts.begin(), starts.end(), code) - starts.begin()) % 2 == 1;
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
    static const std::vector<char32_t> letters = starts_of(letter_runs),
                                       numbers = starts_of(number_runs);
    if (is_in_odd_run(letters, code)) return CharacterClass::letter;
    if (is_in_odd_run(numbers, code)) return CharacterClass::number;
  }
  return is_pattern_white_space(code) ? CharacterClass::white_space : CharacterClass::other;
}

SeenCharacter see_character(std::string_view text, std::size_t at) {
  const utf8::Character character = utf8::read(text, at);
  if (character.problem != nullptr) return {CharacterClass::other, 1};
  return {class_of_character(character.code), character.length};
}

namespace {

constexpr std::array<std::string_view, 2> pattern_texts = {
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
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

std::size_t llama3_piece_end(std::string_view text, std::size_t at) {
  const std::size_t contraction = contraction_end(text, at, true);
  if (contraction != at) return contraction;

  // [^\r\n\p{L}\p{N}]?\p{L}+ and \p{N}{1,3}
  const SeenCharacter first = see_character(text, at);
  if (first.kind == CharacterClass::letter) return kind_end(text, at, CharacterClass::letter);
  if (first.kind == CharacterClass::number) return kind_end(text, at, CharacterClass::number, 3);
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

std::size_t piece_end(SplitPattern pattern, std::string_view text, std::size_t at) {
  return pattern == SplitPattern::gpt2 ? gpt2_piece_end(text, at) : llama3_piece_end(text, at);
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

// ---- tokens as files have them ----

namespace {

constexpr char32_t alphabet_end = 0x100 + 68;

struct ByteAlphabet {
  std::array<char32_t, 256> characters{};
  std::array<int, alphabet_end> bytes{};  // of each code point, -1 for none

  ByteAlphabet() {
    bytes.fill(-1);
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < 256; ++byte) {
      const bool visible =
          (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
      const char32_t character = visible ? byte : next++;
      characters[byte] = character;
      bytes[character] = static_cast<int>(byte);
    }
  }
};

const ByteAlphabet& byte_alphabet() {
  static const ByteAlphabet alphabet;
  return alphabet;
}

}  // namespace

std::string token_of_bytes(std::string_view bytes) {
  std::string token;
  for (const char c : bytes) {
    utf8::append(token, byte_alphabet().characters[static_cast<unsigned char>(c)]);
  }
  return token;
}

std::optional<std::string> bytes_of_token(std::string_view token) {
  std::string bytes;
  for (std::size_t at = 0; at < token.size();) {
    const utf8::Character character = utf8::read(token, at);
    if (character.problem != nullptr || character.code >= alphabet_end) return {};
    const int byte = byte_alphabet().bytes[character.code];
    if (byte < 0) return {};
    bytes += static_cast<char>(byte);
    at += character.length;
  }
  return bytes;
}

namespace {

std::string replaced(std::string_view text, std::string_view old_part, std::string_view new_part) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_here = text.substr(at, old_part.size()) == old_part;
    out += is_here ? new_part : text.substr(at, 1);
    at += is_here ? old_part.size() : 1;
  }
  return out;
}

}  // namespace

std::string with_space_marks(std::string_view part, SpaceBefore before, bool is_first) {
  std::string marked = replaced(part, " ", space_mark);
  if (marked.empty()) return marked;
  const bool has_one = marked.rfind(space_mark, 0) == 0;
  const bool add = before == SpaceBefore::prepend || (!has_one && is_first);
  return add ? std::string(space_mark) + marked : marked;
}

std::string byte_token(int byte) { return fmt::format("<0x{:02X}>", byte); }

std::string bytes_of_marked_token(std::string_view token) {
  if (token.size() == 6 && token.substr(0, 3) == "<0x" && token.back() == '>') {
    int byte = 0;
    const char* const end = token.data() + 5;
    const auto [stop, problem] = std::from_chars(token.data() + 3, end, byte, 16);
    if (problem == std::errc() && stop == end && byte >= 0) {
      return std::string(1, static_cast<char>(static_cast<unsigned char>(byte)));
    }
  }
  return replaced(token, space_mark, " ");
}

}  // namespace holo
