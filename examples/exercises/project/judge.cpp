#include "exercises/project/judge.h"

#include <algorithm>
#include <cmath>

namespace project {

namespace {

constexpr double tolerance = 1e-11;

bool near(double got, double expected) {
  if (std::isnan(expected) || std::isinf(expected)) {
    return got == expected || (std::isnan(got) && std::isnan(expected));
  }
  return std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

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

bool is_gradient(const std::string& name) {
  return name.find("gradient") != std::string::npos || name.find("d loss") != std::string::npos;
}

// What can be said of numbers that no known mistake gives, as many as the right ones.
std::string general(const Measured& got, const std::vector<double>& right) {
  bool values_right = true, factor_fits = true;
  double factor = 0;  // of all gradients, or 0 as long as it is unknown
  int gradients = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    const double number = got.numbers[i];
    if (!is_gradient(got.names[i])) {
      values_right = values_right && near(number, right[i]);
      continue;
    }
    ++gradients;
    if (factor == 0 && std::abs(right[i]) > 1e-3) factor = number / right[i];
    factor_fits = factor_fits && near(number, factor * right[i]);
  }
  if (!values_right || gradients == 0) return "";
  if (factor_fits && std::isfinite(factor) && gradients > 2) {
    return "the values are right, and each gradient is " + std::to_string(factor) +
           " times what it should be";
  }
  return "the values are right, but not all gradients: is a number made of data(), which has "
         "forgotten where it comes from, or is a local derivative wrong?";
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
           const std::vector<std::string>& sentences) {
  const std::vector<double> right = model(Made());
  if (same(got.numbers, right)) {
    for (const std::string& name : got.names) checks.that(name, true);
    return true;
  }
  std::string sentence = explanation(got.numbers, model, sentences);
  if (got.numbers.size() != right.size()) {
    checks.equal("how many numbers", static_cast<double>(got.numbers.size()),
                 static_cast<double>(right.size()));
    return false;
  }
  if (sentence.empty()) sentence = general(got, right);
  // What is not near here may not be equal there.
  const double usual = checks.tolerance;
  checks.tolerance = tolerance;
  int shown = 0;
  for (size_t i = 0; i < right.size() && shown < 3; ++i) {
    if (near(got.numbers[i], right[i])) continue;
    checks.equal(got.names[i], got.numbers[i], right[i], {{got.numbers[i], sentence}});
    ++shown;
  }
  checks.tolerance = usual;
  return false;
}

std::vector<double> fractions(int count, double seed) {
  std::vector<double> numbers;
  for (int i = 1; i <= count; ++i) numbers.push_back(1.3 * std::sin(i * 78.233 + seed * 12.9898));
  return numbers;
}

}  // namespace project
