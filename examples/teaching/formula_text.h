// formula_text.h: the text of a formula, read from left to right: numbers, names of commands,
// braces.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "holo/check.h"

namespace holo {

inline bool is_formula_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
inline bool is_formula_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// `at_` is the next letter to be read.
class FormulaText {
 public:
  FormulaText(std::string_view text, std::string where) : text_(text), where_(std::move(where)) {}

 protected:
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    throw UsageError(where_, found + " in the formula " + std::string(text_.substr(0, 60)),
                     expected);
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool next_is(std::string_view what) {
    skip_spaces();
    return text_.substr(at_).starts_with(what);
  }
  bool take(std::string_view what) {
    if (!next_is(what)) return false;
    at_ += what.size();
    return true;
  }

  std::string number() {
    const std::size_t begin = at_;
    const auto goes_on = [&](std::size_t i) {
      return i < text_.size() && is_formula_digit(text_[i]);
    };
    while (goes_on(at_) || (at_ < text_.size() && text_[at_] == '.' && goes_on(at_ + 1))) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string name_of_command() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && is_formula_letter(text_[at_])) ++at_;
    if (at_ == begin && at_ < text_.size()) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  // The text in the braces that follow, as it stands.
  std::string braces() {
    if (!take("{")) fail("no {", "{ after a command");
    const std::size_t begin = at_;
    int depth = 1;
    for (; at_ < text_.size() && depth > 0; ++at_) {
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}') --depth;
    }
    if (depth > 0) fail("the end", "}");
    return std::string(text_.substr(begin, at_ - 1 - begin));
  }

  std::string_view text_;
  std::string where_;
  std::size_t at_ = 0;
};

}  // namespace holo
