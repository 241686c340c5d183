// json.h: reads the JSON of a header, one piece at a time, in the order of the text. It
// knows objects, arrays, strings and whole numbers: all that a header has. No tree is built and no
// call nests, so that a text of a million braces needs no memory and no stack.
// Source of the grammar: RFC 8259.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace holo {

/// Every failure is a holo::Error with the position in the text. White space is skipped on the way.
class JsonReader {
 public:
  /// `text` outlives the reader and is UTF-8; `where` stands in errors.
  JsonReader(std::string_view text, std::string where) : text_(text), where_(std::move(where)) {}

  /// The next character has to be `mark`; `what` begins there ("an object").
  void open(char mark, const char* what);
  /// Whether the object or array goes on; over a comma, or over its end `mark`. `first`: true at
  /// first, for the caller to keep.
  bool more(char mark, bool& first);
  /// A string and a colon.
  std::string key(std::size_t max_bytes, const char* what);
  std::string string(std::size_t max_bytes, const char* what);
  /// A whole number of 0 or more, without sign, fraction and exponent.
  std::uint64_t number(const char* what);
  /// Nothing but white space may be left.
  void end();

  std::size_t position() const { return at_; }
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;

 private:
  void skip_white_space();
  std::string next_character() const;
  [[noreturn]] void fail_here(const std::string& expected) const;
  std::size_t end_of_string() const;
  void escape(std::string& out);
  char32_t four_hex_digits();

  std::string_view text_;
  std::string where_;
  std::size_t at_ = 0;
};

/// `text` inside the quotes of JSON, as the reference library writes it: only what must be escaped
/// is. REQUIRES: UTF-8.
std::string json_text(std::string_view text);

}  // namespace holo
