#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <functional>
#include <string>
#include <vector>

#include "exercises/15_holo_gate_flow_inverse/model.h"

using answer::Vector;
using exercise::Made;
namespace coupling = exercise::coupling;

const std::vector<Vector> inputs = {
    {0.7, -1.2, 2.3, 0.9}, {1.6, 0.4, -0.8, -1.9, 0.5, 3.1}, {-0.3, 1.1, 0.6, 2.2}};

using Model = std::function<Vector(const Vector&, const Made&)>;

void judge(Checks& checks, const std::string& what,
           const std::function<Vector(const Vector&)>& answer, const Model& model,
           const std::vector<std::string>& sentences) {
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
      sentences);
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
      coupling::inverse_with, coupling::inverse_sentences);
  judge(
      checks, "the logarithm of the determinant",
      [](const Vector& x) { return Vector{answer::log_determinant(x, coupling::s)}; },
      [](const Vector& x, const Made& made) { return Vector{coupling::determinant_with(x, made)}; },
      coupling::determinant_sentences);
  check_there_and_back(checks);
}

HOLO_EXERCISE("15_holo_gate_flow_inverse", check)
