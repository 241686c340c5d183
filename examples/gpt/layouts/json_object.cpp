// json_object.cpp: reads JSON from left to right; each function begins at the first character of
// its piece and ends behind the last.
#include "gpt/layouts/json_object.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "holo/check.h"
#include "holo/utf8.h"

namespace holo {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Reader {
 public:
  Reader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  std::map<std::string, JsonMember> read() {
    std::map<std::string, JsonMember> members;
    skip_space();
    if (next() != '{') fail("an object: {");
    for (auto& [name, member] : read_members('}', 1)) {
      if (!members.emplace(name, std::move(member)).second) {
        throw Error(where_, fmt::format("\"{}\" stands there twice", name), "each name once");
      }
    }
    skip_space();
    if (at_ < text_.size()) fail("the end");
    return members;
  }

 private:
  static constexpr int most_depth = 64;

  // The members of an object, or the elements of an array, which have no names.
  std::vector<std::pair<std::string, JsonMember>> read_members(char end, int depth) {
    if (depth > most_depth) fail(fmt::format("at most {} brackets inside each other", most_depth));
    std::vector<std::pair<std::string, JsonMember>> members;
    ++at_;
    skip_space();
    for (bool first = true; next() != end; first = false) {
      if (!first) {
        take(',');
        skip_space();
      }
      std::string name;
      if (end == '}') {
        name = read_text();
        skip_space();
        take(':');
        skip_space();
      }
      JsonMember value = read_value(depth);
      members.emplace_back(std::move(name), std::move(value));
      skip_space();
    }
    ++at_;
    return members;
  }

  JsonMember read_value(int depth) {
    const char c = next();
    if (c == '"') return {JsonMember::Kind::text, read_text()};
    if (c == '-' || is_digit(c)) return {JsonMember::Kind::number, read_number()};
    if (c == '{' || c == '[') {
      read_members(c == '{' ? '}' : ']', depth + 1);
      return {JsonMember::Kind::nested, ""};
    }
    for (const std::string_view word : {"true", "false", "null"}) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return {JsonMember::Kind::word, std::string(word)};
    }
    fail("a value");
  }

  std::string read_number() {
    const std::size_t begin = at_;
    if (next() == '-') ++at_;
    if (next() == '0') {
      ++at_;
    } else {
      skip_digits();
    }
    if (next() == '.') {
      ++at_;
      skip_digits();
    }
    if (next() == 'e' || next() == 'E') {
      ++at_;
      if (next() == '+' || next() == '-') ++at_;
      skip_digits();
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  void skip_digits() {
    if (!is_digit(next())) fail("a digit");
    while (is_digit(next())) ++at_;
  }

  std::string read_text() {
    take('"');
    std::string text;
    while (next() != '"') {
      if (at_ == text_.size() || static_cast<unsigned char>(next()) < 0x20) fail("a text in \"");
      if (next() == '\\') {
        ++at_;
        read_escape(text);
      } else {
        text += text_[at_++];
      }
    }
    ++at_;
    return text;
  }

  void read_escape(std::string& text) {
    constexpr std::string_view marks = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const char c = next();
    const std::size_t i = marks.find(c);
    if (i != std::string_view::npos) {
      text += meanings[i];
      ++at_;
      return;
    }
    if (c != 'u') fail("an escape of JSON");
    ++at_;
    unsigned code = 0;
    for (int digit = 0; digit < 4; ++digit, ++at_) {
      constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
      const std::size_t value = digits.find(next());
      if (value == std::string_view::npos) fail("four hexadecimal digits");
      code = code * 16 + static_cast<unsigned>(value % 16);
    }
    const auto character = static_cast<char32_t>(code);
    utf8::append(text, utf8::is_character(character) ? character : U'\uFFFD');
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) < 4) ++at_;
  }
  // 0 at the end, which no piece of JSON has in it.
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void take(char c) {
    if (next() != c) fail(fmt::format("'{}'", c));
    ++at_;
  }
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found =
        at_ == text_.size() ? "the end"
                            : fmt::format("byte 0x{:02X}", static_cast<unsigned char>(next()));
    throw Error(where_, fmt::format("{} at position {}", found, at_), expected, "a file of JSON");
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

}  // namespace

std::map<std::string, JsonMember> read_json_object(std::string_view text,
                                                   const std::string& where) {
  return Reader(text, where).read();
}

}  // namespace holo
