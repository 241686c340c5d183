// formulas_test.cpp: exercises that are answered by formulas: the right ones pass as many checks as
// an answer in C++, wrong ones are told the mistake of the exercise's own check.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "helpers.h"
#include "holo/data.h"
#include "support/formulas/formula_exercise.h"

namespace formulas_test {
namespace {

using namespace holo;

std::string right(const std::string& exercise) {
  if (exercise == "03_neuron_step")
    return "y = tanh(w * x + b)\ndz = 2 * (y - target) * (1 - y^2)\nw_new = w - rate * dz * x\n"
           "b_new = b - rate * dz\n";
  if (exercise == "09_adam")
    return "m_new = beta1 * m + (1 - beta1) * g\nv_new = beta2 * v + (1 - beta2) * g^2\n"
           "kept = p - rate * decay * p\n"
           "p_new = kept - rate * m_new / (1 - beta1_t) / (sqrt(v_new / (1 - beta2_t)) + "
           "epsilon)\n";
  if (exercise == "14_squared_relu")
    return "squared_relu = relu2(z)\nderivative = 2 * relu(z)\nbackward = gradient * derivative\n";
  return "forward = x2 * exp(s) + t\ninverse = (y2 - t) * exp(-s)\n";
}

// What is told when a part of the right formulas is written in another way.
std::string told(const std::string& exercise, const std::string& from, const std::string& to) {
  std::string sheet = right(exercise);
  REQUIRE(sheet.find(from) != std::string::npos);
  sheet.replace(sheet.find(from), from.size(), to);
  const FormulaVerdict verdict = judge_formulas(exercise, sheet);
  CHECK(!verdict.right());
  return verdict.sentence;
}

std::string error(const std::string& sheet, const std::string& exercise = "14_squared_relu") {
  return message_without_hint([&] { judge_formulas(exercise, sheet); });
}

}  // namespace

TEST_CASE("formulas: the right ones pass all checks of the exercise") {
  const char* const root = std::getenv("HOLO_ROOT");
  const std::string folder = std::string(root == nullptr ? "." : root) + "/examples/exercises/";
  CHECK(formula_exercises().size() == 4);
  for (const FormulaExercise& one : formula_exercises()) {
    CAPTURE(one.name);
    const FormulaVerdict verdict = judge_formulas(one.name, right(one.name));
    CHECK(verdict.right());
    // Its page says how many there are.
    std::string done = verdict.text(one.name);
    done.pop_back();
    CHECK(read_file(folder + one.name + "/README.md").find('`' + done + '`') != std::string::npos);
  }
}

TEST_CASE("formulas: a mistake is told as the exercise tells it") {
  CHECK(told("14_squared_relu", "2 * relu", "relu") == "the derivative of a square has a factor 2");
  CHECK(told("14_squared_relu", "relu2(z)", "z^2") ==
        "cut the negative numbers off before you square: a square is never negative");
  CHECK(told("14_squared_relu", "gradient * derivative", "derivative") ==
        "multiply the derivative by the gradient that comes from above");
  CHECK(told("03_neuron_step", "* dz * x", "* dz") ==
        "the gradient for w is dz times x: the x is missing");
  CHECK(told("03_neuron_step", "(1 - y^2)", "y * (1 - y)") ==
        "y (1 - y) is the derivative of the sigmoid: the derivative of tanh is 1 - y^2");
  CHECK(told("09_adam", " / (1 - beta1_t)", "") ==
        "m is too small as well as v: divide it by 1 - beta1^t");
  CHECK(told("17_holo_gate_flow_inverse", "exp(-s)", "exp(s)") ==
        "the inverse of exp(s) is exp(-s): yours multiplies once more");
}

TEST_CASE("formulas: no known mistake is told by the numbers, the first of those that are wrong") {
  const std::string own = "derivative = 2 * relu(z) + sin(z)^2 * exp(z)\n";
  const FormulaVerdict verdict = judge_formulas(
      "14_squared_relu", "squared_relu = relu2(z)\n" + own + "backward = gradient * 2 * relu(z)");
  CHECK(verdict.lines.size() == 3);
  CHECK(verdict.lines.at(0).starts_with("the derivative at 3.2: expected 6.4, got 6.48"));
  CHECK(verdict.json() == "{\"passed\":12,\"sentence\":\"\",\"lines\":[\"" + verdict.lines[0] +
                              "\",\"" + verdict.lines[1] + "\",\"" + verdict.lines[2] + "\"]}\n");
}

TEST_CASE("formulas: what cannot be read has its line, and a missing line its name") {
  CHECK(error("squared_relu = 1\nderivative = q\nbackward = 1") ==
        "line 2, column 14: 'q'; expected a name that has a number");
  CHECK(error("squared_relu = 1\nderivative = 2") ==
        "'backward': no line has this name; expected a name of the sheet");
  CHECK(error("squared_relu = (z\n") ==
        "line 1, column 18: the end of the line; expected an operator or )");
  CHECK(error("x = 1", "15_gated_mlp") ==
        "an exercise of formulas: 15_gated_mlp; expected one of 03_neuron_step, 09_adam, "
        "14_squared_relu, 17_holo_gate_flow_inverse");
}

}  // namespace formulas_test
