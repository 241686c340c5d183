// sheet_token.h: the words of a sheet: names, numbers and signs, each with its place.
#pragma once

#include <string>
#include <string_view>

#include "holo/check.h"

namespace holo {

/// What a sheet has that it may not have. Lines and columns count from 1; a column is a character.
class SheetError : public UsageError {
 public:
  SheetError(int line, int column, const std::string& found, const std::string& expected,
             const std::string& hint = "");
  int line() const { return line_; }
  int column() const { return column_; }

 private:
  int line_, column_;
};

struct SheetToken {
  enum class Kind { name, number, sign, end_of_statement, end };
  Kind kind = Kind::end;
  std::string_view text = {};
  double number = 0;
  int line = 1, column = 1;
  std::size_t begin = 0;  ///< its first byte in the sheet

  bool is(char sign) const { return kind == Kind::sign && text[0] == sign; }
};

/// Reads one word after the other. Spaces, and "#" with what follows on its line, are nothing.
class SheetTokens {
 public:
  /// The text must live as long as this.
  explicit SheetTokens(std::string_view text) : text_(text) { next(); }

  /// The word that is next, the one before it, and the byte behind that.
  const SheetToken& peek() const { return token_; }
  const SheetToken& last() const { return last_; }
  std::size_t end_of_last() const { return end_of_last_; }
  SheetToken next();

  [[noreturn]] void fail(const SheetToken& at, const std::string& expected,
                         const std::string& hint = "") const;

 private:
  void skip_spaces();
  void read_token();
  void read_number();
  char here(std::size_t further = 0) const {
    return at_ + further < text_.size() ? text_[at_ + further] : '\0';
  }
  void take(std::size_t bytes);

  std::string_view text_;
  std::size_t at_ = 0, end_of_last_ = 0;
  int line_ = 1, column_ = 1;
  SheetToken token_, last_;
};

}  // namespace holo
