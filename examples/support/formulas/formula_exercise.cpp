// formula_exercise.cpp: an answer whose functions compute the reader's formulas, for each of the
// exercises, and the check that judges it.
#include "support/formulas/formula_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "exercises/support/judge.cpp"
#include "files/text.h"
#include "holo/check.h"
#include "holo/tape.h"
#include "playground/sheet.h"

namespace exercise {
namespace {

struct Added {
  void (*check)(Checks&);
  const char* list;
};

std::map<std::string, Added>& all_checks() {
  static std::map<std::string, Added> all;
  return all;
}

}  // namespace

bool add(const char* name, const char*, void (*check)(Checks&), const char* list) {
  return all_checks().emplace(name, Added{check, list}).second;
}

void Checks::fail(const std::string& what, const std::string& sentence) {
  if (sentence_.empty()) sentence_ = sentence;
  failed_.push_back({what, sentence});
}

// The judge shows a number in this way after it has found it wrong.
void Checks::equal(const std::string& what, const Numbers& got, const Numbers& expected,
                   const std::string& sentence) {
  fail(
      fmt::format("{}: expected {:.6g}, got {:.6g}", what, expected.list().at(0), got.list().at(0)),
      sentence);
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
  explicit Run(const Added& added) {
    checks_.list = added.list;
    added.check(checks_);
  }
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

namespace formulas {
namespace {

using Vector = std::vector<double>;
using Given = std::vector<std::pair<std::string_view, double>>;

thread_local std::string sheet_of_reader;

// What the line `name` of the reader gives when these names are these numbers: what is given
// becomes a line before the others.
double formula(const std::string& name, const Given& given) {
  std::string first;
  for (const auto& [its_name, number] : given) first += fmt::format("{} = {}; ", its_name, number);
  const holo::Tape::Scope scope;
  try {
    return holo::read_sheet(first + '\n' + sheet_of_reader).named(name).value.data();
  } catch (const holo::SheetError& error) {
    throw holo::SheetError(error.line() - 1, error.column(), error.found(), error.expected());
  }
}

}  // namespace
}  // namespace formulas

// An answer stands before the check that calls it: no other file is included as HOLO_ANSWER.
#define HOLO_ANSWER "support/formulas/formula_exercise.h"

namespace formulas::neuron_step {
namespace answer {

struct Neuron {
  double w, b;
};

inline Neuron step(Neuron neuron, double x, double target, double rate) {
  const Given given = {
      {"w", neuron.w}, {"b", neuron.b}, {"x", x}, {"target", target}, {"rate", rate}};
  return {formula("w_new", given), formula("b_new", given)};
}

}  // namespace answer
#include "exercises/03_neuron_step/check.cpp"
}  // namespace formulas::neuron_step

namespace formulas::adam {
namespace answer {

using formulas::Vector;

struct Adam {
  double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0;
  Vector m, v;
  int steps = 0;

  void step(Vector& parameters, const Vector& gradients) {
    m.resize(parameters.size());
    v.resize(parameters.size());
    ++steps;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Given given = {{"p", parameters[i]},
                           {"g", gradients[i]},
                           {"m", m[i]},
                           {"v", v[i]},
                           {"rate", rate},
                           {"beta1", beta1},
                           {"beta2", beta2},
                           {"beta1_t", std::pow(beta1, steps)},
                           {"beta2_t", std::pow(beta2, steps)},
                           {"epsilon", epsilon},
                           {"decay", decay}};
      m[i] = formula("m_new", given);
      v[i] = formula("v_new", given);
      parameters[i] = formula("p_new", given);
    }
  }
};

}  // namespace answer
#include "exercises/09_adam/check.cpp"
}  // namespace formulas::adam

namespace formulas::squared_relu {
namespace answer {

inline double squared_relu(double z) {
  return formula("squared_relu", {{"z", z}, {"gradient", 1}});
}

inline double derivative(double z) { return formula("derivative", {{"z", z}, {"gradient", 1}}); }

inline Vector backward(const Vector& z, const Vector& gradient) {
  Vector dz;
  for (std::size_t i = 0; i < z.size(); ++i)
    dz.push_back(formula("backward", {{"z", z[i]}, {"gradient", gradient[i]}}));
  return dz;
}

}  // namespace answer
#include "exercises/14_squared_relu/check.cpp"
}  // namespace formulas::squared_relu

namespace formulas::coupling {
namespace answer {

using formulas::Vector;
using Function = std::function<Vector(const Vector&)>;

// The second half by the line of this name.
inline Vector by_formula(const char* name, const Vector& x, const Function& s, const Function& t) {
  const auto half = static_cast<std::ptrdiff_t>(x.size() / 2);
  Vector y(x.begin(), x.begin() + half);
  const Vector scales = s(y), shifts = t(y);
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const double second = x[scales.size() + i];
    y.push_back(
        formula(name, {{"x2", second}, {"y2", second}, {"s", scales[i]}, {"t", shifts[i]}}));
  }
  return y;
}

inline Vector forward(const Vector& x, const Function& s, const Function& t) {
  return by_formula("forward", x, s, t);
}

inline Vector inverse(const Vector& y, const Function& s, const Function& t) {
  return by_formula("inverse", y, s, t);
}

// A sum over the first half, which no formula is.
inline double log_determinant(const Vector& x, const Function& s) {
  double sum = 0;
  for (const double one :
       s(Vector(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2))))
    sum += one;
  return sum;
}

}  // namespace answer
#include "exercises/17_holo_gate_flow_inverse/check.cpp"
}  // namespace formulas::coupling

namespace holo {

const std::vector<FormulaExercise>& formula_exercises() {
  static const std::vector<FormulaExercise> all = {
      {"03_neuron_step", {"w", "b", "x", "target", "rate"}, {"w_new", "b_new"}, ""},
      {"09_adam",
       {"p", "g", "m", "v", "rate", "beta1", "beta2", "beta1_t", "beta2_t", "epsilon", "decay"},
       {"m_new", "v_new", "p_new"},
       "beta1_t is beta1 to the power of the steps with this one, beta2_t that of beta2."},
      {"14_squared_relu", {"z", "gradient"}, {"squared_relu", "derivative", "backward"}, ""},
      {"17_holo_gate_flow_inverse",
       {"x2", "y2", "s", "t"},
       {"forward", "inverse"},
       "They are those of one number: its x2 or y2, its scale and its shift."},
  };
  return all;
}

FormulaVerdict judge_formulas(const std::string& exercise, const std::string& sheet) {
  const std::vector<FormulaExercise>& all = formula_exercises();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const FormulaExercise& one) { return one.name == exercise; });
  if (found == all.end()) {
    std::string names;
    for (const FormulaExercise& one : all) names += (names.empty() ? "" : ", ") + one.name;
    throw UsageError("an exercise of formulas", exercise, "one of " + names);
  }
  formulas::sheet_of_reader = sheet;
  // All lines of the answer are there, with numbers at which no formula divides by 0.
  formulas::Given given;
  for (const std::string& name : found->given) given.emplace_back(name, 0.5);
  for (const std::string& name : found->wanted) formulas::formula(name, given);
  return exercise::Run(exercise::all_checks().at(exercise)).verdict();
}

std::string FormulaVerdict::text(const std::string& exercise) const {
  if (right()) return fmt::format("{}: done, {} checks\n", exercise, passed);
  std::string out = exercise + ": not yet\n";
  if (!sentence.empty()) out += "  " + sentence + '\n';
  for (const std::string& line : lines) out += "  " + line + '\n';
  return out;
}

std::string FormulaVerdict::json() const {
  std::string all;
  for (const std::string& line : lines) all += (all.empty() ? "" : ",") + json_string(line);
  return fmt::format("{{\"passed\":{},\"sentence\":{},\"lines\":[{}]}}\n", passed,
                     json_string(sentence), all);
}

}  // namespace holo
