// docs_numbers.h: compares the numbers in the prose of a page with their sources. A claim has two
// digits or a decimal point; years, versions, names and numbers of chapters are not claims.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "docs/docs_page.h"

namespace docs {

/// A number in a text: 15,150 and 15'150 are 15150.
struct Number {
  std::size_t end;
  double value;
  int digits;  // before the decimal point
  bool point;
};

inline char at(const std::string& text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

/// Reads the number that begins with the digit at `i`.
inline Number read_number(const std::string& text, std::size_t i, bool thousands) {
  std::string plain;
  const auto take_digits = [&] {
    while (is_digit(at(text, i))) plain += text[i++];
  };
  take_digits();
  const auto group_follows = [&] {
    return (at(text, i) == ',' || at(text, i) == '\'') && is_digit(at(text, i + 1)) &&
           is_digit(at(text, i + 2)) && is_digit(at(text, i + 3)) && !is_digit(at(text, i + 4));
  };
  const bool short_enough = plain.size() <= 3;
  while (thousands && short_enough && group_follows()) {
    ++i;
    take_digits();
  }
  const int digits = static_cast<int>(plain.size());
  const bool point = at(text, i) == '.' && is_digit(at(text, i + 1));
  if (point) {
    plain += text[i++];
    take_digits();
  }
  const std::size_t sign = at(text, i + 1) == '-' || at(text, i + 1) == '+' ? i + 2 : i + 1;
  if ((at(text, i) == 'e' || at(text, i) == 'E') && is_digit(at(text, sign))) {
    plain += text.substr(i, sign - i);
    i = sign;
    take_digits();
  }
  return {i, std::strtod(plain.c_str(), nullptr), digits, point};
}

/// The numbers that a page may claim, and the texts they are in (for numbers in hexadecimal).
class Sources {
 public:
  void add(const std::string& text) {
    text_ += text + '\n';
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!is_digit(text[i])) continue;
      values_.insert(read_number(text, i, true).value);
      const Number number = read_number(text, i, false);  // f(16,100) has two numbers
      values_.insert(number.value);
      i = number.end - 1;
    }
  }
  void add(const Sources& other) {
    values_.insert(other.values_.begin(), other.values_.end());
    text_ += other.text_;
  }
  /// True if a source has the number, up to the rounding of a change of unit.
  bool has(double value) const {
    const auto next = values_.lower_bound(value * (1 - 1e-12));
    return next != values_.end() && *next <= value * (1 + 1e-12);
  }
  bool has(const std::string& text) const { return text_.find(text) != std::string::npos; }

 private:
  std::set<double> values_;
  std::string text_;
};

/// The word before `i`. Moves `i` to the word.
inline std::string word_before(const std::string& text, std::size_t& i) {
  const std::string space = " \t\n([";
  while (i > 0 && space.find(text[i - 1]) != std::string::npos) --i;
  const std::size_t end = i;
  while (i > 0 && space.find(text[i - 1]) == std::string::npos) --i;
  return text.substr(i, end - i);
}

/// True for "g++ 12", "fmt 9 to 12", "chapter 10", "arXiv 2109.08668".
inline bool counts_something_named(const std::string& text, std::size_t i) {
  static const std::set<std::string> names = {
      "g++",     "gcc",      "clang",  "clang++", "fmt",     "doctest", "C++",     "CPython",
      "Python",  "glibc",    "libc++", "CMake",   "Debian",  "Ubuntu",  "chapter", "chapters",
      "Chapter", "Chapters", "issue",  "section", "Section", "arXiv",   "arXiv:"};
  std::string word = word_before(text, i);
  while (word == "to" || word == "and" || word == "or" || (!word.empty() && is_digit(word[0]))) {
    word = word_before(text, i);
  }
  return names.count(word) > 0;
}

/// True for the number of a list item, of a heading, of a linked chapter, of a year; for "64-bit",
/// "07_name" and "0.1.0".
inline bool is_label(const std::string& text, std::size_t i, const Number& number) {
  const std::size_t line = text.rfind('\n', i) + 1;  // npos + 1 == 0
  const std::string before = trim(text.substr(line, i - line));
  const bool heading = !before.empty() && before.find_first_not_of('#') == std::string::npos;
  const char next = at(text, number.end), after = at(text, number.end + 1);
  const bool year =
      number.digits == 4 && !number.point && number.value >= 1900 && number.value < 2100;
  const bool linked = i > 0 && text[i - 1] == '[' && next == '.' && after == ' ';
  return heading || year || linked || (before.empty() && next == '.' && !is_digit(after)) ||
         next == '_' || starts(text, "-bit", number.end) ||
         (number.point && next == '.' && is_digit(after));
}

/// Places that a writer has left empty in the prose: @NAME@.
inline std::vector<Piece> forgotten_words(const Page& page) {
  std::vector<Piece> found;
  const std::string& text = page.prose;
  for (std::size_t i = text.find('@'); i < text.size(); i = text.find('@', i + 1)) {
    const std::size_t end =
        std::min(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", i + 1), text.size());
    if (end > i + 1 && at(text, end) == '@') {
      found.push_back({page.line_of(i), text.substr(i, end + 1 - i)});
    }
  }
  return found;
}

/// The numbers in the prose of `page` that no source has.
inline std::vector<Piece> unfounded_numbers(const Page& page, const Sources& sources) {
  std::vector<Piece> found;
  const std::string& text = page.prose;
  bool name = false;  // the word so far has a letter: x86-64, MT19937, C++20
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_letter(text[i]) || text[i] == '_') {
      name = true;
    } else if (!is_digit(text[i])) {
      name = name && (text[i] == '+' || text[i] == '-' || text[i] == '.');
    } else if (name) {
      continue;
    } else if (starts(text, "0x", i)) {
      const std::size_t end =
          std::min(text.find_first_not_of("0123456789abcdefxp.+-", i), text.size());
      const std::string hex = text.substr(i, end - i);
      if (!sources.has(hex)) found.push_back({page.line_of(i), hex});
      i = end - 1;
    } else {
      const Number number = read_number(text, i, true);
      const bool claims = number.digits > 1 || number.point;
      const bool label = is_label(text, i, number) || counts_something_named(text, i);
      // The prose may give a table's milliseconds in microseconds.
      const bool thousandth = starts(text, " µs", number.end) && sources.has(number.value / 1000);
      if (claims && !label && !thousandth && !sources.has(number.value)) {
        found.push_back({page.line_of(i), text.substr(i, number.end - i)});
      }
      name = label && at(text, number.end) != ' ';  // the rest of 0.1.0
      i = number.end - 1;
    }
  }
  return found;
}

}  // namespace docs
