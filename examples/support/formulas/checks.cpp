// checks.cpp: the checks of the exercises with answers that are the reader's formulas, and what
// their Checks are in a program: lists of what was found.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "exercises/support/check.h"
#include "exercises/support/judge.h"
#include "holo/check.h"
#include "support/formulas/formula_exercise.h"
#include "support/formulas/reader_formula.h"

namespace exercise {
namespace {

std::map<std::string, void (*)(Checks&)>& all_checks() {
  static std::map<std::string, void (*)(Checks&)> all;
  return all;
}

bool equals(double got, double expected, double tolerance) {
  if (std::isinf(expected)) return got == expected;
  return std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

bool equals(const Numbers& got, const Numbers& expected, double tolerance) {
  const std::vector<double>&a = got.list(), &b = expected.list();
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [=](double x, double y) {
           return equals(x, y, tolerance);
         });
}

}  // namespace

bool add(const char* name, const char*, void (*check)(Checks&)) {
  return all_checks().emplace(name, check).second;
}

void Checks::fail(const std::string& what, const std::string& sentence) {
  if (sentence_.empty()) sentence_ = sentence;
  failed_.push_back({what, sentence});
}

void Checks::equal(const std::string& what, const Numbers& got, const Numbers& expected,
                   const std::string& sentence) {
  if (equals(got, expected, tolerance)) {
    ++passed_;
  } else {
    fail(fmt::format("{}: expected {:.6g}, got {:.6g}", what, fmt::join(expected.list(), ", "),
                     fmt::join(got.list(), ", ")),
         sentence);
  }
}

void Checks::that(const std::string& what, bool is_true, const std::string& sentence) {
  if (is_true) {
    ++passed_;
  } else {
    fail(what + ": it is not so", sentence);
  }
}

class Run {
 public:
  explicit Run(void (*check)(Checks&)) { check(checks_); }
  // What the sentence does not explain is told when it is mended.
  holo::FormulaVerdict verdict() const {
    holo::FormulaVerdict verdict{checks_.passed_, checks_.sentence_, {}};
    for (const Checks::Failed& failed : checks_.failed_) {
      if (failed.sentence == checks_.sentence_ && verdict.lines.size() < 3)
        verdict.lines.push_back(failed.line);
    }
    return verdict;
  }

 private:
  Checks checks_;
};

}  // namespace exercise

namespace formulas::neuron_step {
#define HOLO_ANSWER "support/formulas/answers/03_neuron_step.h"
#include "exercises/03_neuron_step/check.cpp"
#undef HOLO_ANSWER
}  // namespace formulas::neuron_step

namespace formulas::adam {
#define HOLO_ANSWER "support/formulas/answers/09_adam.h"
#include "exercises/09_adam/check.cpp"
#undef HOLO_ANSWER
}  // namespace formulas::adam

namespace formulas::squared_relu {
#define HOLO_ANSWER "support/formulas/answers/14_squared_relu.h"
#include "exercises/14_squared_relu/check.cpp"
#undef HOLO_ANSWER
}  // namespace formulas::squared_relu

namespace formulas::coupling {
#define HOLO_ANSWER "support/formulas/answers/17_holo_gate_flow_inverse.h"
#include "exercises/17_holo_gate_flow_inverse/check.cpp"
#undef HOLO_ANSWER
}  // namespace formulas::coupling

namespace holo {

FormulaVerdict judge_formulas(const std::string& exercise, const std::string& sheet) {
  const std::vector<FormulaExercise>& all = formula_exercises();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const FormulaExercise& one) { return one.name == exercise; });
  if (found == all.end()) {
    std::string names;
    for (const FormulaExercise& one : all) names += (names.empty() ? "" : ", ") + one.name;
    throw UsageError("an exercise of formulas", exercise, "one of " + names);
  }
  formulas::set_sheet(sheet);
  // All lines of the answer are there, with numbers at which no formula divides by 0.
  formulas::Given given;
  for (const std::string& name : found->given) given.emplace_back(name, 0.5);
  for (const std::string& name : found->wanted) formulas::formula(name, given);
  return exercise::Run(exercise::all_checks().at(exercise)).verdict();
}

}  // namespace holo
