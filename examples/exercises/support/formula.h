// formula.h: which formula an answer calculates, when it is none of the known mistakes: all short
// ones of named quantities are tried. An exercise names what its formula is made of, and what may
// be taken for it.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise {

class Formulas {
 public:
  // The names of the quantities. The first ones are preferred where two formulas give the same.
  explicit Formulas(const std::vector<std::string>& names) {
    for (const std::string& name : names) quantities_.push_back({name, {}});
  }

  // The value of each quantity for the next measured number.
  void add(const std::vector<double>& values) {
    for (size_t i = 0; i < quantities_.size(); ++i) quantities_[i].numbers.push_back(values.at(i));
  }

  // "x * y" say: the shortest formula of one, two or three of the quantities that gives these
  // numbers, or "".
  std::string of(const std::vector<double>& numbers) const {
    if (numbers.empty()) return "";
    for (const Quantity& one : quantities_) {
      if (gives(numbers, [&](size_t i) { return one.numbers[i]; })) return one.name;
    }
    if (numbers.size() < 2) return "";
    for (char operation : operations) {
      for (const Quantity& a : quantities_) {
        for (const Quantity& b : quantities_) {
          const auto pair = [&](size_t i) { return value(a.numbers[i], operation, b.numbers[i]); };
          if (gives(numbers, pair)) return a.name + " " + operation + " " + b.name;
        }
      }
    }
    for (char inner : operations) {
      for (char outer : operations) {
        for (const Quantity& a : quantities_) {
          for (const Quantity& b : quantities_) {
            const std::string found = of_three(numbers, a, inner, b, outer);
            if (!found.empty()) return found;
          }
        }
      }
    }
    return "";
  }

 private:
  struct Quantity {
    std::string name;
    std::vector<double> numbers;  // its value for each measured number
  };

  static constexpr char operations[] = {'*', '/', '+', '-'};

  static double value(double a, char operation, double b) {
    return operation == '*' ? a * b : operation == '/' ? a / b : operation == '+' ? a + b : a - b;
  }

  template <class Expected>
  static bool gives(const std::vector<double>& numbers, const Expected& expected) {
    for (size_t i = 0; i < numbers.size(); ++i) {
      const double number = expected(i);
      if (!std::isfinite(number) || !near(numbers[i], number)) return false;
    }
    return true;
  }

  std::string of_three(const std::vector<double>& numbers, const Quantity& a, char inner,
                       const Quantity& b, char outer) const {
    const bool loose = inner == '+' || inner == '-', tight = outer == '*' || outer == '/';
    const std::string pair = a.name + " " + inner + " " + b.name;
    for (const Quantity& c : quantities_) {
      const auto left = [&](size_t i) {
        return value(value(a.numbers[i], inner, b.numbers[i]), outer, c.numbers[i]);
      };
      if (gives(numbers, left)) {
        return (loose && tight ? "(" + pair + ")" : pair) + " " + outer + " " + c.name;
      }
      const auto right = [&](size_t i) {
        return value(c.numbers[i], outer, value(a.numbers[i], inner, b.numbers[i]));
      };
      if (gives(numbers, right)) {
        const bool bare = outer == '+' || (outer == '-' && !loose);
        return c.name + " " + outer + " " + (bare ? pair : "(" + pair + ")");
      }
    }
    return "";
  }

  std::vector<Quantity> quantities_;
};

// "your gradient for w = (y - target) * x: it should be ...", or "".
inline std::string told(const std::string& what, const std::string& found,
                        const std::string& right) {
  return found.empty() ? "" : "your " + what + " = " + found + ": it should be " + right;
}

}  // namespace exercise
