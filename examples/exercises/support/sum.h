// sum.h: a sum, right and with the mistakes that are made wherever numbers are added up. A model
// has a Sum for each sum of an answer, and takes it for one row after another.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise {

namespace sum {

enum {
  goes_on,
  unfinished,
  last_alone,
  first_alone,
  begins_late,
  ends_early,
  first_twice,
  begins_with_one,
  averaged,
  whole,
  largest,
  of_sizes,
  mistakes  // how many there are
};

// `what` is "the sum of the exponentials" say.
inline std::vector<std::string> sentences(const std::string& what) {
  return {what + " goes on from the one before: set it to 0 each time",
          what + " has to be whole before it is used: add up first, in a loop of its own",
          what + " has its last term alone: add all of them, with +=",
          what + " has its first term alone: add all of them",
          what + " leaves out its first term: the first index is 0",
          what + " leaves out its last term: the loop ends one too early",
          what + " has its first term twice: it begins with it, and adds it once more",
          what + " begins with 1: it begins with 0",
          what + " is divided by the number of its terms once too often",
          what + " has lost its fraction: take double, not int",
          what + " is only its largest term: add all of them",
          what + " adds absolute values: a term may be negative, so add it as it is"};
}

}  // namespace sum

template <class Number = double>
class Sum {
 public:
  // The mistakes above are those from number `first` on.
  Sum(const Made& made, int first) : made_(made), first_(first) {}

  Number of(const std::vector<Number>& terms) {
    return terms.empty() ? Number(0) : of_each(terms).back();
  }

  // The sum of a row as it is where each of its terms is used: the same everywhere, unless it is
  // used before it is whole.
  std::vector<Number> of_each(const std::vector<Number>& terms) {
    if (!made(sum::goes_on)) sum_ = Number(made(sum::begins_with_one) ? 1 : 0);
    std::vector<Number> each;
    for (size_t i = 0; i < terms.size(); ++i) {
      add(terms[i], i == 0, i + 1 == terms.size());
      each.push_back(sum_);
    }
    if (each.empty()) return each;
    if (made(sum::averaged)) each.back() = sum_ / Number(static_cast<double>(terms.size()));
    if (!made(sum::unfinished)) std::fill(each.begin(), each.end(), Number(each.back()));
    return each;
  }

 private:
  bool made(int mistake) const { return made_(first_ + mistake); }

  void add(const Number& term, bool first, bool last) {
    const bool left_out = (made(sum::begins_late) && first) || (made(sum::ends_early) && last) ||
                          (made(sum::first_alone) && !first);
    if (left_out) return;
    if (made(sum::last_alone)) {
      sum_ = term;
      return;
    }
    if constexpr (std::is_same_v<Number, double>) {
      if (made(sum::largest)) {
        sum_ = first ? term : std::max(sum_, term);
        return;
      }
      sum_ += made(sum::of_sizes) ? std::abs(term) : term;
      if (made(sum::whole)) sum_ = std::trunc(sum_);
    } else {
      sum_ = sum_ + term;
    }
    if (made(sum::first_twice) && first) sum_ = sum_ + term;
  }

  const Made& made_;
  int first_;
  Number sum_ = Number(0);
};

}  // namespace exercise
