// json_reader.h: reads JSON one piece at a time, in the order of the text. It builds no tree and
// does not recurse, so a text of a million braces needs no memory and no stack.
// Source of the grammar: RFC 8259.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace holo {

/// Every failure is a holo::Error with the position in the text. All functions skip white space.
class JsonReader {
 public:
  /// REQUIRES: `text` is UTF-8 and outlives the reader. `where` and `name`, for example "the
  /// header", appear in errors.
  JsonReader(std::string_view text, std::string where, std::string name = "the text")
      : text_(text), where_(std::move(where)), name_(std::move(name)) {}

  /// Reads `mark`, with which `what` begins, for example "an object".
  void open(char mark, const char* what);
  /// True when the object or array has another element. Reads the comma before that element, or
  /// else `mark`, the end. The caller keeps `first`, which is true at first.
  bool more(char mark, bool& first);
  /// Reads a string and a colon.
  std::string key(std::size_t max_bytes, const char* what);
  std::string string(std::size_t max_bytes, const char* what);
  /// A whole number of 0 or more, without sign, fraction and exponent.
  std::uint64_t whole_number(const char* what);
  /// Any number, as the nearest double.
  double number();
  /// Reads `word` (true, false or null) if it comes next.
  bool word(std::string_view word);
  /// Throws unless only white space is left.
  void end();

  /// The next character, or 0 at the end.
  char next();
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;
  /// Like fail(), and reports the next character and its position.
  [[noreturn]] void fail_here(const std::string& expected) const;

 private:
  void skip_white_space();
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::string next_character() const;
  bool at_digit() const { return here() >= '0' && here() <= '9'; }
  void digits();
  void escape(std::string& out);
  char32_t four_hex_digits();

  std::string_view text_;
  std::string where_, name_;
  std::size_t at_ = 0;
};

}  // namespace holo
