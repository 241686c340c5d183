#include "exercises/support/judge.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "exercises/support/diagnosis.h"
#include "exercises/support/mistakes.h"

namespace exercise {

constexpr double tolerance = 1e-11;

bool near(double got, double expected) {
  if (std::isnan(expected) || std::isinf(expected)) {
    return got == expected || (std::isnan(got) && std::isnan(expected));
  }
  return std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

namespace {

using diagnosis::equal;
using diagnosis::Numbers;

// The name of number i without its place: numbers that were added together share it.
std::string group(const std::string& name) {
  const size_t bracket = name.rfind('[');
  return bracket == std::string::npos ? name : name.substr(0, bracket);
}

// What can be said of all numbers when no known mistake gives them.
std::string general(const Numbers& got, const Numbers& right) {
  for (const std::string& sentence :
       {diagnosis::function_of(got, right), diagnosis::signs(got, right),
        diagnosis::order(got, right), diagnosis::constant(got, right),
        diagnosis::zeros(got, right)}) {
    if (!sentence.empty()) return sentence;
  }
  return "";
}

// The name of a number without its place in a row: "p(0, 1)" and "row[1]".
std::string row_of(const std::string& name) { return name.substr(0, name.find_last_of(",[")); }

// Each row with a factor of its own, or with a number of its own that is added; `change` says what
// leads from the right number to the other one.
std::string changed_rows(const Measured& got, const Numbers& right, const std::string& before,
                         const std::string& after, double (*change)(double, double), double none) {
  std::vector<double> changes;
  std::string row;
  size_t in_row = 0, changed = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    const double own = change(got.numbers[i], right[i]);
    if (!std::isfinite(own)) return "";
    if (i == 0 || row_of(got.names[i]) != row) {
      if (i > 0 && in_row < 2) return "";
      row = row_of(got.names[i]);
      changes.push_back(own), in_row = 1;
      changed += near(own, none) ? 0 : 1;
    } else if (++in_row; !near(own, changes.back())) {
      return "";
    }
  }
  if (in_row < 2 || changes.size() < 2 || changed == 0) return "";
  return before + shown(changes[0]) + " and " + shown(changes[1]) + " say" + after;
}

std::string rows(const Measured& got, const Numbers& right) {
  const std::string sentence = changed_rows(
      got, right, "each row is right but for a factor of its own, ",
      ": is what a row is multiplied or divided by wrong?",
      [](double number, double its) { return number / its; }, 1);
  if (!sentence.empty()) return sentence;
  return changed_rows(
      got, right, "each row is right but for a number of its own that is added to all of it, ", "",
      [](double number, double its) { return number - its; }, 0);
}

// The same of one group of numbers alone, when the others are right.
std::string general_of_group(const Measured& got, const Numbers& right) {
  std::string wrong;
  Numbers mine, its;
  for (size_t i = 0; i < right.size(); ++i) {
    if (near(got.numbers[i], right[i])) continue;
    if (wrong.empty()) wrong = group(got.names[i]);
    if (group(got.names[i]) != wrong) return "";
  }
  for (size_t i = 0; i < right.size(); ++i) {
    if (group(got.names[i]) != wrong) continue;
    mine.push_back(got.numbers[i]);
    its.push_back(right[i]);
  }
  if (mine.size() == right.size()) return "";
  return general(mine, its);
}

}  // namespace

void Measured::add(const std::string& name, double number) {
  names.push_back(name);
  numbers.push_back(number);
}

void Measured::add(const std::string& name, const std::vector<double>& several) {
  for (size_t i = 0; i < several.size(); ++i) {
    add(name + "[" + std::to_string(i) + "]", several[i]);
  }
}

bool Made::operator()(int mistake) const {
  return std::find(mistakes_.begin(), mistakes_.end(), mistake) != mistakes_.end();
}

bool judge(Checks& checks, const Measured& got, const Model& model,
           const std::vector<std::string>& sentences, const Otherwise& otherwise,
           const Otherwise& at_last) {
  const std::vector<double> right = model(Made());
  if (equal(got.numbers, right)) {
    for (const std::string& name : got.names) checks.that(name, true);
    return true;
  }
  const Mistakes mistakes(got, model, sentences);
  std::string sentence = mistakes.one();
  if (got.numbers.size() != right.size()) {
    const double count = static_cast<double>(got.numbers.size());
    checks.equal("how many numbers", count, static_cast<double>(right.size()), {{count, sentence}});
    return false;
  }
  if (sentence.empty()) sentence = diagnosis::degenerate(got.numbers, right);
  if (sentence.empty()) sentence = mistakes.two();
  if (sentence.empty()) sentence = mistakes.of_parts();
  if (sentence.empty() && otherwise) sentence = otherwise(got, right);
  if (sentence.empty()) sentence = what_is_true(got, right);
  if (sentence.empty()) sentence = mistakes.and_change();
  if (sentence.empty()) sentence = mistakes.of_most();
  if (sentence.empty() && at_last) sentence = at_last(got, right);
  // What is not near here may not be equal there.
  const double usual = checks.tolerance;
  checks.tolerance = tolerance;
  int named = 0;
  for (size_t i = 0; i < right.size() && named < 3; ++i) {
    if (near(got.numbers[i], right[i])) continue;
    checks.equal(got.names[i], got.numbers[i], right[i], {{got.numbers[i], sentence}});
    ++named;
  }
  checks.tolerance = usual;
  return false;
}

std::string what_is_true(const Measured& got, const std::vector<double>& right) {
  std::string sentence = general(got.numbers, right);
  if (sentence.empty()) sentence = general_of_group(got, right);
  return sentence.empty() ? rows(got, right) : sentence;
}

std::string shown(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}

std::vector<double> fractions(int count, double seed) {
  std::vector<double> numbers;
  for (int i = 1; i <= count; ++i) numbers.push_back(1.3 * std::sin(i * 78.233 + seed * 12.9898));
  return numbers;
}

}  // namespace exercise
