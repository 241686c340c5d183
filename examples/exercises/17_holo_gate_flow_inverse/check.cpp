#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "exercises/17_holo_gate_flow_inverse/determinant.h"
#include "exercises/17_holo_gate_flow_inverse/model.h"
#include "exercises/support/formula.h"

using answer::Vector;
using exercise::Made;
namespace coupling = exercise::coupling;

const std::vector<Vector> inputs = {
    {0.7, -1.2, 2.3, 0.9}, {1.6, 0.4, -0.8, -1.9, 0.5, 3.1}, {-0.3, 1.1, 0.6, 2.2}};

using Model = std::function<Vector(const Vector&, const Made&)>;

// The two halves as formulas; x is what was given, y for the inverse.
std::string formulas(const std::string& what, const exercise::Measured& got, const Vector& right,
                     bool is_inverse) {
  const std::string x = is_inverse ? "y" : "x";
  exercise::Formulas all({x + "2", "e^s", "t", "s", x + "1", "e^-s", "e^t", "e^(s + t)",
                          "(" + x + "2 - t)", "(" + x + "2 + t)", "1", "2"});
  Vector first, second, right_first, right_second;
  if (got.numbers.size() == inputs.size()) return "";
  for (const Vector& given : inputs) {
    const Vector x1 = coupling::half(given, false), x2 = coupling::half(given, true);
    const Vector s = coupling::s(x1), t = coupling::t(x1);
    const size_t begin = first.size() + second.size();
    for (size_t i = 0; i < x1.size(); ++i) {
      all.add({x2[i], std::exp(s[i]), t[i], s[i], x1[i], std::exp(-s[i]), std::exp(t[i]),
               std::exp(s[i] + t[i]), x2[i] - t[i], x2[i] + t[i], 1, 2});
      first.push_back(got.numbers[begin + i]), second.push_back(got.numbers[begin + x1.size() + i]);
      right_first.push_back(right[begin + i]), right_second.push_back(right[begin + x1.size() + i]);
    }
  }
  const std::string rule = is_inverse ? "(y2 - t) * e^-s" : "x2 * e^s + t";
  const std::string of_first = all.told("first half of " + what, first, right_first, x + "1");
  const std::string of_second = all.told("second half of " + what, second, right_second, rule);
  if (of_first.empty() || of_second.empty()) return of_first + of_second;
  return of_first + "; and " + of_second;
}

void judge(Checks& checks, const std::string& what,
           const std::function<Vector(const Vector&)>& answer, const Model& model,
           const std::vector<std::string>& sentences, bool is_inverse = false) {
  exercise::Measured got;
  for (const Vector& x : inputs) {
    got.add(what + " of " + std::to_string(x.size()) + " numbers, the first " +
                exercise::shown(x[0]) + ": ",
            answer(x));
  }
  exercise::judge(
      checks, got,
      [&](const Made& made) {
        Vector numbers;
        for (const Vector& x : inputs) {
          for (double number : model(x, made)) numbers.push_back(number);
        }
        return numbers;
      },
      sentences,
      [&](const exercise::Measured& all, const Vector& right) {
        return formulas(what, all, right, is_inverse);
      });
}

void check_there_and_back(Checks& checks) {
  const Vector x = {-1, 0.5, 2, -3};
  checks.equal(
      "x = (-1, 0.5, 2, -3): the inverse of forward",
      answer::inverse(answer::forward(x, coupling::s, coupling::t), coupling::s, coupling::t), x);
  const auto small = [](const Vector& x1) { return Vector(x1.size(), -30.0); };
  const auto no_shift = [](const Vector& x1) { return Vector(x1.size(), 0.0); };
  checks.equal("s = -30, t = 0: the inverse of forward",
               answer::inverse(answer::forward({1, 3}, small, no_shift), small, no_shift), {1, 3});
}

void check(Checks& checks) {
  judge(
      checks, "forward",
      [](const Vector& x) { return answer::forward(x, coupling::s, coupling::t); },
      coupling::forward_with, coupling::forward_sentences);
  judge(
      checks, "inverse",
      [](const Vector& y) { return answer::inverse(y, coupling::s, coupling::t); },
      coupling::inverse_with, coupling::inverse_sentences, true);
  judge(
      checks, "the logarithm of the determinant",
      [](const Vector& x) { return Vector{answer::log_determinant(x, coupling::s)}; },
      [](const Vector& x, const Made& made) { return Vector{coupling::determinant_with(x, made)}; },
      coupling::determinant_sentences);
  check_there_and_back(checks);
}

HOLO_EXERCISE("17_holo_gate_flow_inverse", check)
