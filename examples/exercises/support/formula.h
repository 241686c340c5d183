// formula.h: which formula an answer calculates, when it is none of the known mistakes. All short
// ones of named quantities are tried. An exercise names what its formula is made of, and what may
// be taken for it.
#pragma once

#include <string>
#include <vector>

namespace exercise {

class Formulas {
 public:
  // The names of the quantities. The first ones are preferred where two formulas give the same.
  explicit Formulas(const std::vector<std::string>& names);

  // The value of each quantity for the next measured number.
  void add(const std::vector<double>& values);

  // "x * y" say: the shortest formula that gives these numbers, or "". Tried are one, two or three
  // of the quantities, then also their squares, roots, logarithms and the like, then four of the
  // quantities. The more formulas there are, the more numbers have to agree.
  std::string of(const std::vector<double>& numbers) const;

  // "your gradient for w = (y - target) * x: it should be ...", where that is another one: "" when
  // the numbers are the right ones, or no formula was found.
  std::string told(const std::string& what, const std::vector<double>& got,
                   const std::vector<double>& right, const std::string& rule) const;

  struct Quantity {
    std::string name;
    std::vector<double> numbers;  // its value for each measured number
  };

 private:
  std::vector<Quantity> quantities_;
};

}  // namespace exercise
