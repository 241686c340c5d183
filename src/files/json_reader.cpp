// json_reader.cpp: reads JSON strictly, from left to right.
#include "files/json_reader.h"

#include <fmt/format.h>

#include <optional>

#include "base/parse_number.h"
#include "base/utf8.h"
#include "holo/check.h"

namespace holo {

void JsonReader::fail(const std::string& found, const std::string& expected) const {
  throw Error(where_, found, expected);
}

std::string JsonReader::next_character() const {
  if (at_ >= text_.size()) return "ends";
  const utf8::Character character = utf8::read(text_, at_);
  if (character.problem != nullptr || utf8::is_invisible(character.code)) {
    return fmt::format("has byte 0x{:02X}", static_cast<unsigned char>(text_[at_]));
  }
  return fmt::format("has '{}'", text_.substr(at_, character.length));
}

void JsonReader::fail_here(const std::string& expected) const {
  fail(fmt::format("{} {} at its byte {}", name_, next_character(), at_), expected);
}

void JsonReader::skip_white_space() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
    ++at_;
  }
}

void JsonReader::open(char mark, const char* what) {
  if (next() != mark) fail_here(fmt::format("{} that begins with '{}'", what, mark));
  ++at_;
}

bool JsonReader::more(char mark, bool& first) {
  const bool ends = next() == mark;
  if (!ends && std::exchange(first, false)) return true;
  if (!ends && here() != ',') fail_here(fmt::format("',' or '{}'", mark));
  ++at_;
  return !ends;
}

std::string JsonReader::key(std::size_t max_bytes, const char* what) {
  std::string name = string(max_bytes, what);
  if (next() != ':') fail_here("':' after a name");
  ++at_;
  return name;
}

std::string JsonReader::string(std::size_t max_bytes, const char* what) {
  if (next() != '"') fail_here(fmt::format("{} in quotes", what));
  const std::size_t start = ++at_;
  std::string out;
  for (char c = here(); c != '"'; c = here()) {
    if (at_ >= text_.size()) fail_here("a quote at the end of the string");
    if (static_cast<unsigned char>(c) < 0x20) fail_here("control characters as \\u00XX");
    if (c == '\\') {
      escape(out);
    } else {
      out += c;
      ++at_;
    }
    if (out.size() > max_bytes) {
      fail(
          fmt::format("{} at byte {} of {} is longer than {} bytes", what, start, name_, max_bytes),
          "names that are shorter");
    }
  }
  ++at_;
  return out;
}

char32_t JsonReader::four_hex_digits() {
  char32_t code = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = here();
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) fail_here("four hexadecimal digits after \\u");
    code = code << 4 | static_cast<char32_t>(digit);
  }
  return code;
}

// Reads an escape, which begins at at_.
void JsonReader::escape(std::string& out) {
  static constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  ++at_;
  const char c = here();
  if (c != 'u') {
    const std::size_t letter = letters.find(c);
    if (letter == std::string_view::npos) fail_here("one of \"\\/bfnrtu after \\");
    out += meanings[letter];
    ++at_;
    return;
  }
  ++at_;
  char32_t code = four_hex_digits();
  const bool high = code >= 0xD800 && code < 0xDC00;
  if (high && text_.substr(at_, 2) == "\\u") {
    at_ += 2;
    const char32_t low = four_hex_digits();
    if (low < 0xDC00 || low > 0xDFFF) fail_here("the second half of a surrogate pair before this");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  } else if (code >= 0xD800 && code <= 0xDFFF) {
    fail_here("a surrogate pair, not half of one, before this");
  }
  utf8::append(out, code);
}

void JsonReader::digits() {
  if (!at_digit()) fail_here("a digit");
  while (at_digit()) ++at_;
}

std::uint64_t JsonReader::whole_number(const char* what) {
  skip_white_space();
  const std::size_t start = at_;
  if (!at_digit()) fail_here(fmt::format("{}, a whole number of 0 or more", what));
  std::uint64_t value = 0;
  for (; at_digit(); ++at_) {
    const auto next = static_cast<std::uint64_t>(text_[at_] - '0');
    if (__builtin_mul_overflow(value, 10u, &value) || __builtin_add_overflow(value, next, &value)) {
      fail(fmt::format("{} at byte {} of {} is 2^64 or more", what, start, name_),
           "a number that fits the file");
    }
  }
  if (text_[start] == '0' && at_ - start > 1) {
    fail(fmt::format("{} at byte {} of {} begins with 0", what, start, name_),
         "a number without zeros in front");
  }
  return value;
}

// -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
double JsonReader::number() {
  skip_white_space();
  const std::size_t start = at_;
  const auto skip = [this](std::string_view any) {
    const bool found = at_ < text_.size() && any.find(text_[at_]) != std::string_view::npos;
    if (found) ++at_;
    return found;
  };
  skip("-");
  if (!skip("0")) digits();
  if (skip(".")) digits();
  if (skip("eE")) {
    skip("+-");
    digits();
  }
  if (const std::optional<double> x = parse_number(text_.substr(start, at_ - start))) return *x;
  fail(fmt::format("the number at byte {} of {} does not fit a double", start, name_),
       "a finite number");
}

bool JsonReader::word(std::string_view word) {
  skip_white_space();
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

char JsonReader::next() {
  skip_white_space();
  return here();
}

void JsonReader::end() {
  skip_white_space();
  if (at_ != text_.size()) fail_here("only white space after the value");
}

}  // namespace holo
