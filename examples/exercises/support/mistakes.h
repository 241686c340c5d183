// mistakes.h: which known mistakes give the numbers of an answer: one of them, two together,
// several of which each gives a part of the numbers, or one and then a simple change of all
// numbers.
#pragma once

#include <string>
#include <vector>

#include "exercises/support/judge.h"

namespace exercise {

class Mistakes {
 public:
  Mistakes(const Measured& got, const Model& model, const std::vector<std::string>& sentences);

  // Each of these is a sentence, or "".
  std::string one() const;
  std::string two() const;
  std::string of_parts() const;    // that together give all that is wrong
  std::string and_change() const;  // one, and "each number has the wrong sign" say
  std::string of_most() const;     // one that gives most of what is wrong

 private:
  using Numbers = std::vector<double>;
  using Places = std::vector<size_t>;

  const Numbers& with(size_t mistake) const { return models_[mistake]; }
  Places given_by(size_t mistake, const Places& wrong) const;
  size_t best_for(const Places& wrong, Places& given) const;

  const Measured& got_;
  const Model& model_;
  const std::vector<std::string>& sentences_;
  Numbers right_;
  std::vector<Numbers> models_;  // the numbers with each mistake
};

}  // namespace exercise
