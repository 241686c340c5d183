#include "exercises/support/formula.h"

#include <algorithm>
#include <cmath>

#include "exercises/support/diagnosis.h"
#include "exercises/support/formula_search.h"

namespace exercise {

namespace {

using Quantity = Formulas::Quantity;

// The quantities, their squares, roots and the like, and small numbers.
std::vector<Quantity> with_functions(const std::vector<Quantity>& quantities) {
  struct Function {
    const char *before, *after;
    double (*of)(double);
  };
  static constexpr Function functions[] = {
      {"", "^2", [](double x) { return x * x; }},
      {"the root of ", "", [](double x) { return std::sqrt(x); }},
      {"e^", "", [](double x) { return std::exp(x); }},
      {"log ", "", [](double x) { return std::log(x); }},
      {"the size of ", "", [](double x) { return std::abs(x); }},
      {"tanh ", "", [](double x) { return std::tanh(x); }},
      {"relu of ", "", [](double x) { return std::max(0.0, x); }},
      {"sigmoid of ", "", [](double x) { return 1 / (1 + std::exp(-x)); }}};
  std::vector<Quantity> all = quantities;
  for (const auto& [before, after, of] : functions) {
    for (const Quantity& one : quantities) {
      const bool simple = one.name.find(' ') == std::string::npos || one.name[0] == '(';
      Quantity made{before + (simple ? one.name : "(" + one.name + ")") + after, one.numbers};
      if (made.name.find(' ') != std::string::npos) made.name = "(" + made.name + ")";
      for (double& number : made.numbers) number = of(number);
      all.push_back(made);
    }
  }
  for (double number : {1.0, 2.0, 3.0}) {
    all.push_back({shown(number), std::vector<double>(quantities[0].numbers.size(), number)});
  }
  return all;
}

}  // namespace

Formulas::Formulas(const std::vector<std::string>& names) {
  for (const std::string& name : names) quantities_.push_back({name, {}});
}

void Formulas::add(const std::vector<double>& values) {
  for (size_t i = 0; i < quantities_.size(); ++i) quantities_[i].numbers.push_back(values.at(i));
}

std::string Formulas::of(const std::vector<double>& numbers) const {
  const std::vector<Quantity> all = with_functions(quantities_);
  std::string found = formula_of(quantities_, all, numbers);
  if (!found.empty()) return found;
  std::vector<double> negative = numbers;
  for (double& number : negative) number = -number;
  found = formula_of(quantities_, all, negative);
  return found.empty() ? "" : "-(" + found + ")";
}

std::string Formulas::told(const std::string& what, const std::vector<double>& got,
                           const std::vector<double>& right, const std::string& rule) const {
  if (diagnosis::equal(got, right)) return "";
  const std::string found = of(got);
  return found.empty() ? "" : "your " + what + " = " + found + ": it should be " + rule;
}

}  // namespace exercise
