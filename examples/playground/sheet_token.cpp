// sheet_token.cpp: letters and digits of ASCII are words; other characters are shown as they are.
#include "playground/sheet_token.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/parse_number.h"
#include "base/words.h"

namespace holo {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::string place(int line, int column) { return fmt::format("line {}, column {}", line, column); }

}  // namespace

SheetError::SheetError(int line, int column, const std::string& found, const std::string& expected,
                       const std::string& hint)
    : UsageError(place(line, column), found, expected, hint), line_(line), column_(column) {}

void SheetTokens::fail(const SheetToken& at, const std::string& expected,
                       const std::string& hint) const {
  const bool is_end = at.kind == SheetToken::Kind::end;
  const bool ends = is_end || at.kind == SheetToken::Kind::end_of_statement;
  const std::string found = is_end                   ? "the end"
                            : ends && at.text == ";" ? "';'"
                            : ends                   ? "the end of the line"
                                                     : plain_label(in_quotes(at.text));
  throw SheetError(at.line, at.column, found, expected, hint);
}

SheetToken SheetTokens::next() {
  last_ = token_;
  end_of_last_ = at_;
  skip_spaces();
  read_token();
  return last_;
}

void SheetTokens::take(std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) column_ += starts_character(text_[at_ + i]) ? 1 : 0;
  at_ += bytes;
}

void SheetTokens::skip_spaces() {
  while (here() == ' ' || here() == '\t' || here() == '\r') take(1);
  if (here() == '#') take(std::min(text_.find('\n', at_), text_.size()) - at_);
}

void SheetTokens::read_token() {
  token_ = {SheetToken::Kind::end, {}, 0, line_, column_, at_};
  if (at_ >= text_.size()) return;
  if (is_digit(here()) || (here() == '.' && is_digit(here(1)))) return read_number();
  std::size_t bytes = 1;
  token_.kind = SheetToken::Kind::sign;
  if (is_letter(here())) {
    while (is_letter(here(bytes)) || is_digit(here(bytes))) ++bytes;
    token_.kind = SheetToken::Kind::name;
  } else if (here() == '\n' || here() == ';') {
    token_.kind = SheetToken::Kind::end_of_statement;
  } else {
    while (at_ + bytes < text_.size() && !starts_character(text_[at_ + bytes])) ++bytes;
  }
  token_.text = text_.substr(at_, bytes);
  take(bytes);
  if (token_.text == "\n") ++line_, column_ = 1;
}

// 3, 0.5, .5, 2., 1e-3
void SheetTokens::read_number() {
  std::size_t bytes = 0;
  const auto digits = [&] {
    while (is_digit(here(bytes))) ++bytes;
  };
  digits();
  if (here(bytes) == '.') ++bytes, digits();
  if (here(bytes) == 'e' || here(bytes) == 'E') {
    const std::size_t sign = here(bytes + 1) == '+' || here(bytes + 1) == '-' ? 1 : 0;
    if (is_digit(here(bytes + 1 + sign))) bytes += 1 + sign, digits();
  }
  token_.kind = SheetToken::Kind::number;
  token_.text = text_.substr(at_, bytes);
  const std::optional<double> number = parse_number(std::string(token_.text));
  if (!number) fail(token_, "a number that a double can hold");
  token_.number = *number;
  take(bytes);
}

}  // namespace holo
