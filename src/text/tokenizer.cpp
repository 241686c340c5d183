// tokenizer.cpp: writes tokenizers to text and to files, and reads them back.
#include "holo/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/regular_file.h"
#include "base/utf8.h"
#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {
namespace {

constexpr std::string_view char_title = "holo char v1";
constexpr std::string_view byte_title = "holo byte v1";
constexpr std::string_view pair_title = "minbpe v1";

// Reads a text line by line. Errors name the last line that was read.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool at_end() const { return at_ == text_.size(); }

  // The next line without its line break. Throws if no line is left, or if its "\n" is missing.
  std::string_view next(const std::string& expected) {
    ++number_;
    const std::size_t end = text_.find('\n', at_);
    line_ = text_.substr(at_, end - at_);
    if (at_end()) fail("is missing", expected);
    if (end == std::string_view::npos) fail("has no end", "a text that was not cut short");
    at_ = end + 1;
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    return line_;
  }

  void expect_end() {
    if (!at_end()) {
      next("");
      fail_line("the end");
    }
  }

  [[noreturn]] void fail_line(const std::string& expected) const {
    constexpr std::size_t most = 60;
    fail(fmt::format("is \"{}{}\"", visible(line_.substr(0, most), " "),
                     line_.size() > most ? "..." : ""),
         expected);
  }

  [[noreturn]] void fail(const std::string& problem, const std::string& expected) const {
    throw Error(shown_path(name_), fmt::format("line {} {}", number_, problem), expected,
                "a file that save_tokenizer or minbpe wrote");
  }

 private:
  std::string_view text_, line_;
  const std::string& name_;
  std::size_t at_ = 0, number_ = 0;
};

// Reads a number of at most nine digits, without leading zeros.
std::optional<int> number(std::string_view text) {
  if (text.empty() || text.size() > 9 || (text[0] == '0' && text.size() > 1)) return {};
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return {};
    value = value * 10 + (c - '0');
  }
  return value;
}

// Reads a code point such as "U+0061": four digits, or five or six if four are not enough.
std::optional<char32_t> code_point(std::string_view text) {
  if (text.size() < 6 || text.size() > 8 || text.substr(0, 2) != "U+") return {};
  char32_t value = 0;
  for (const char c : text.substr(2)) {
    const std::size_t digit = std::string_view("0123456789ABCDEF").find(c);
    if (digit == std::string_view::npos) return {};
    value = value * 16 + static_cast<char32_t>(digit);
  }
  if (text.size() > 6 && text[2] == '0') return {};
  return value;
}

CharTokenizer char_tokenizer(Lines& lines) {
  const std::string many = "the number of characters, 0 to 1112064";
  const std::optional<int> size = number(lines.next(many));
  if (!size || *size > 0x110000 - 0x800) lines.fail_line(many);
  std::vector<char32_t> characters;
  for (int i = 0; i < *size; ++i) {
    const std::string expected = "a character like U+0061, in ascending order";
    const std::optional<char32_t> code = code_point(lines.next(expected));
    if (!code || !utf8::is_character(*code) || (i > 0 && *code <= characters.back())) {
      lines.fail_line(expected);
    }
    characters.push_back(*code);
  }
  lines.expect_end();
  return CharTokenizer::of_characters(std::move(characters));
}

BytePairTokenizer::Split split_of(Lines& lines) {
  const std::string_view pattern = lines.next("a pattern");
  if (pattern.empty()) return BytePairTokenizer::Split::none;
  if (pattern == chunk_pattern) return BytePairTokenizer::Split::words;
  lines.fail_line(
      fmt::format("an empty line, or the one pattern that this program knows: {}", chunk_pattern));
}

// Reads the id of the special token. Returns -1 if there is no special token.
int special_token(Lines& lines) {
  const std::string few = "0 or 1 special tokens";
  const std::optional<int> count = number(lines.next(few));
  if (!count || *count > 1) lines.fail_line(few);
  if (*count == 0) return -1;
  const std::string expected = "the special token and its id, like \"<BOS> 512\"";
  const std::string_view line = lines.next(expected);
  const std::size_t space = line.find_first_of(" \t");
  const std::optional<int> id =
      space == std::string_view::npos || space == 0 ? std::nullopt : number(line.substr(space + 1));
  if (!id) lines.fail_line(expected);
  return *id;
}

}  // namespace

std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view text, const std::string& name) {
  Lines lines(text, name);
  const std::string titles =
      fmt::format("\"{}\", \"{}\" or \"{}\"", char_title, byte_title, pair_title);
  const std::string_view title = lines.next(titles);
  if (title == char_title) return std::make_unique<CharTokenizer>(char_tokenizer(lines));
  if (title == byte_title) {
    lines.expect_end();
    return std::make_unique<ByteTokenizer>();
  }
  if (title != pair_title) lines.fail_line(titles);

  const BytePairTokenizer::Split split = split_of(lines);
  const int special = special_token(lines);
  auto tokenizer =
      std::make_unique<BytePairTokenizer>(std::vector<BytePairTokenizer::Merge>{}, split);
  while (!lines.at_end()) {
    const std::string_view line = lines.next("");
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::optional<int> left = number(line.substr(0, space));
    const std::optional<int> right = number(line.substr(std::min(space + 1, line.size())));
    if (!left || !right) lines.fail_line("two tokens with a space between them");
    try {
      tokenizer->add_merge({*left, *right});
    } catch (const Error& error) {
      lines.fail(error.found(), error.expected());
    }
  }
  if (special >= 0 && special != tokenizer->bos()) {
    throw Error(
        shown_path(name), fmt::format("line 4 gives the special token the id {}", special),
        fmt::format("{}, the first after {} merges", tokenizer->bos(), tokenizer->merges().size()));
  }
  return tokenizer;
}

std::string CharTokenizer::to_text() const {
  std::string text = fmt::format("{}\n{}\n", char_title, characters_.size());
  for (const char32_t code : characters_) {
    text += fmt::format("U+{:04X}\n", static_cast<std::uint32_t>(code));
  }
  return text;
}

std::string ByteTokenizer::to_text() const { return fmt::format("{}\n", byte_title); }

std::string BytePairTokenizer::to_text() const {
  std::string text = fmt::format("{}\n{}\n1\n<BOS> {}\n", pair_title,
                                 split_ == Split::words ? chunk_pattern : "", bos());
  for (const auto& [left, right] : merges_) {
    text += fmt::format("{} {}\n", left, right);
  }
  return text;
}

}  // namespace holo
