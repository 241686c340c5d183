#include "exercises/support/judge.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "exercises/support/diagnosis.h"
#include "exercises/support/mistakes.h"
#include "exercises/support/rows.h"

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

bool Made::one_of(int first, int count) const {
  return std::any_of(mistakes_.begin(), mistakes_.end(),
                     [=](int mistake) { return mistake >= first && mistake < first + count; });
}

std::vector<std::string> joined(const std::vector<std::vector<std::string>>& lists) {
  std::vector<std::string> all;
  for (const std::vector<std::string>& list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
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
  std::string sentence = diagnosis::missing_rows(got, right);
  if (sentence.empty()) sentence = general(got.numbers, right);
  if (sentence.empty()) sentence = general_of_group(got, right);
  return sentence.empty() ? diagnosis::changed_rows(got, right) : sentence;
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
