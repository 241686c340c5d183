// judge.h: which known mistake an answer makes. A check measures many numbers of the answer, and
// calculates them once more, right and with each known mistake: the answer is told the sentence of
// the mistake, or of the mistakes, that explain all its numbers (mistakes.h); else what is true of
// them (diagnosis.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exercises/support/check.h"

namespace exercise {

struct Measured {
  std::vector<std::string> names;  // of each number, for the student
  std::vector<double> numbers;

  void add(const std::string& name, double number);
  void add(const std::string& name, const std::vector<double>& several);
};

// The mistakes that a model makes: made(i) says whether mistake i is one of them.
class Made {
 public:
  explicit Made(std::vector<int> mistakes = {}) : mistakes_(std::move(mistakes)) {}
  bool operator()(int mistake) const;
  // Is one of these so many mistakes made?
  bool one_of(int first, int count) const;

 private:
  std::vector<int> mistakes_;
};

// The numbers that an answer with these mistakes gives, in the order of `got`.
using Model = std::function<std::vector<double>(const Made&)>;

// What is told when no known mistake fits, or "". Before anything else is looked for, or at last.
using Otherwise = std::function<std::string(const Measured& got, const std::vector<double>& right)>;

// The sentences of several lists in one.
std::vector<std::string> joined(const std::vector<std::vector<std::string>>& lists);

// Passes a check for each number when all are right, and returns whether they are. Mistake i has
// the sentence number i.
bool judge(Checks& checks, const Measured& got, const Model& model,
           const std::vector<std::string>& sentences, const Otherwise& otherwise = nullptr,
           const Otherwise& at_last = nullptr);

// What is true of the numbers when no known mistake gives them: diagnosis.h.
std::string what_is_true(const Measured& got, const std::vector<double>& right);

// As a check compares; infinity and NaN equal themselves.
bool near(double got, double expected);

// With three digits, for names.
std::string shown(double number);

// Numbers between -1.3 and 1.3, none of them equal or whole, always the same ones for a seed.
std::vector<double> fractions(int count, double seed);

}  // namespace exercise
