// check.h: what the check of an exercise says about an answer. A check.cpp compares numbers of the
// answer with the right ones; judge.h finds the sentence that names the mistake.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace exercise {

// One number or several.
class Numbers {
 public:
  Numbers(double number) : list_{number} {}
  Numbers(std::initializer_list<double> numbers) : list_(numbers) {}
  Numbers(std::vector<double> numbers) : list_(std::move(numbers)) {}
  const std::vector<double>& list() const { return list_; }

 private:
  std::vector<double> list_;
};

class Checks {
 public:
  // Equal is: as many numbers, each within tolerance * max(1, |expected|); an infinite number
  // equals itself alone, NaN nothing. The sentence is for the student whose number differs.
  void equal(const std::string& what, const Numbers& got, const Numbers& expected,
             const std::string& sentence = "");
  void that(const std::string& what, bool is_true, const std::string& sentence = "");

  // A line as it is, and the sentence of the mistake, or "".
  void fail(const std::string& line, const std::string& sentence);

  // For answers that compute with floats.
  double tolerance = 1e-9;
  const char* list = "";  // of mistakes, for judge.h

 private:
  friend class Run;

  struct Failed {
    std::string line, sentence;
  };
  std::string sentence_;        // the first that was found
  std::vector<Failed> failed_;  // in their order
  int passed_ = 0;
};

// Called before main() begins, by HOLO_EXERCISE.
bool add(const char* name, const char* answer, void (*check)(Checks&), const char* list);

// Called after `done` when HOLO_REWARD is set: what the answer can do now.
bool add_reward(void (*reward)());

}  // namespace exercise

using exercise::Checks;

// The end of a check.cpp, with its list of mistakes. main() is in check.cpp of this folder: it runs
// each check that was added, one for a student's answer, many where all answers of an exercise are
// compiled together.
#define HOLO_EXERCISE(name, check, list) \
  [[maybe_unused]] static const bool added = ::exercise::add(name, HOLO_ANSWER, check, list);
#define HOLO_REWARD(reward) \
  [[maybe_unused]] static const bool rewarded = ::exercise::add_reward(reward);
