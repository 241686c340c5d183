#include "exercises/support/judge.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace exercise {

constexpr double tolerance = 1e-11;

bool near(double got, double expected) {
  if (std::isnan(expected) || std::isinf(expected)) {
    return got == expected || (std::isnan(got) && std::isnan(expected));
  }
  return std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

namespace {

bool same(const std::vector<double>& got, const std::vector<double>& expected) {
  return got.size() == expected.size() &&
         std::equal(got.begin(), got.end(), expected.begin(), near);
}

// The sentence of the one mistake, or of the two, that give these numbers.
std::string explanation(const std::vector<double>& got, const Model& model,
                        const std::vector<std::string>& sentences) {
  const int count = static_cast<int>(sentences.size());
  for (int i = 0; i < count; ++i) {
    if (same(got, model(Made({i})))) return sentences[static_cast<size_t>(i)];
  }
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      if (!same(got, model(Made({i, j})))) continue;
      return "two mistakes. " + sentences[static_cast<size_t>(i)] + "; and " +
             sentences[static_cast<size_t>(j)];
    }
  }
  return "";
}

// What can be said of all numbers when no known mistake gives them.
std::string common_cause(const std::vector<double>& got, const std::vector<double>& right) {
  if (got.size() < 3 || got.size() != right.size()) return "";
  double factor = 0;
  int others = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    if (factor == 0 && std::abs(right[i]) > 1e-3) factor = got[i] / right[i];
    if (std::abs(right[i]) > 1e-3) ++others;
  }
  bool fits = others >= 3 && std::isfinite(factor) && factor != 0;
  for (size_t i = 0; i < right.size(); ++i) fits = fits && near(got[i], factor * right[i]);
  if (!fits) return "";
  return factor == -1 ? "each number has the wrong sign"
                      : "each number is " + shown(factor) + " times what it should be";
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
           const std::vector<std::string>& sentences, const Otherwise& otherwise) {
  const std::vector<double> right = model(Made());
  if (same(got.numbers, right)) {
    for (const std::string& name : got.names) checks.that(name, true);
    return true;
  }
  std::string sentence = explanation(got.numbers, model, sentences);
  if (got.numbers.size() != right.size()) {
    const double count = static_cast<double>(got.numbers.size());
    checks.equal("how many numbers", count, static_cast<double>(right.size()), {{count, sentence}});
    return false;
  }
  if (sentence.empty() && otherwise) sentence = otherwise(got, right);
  if (sentence.empty()) sentence = common_cause(got.numbers, right);
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
