// judge.h: which known mistake an answer makes. A check measures many numbers of the answer. They
// are compared with a list of the numbers that each known mistake gives, alone or with another one:
// the answer is told the sentence of the mistake, or of the two, that gives all its numbers, else
// what is true of them (diagnosis.h).
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

// What is measured of an answer, in groups, and the list of mistakes it is compared with: the end
// of its check.cpp. A group is a part that has its own mistakes: a function say.
class Measurements {
 public:
  // In order: each group needs those before it, and is not measured after one that throws.
  explicit Measurements(Checks& checks, bool in_order = false);
  // What the answer throws is a mistake as well.
  void group(const std::string& name, const std::function<void(Measured&)>& measure);
  // Passes a check for each right number. Each wrong group is told the mistake of the list that
  // gives its numbers, else the two that do, unless another group denies it; else what is true of
  // them. With HOLO_MEASURE in the environment the numbers are printed too, for the list.
  void judge();
  // After judge(): whether all numbers are right.
  bool right() const;

 private:
  struct Group {
    std::string name, thrown;
    Measured got;
    std::vector<double> right;
    std::vector<std::string> codes;  // one a number, "." where it is right; one alone for all else
    bool wrong = false;
  };
  struct Mistake {
    std::string sentence;
    bool listed = true;                           // by hand
    std::vector<std::vector<std::string>> codes;  // of each group
  };
  // What mistakes a and b give together in a group.
  struct Pair {
    size_t group, a, b;
    std::string code;
  };
  using Places = std::vector<size_t>;

  void read(const char* list);
  void read_codes(const std::string& text, Mistake& mistake) const;
  void print() const;
  void tell(const Group& group, const std::string& sentence);
  bool gives(const Mistake& mistake, size_t group) const;
  bool changes(const Mistake& mistake, size_t group) const;
  bool fits(const Pair& pair) const;
  double fit(const Mistake& mistake) const;
  static Places wrong_places(const Group& group);
  bool telling(const Group& group, const Places& places) const;
  bool denied(const Mistake& a, const Mistake& b, size_t group, bool right_too) const;
  std::string sentence_for(size_t group) const;
  std::string one(size_t group, bool listed) const;
  std::string two(size_t group) const;
  Places given_by(const Mistake& mistake, size_t group, const Places& wrong) const;
  const Mistake* best_for(size_t group, const Places& wrong, Places& given) const;
  std::string of_parts(size_t group) const;

  Checks& checks_;
  bool in_order_;
  std::vector<Group> groups_;
  std::vector<std::vector<double>> right_;  // of each group of the list
  std::vector<Mistake> mistakes_;
  std::vector<Pair> pairs_;
};

// What is true of the numbers when no known mistake gives them, or "".
std::string what_is_true(const Measured& got, const std::vector<double>& right);

// Within 1e-11 * max(1, |expected|); infinity and NaN equal themselves.
bool near(double got, double expected);

// With three digits, for names.
std::string shown(double number);

// Numbers between -1.3 and 1.3, none of them equal or whole, always the same ones for a seed.
std::vector<double> fractions(int count, double seed);

}  // namespace exercise
