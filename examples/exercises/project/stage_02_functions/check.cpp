#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>

#include "exercises/project/freed_memory.h"
#include "exercises/project/given.h"
#include "exercises/project/judge.h"
#include "exercises/project/stage_02_functions/model.h"
#include "exercises/support/formula.h"

// Apart from the names of the answer.
namespace its_check {

namespace model = project::functions;

using project::Made;
using project::Measured;

// The local derivatives as formulas, where the values are right.
std::string slopes(const std::string& name, const Measured& got, const std::vector<double>& right,
                   const std::vector<std::pair<double, double>>& places) {
  const bool of_two = name[0] == 'a', power = name[0] == 'p';
  const std::string b_name = power ? "n" : "b";
  exercise::Formulas all({"x", "y", b_name, "e^x", "1 / x", "x^2", "y^2", "(1 - y)", "(1 - y^2)",
                          "1", "2", "log x", "tanh(x)", "e^y", "tanh(y)", "1 / " + b_name,
                          b_name + "^2", "(1 - x^2)"});
  std::vector<double> dx, db;
  bool right_a = true;
  for (size_t i = 0; i < places.size(); ++i) {
    const double x = 0.8 * places[i].first, y = right[3 * i];
    const double b = of_two || power ? 1.1 * places[i].second : std::nan("");
    if (!exercise::near(got.numbers[3 * i], y)) return "";
    all.add({x, y, b, std::exp(x), 1 / x, x * x, y * y, 1 - y, 1 - y * y, 1, 2,
             x > 0 ? std::log(x) : std::nan(""), std::tanh(x), std::exp(y), std::tanh(y), 1 / b,
             b * b, 1 - x * x});
    dx.push_back(got.numbers[3 * i + 1] / 0.8 / (2 * y + 0.3));
    db.push_back(got.numbers[3 * i + 2] / 1.1 / (2 * y + 0.3));
    right_a = right_a && exercise::near(got.numbers[3 * i + 1], right[3 * i + 1]);
  }
  const std::string found = all.of(right_a ? db : dx);
  if (found.empty()) return "";
  if (!of_two)
    return name + ": with x for what goes in and y for the result, your local derivative is " +
           found + ": that is wrong";
  return name + ": with x / b = y or x - b = y your local derivative for the " +
         (right_a ? "second" : "first") + " number is " + found + ": that is wrong";
}

void check_function(Checks& checks, const std::string& name, Number (*function)(Number, Number),
                    const std::vector<std::pair<double, double>>& places,
                    const std::vector<model::Rule>& rules) {
  Measured got;
  for (const auto& [x_value, b_value] : places) {
    const Number x(x_value), b(b_value);
    const Number y = function(Number(0.8) * x, Number(1.1) * b);
    backward(y * y + Number(0.3) * y);
    const std::string where = name + " with x = " + std::to_string(0.8 * x_value) + ": ";
    got.add(where + "value", y.data());
    got.add(where + "d loss / dx", x.grad());
    got.add(where + "d loss / db", b.grad());
  }
  std::vector<std::string> sentences;
  for (size_t i = 1; i < rules.size(); ++i) sentences.push_back(name + ": " + rules[i].sentence);
  const auto as_rule = [&](const Made& made) {
    size_t rule = 0;
    for (size_t i = 1; i < rules.size(); ++i) {
      if (made(static_cast<int>(i) - 1)) rule = i;
    }
    std::vector<double> numbers;
    for (const auto& [x, b] : places) {
      for (double number : model::numbers_by(rules[rule], x, b)) numbers.push_back(number);
    }
    return numbers;
  };
  project::judge(checks, got, as_rule, sentences,
                 [&](const Measured& numbers, const std::vector<double>& right) {
                   return slopes(name, numbers, right, places);
                 });
}

// Of one function after the other so many numbers that the tape has to grow for each of them.
std::vector<double> many_numbers() {
  const Number x(0.7), b(-1.3);
  std::vector<double> got;
  int count = 4;
  for (Number (*function)(Number, Number) :
       {+[](Number a, Number) { return exp(a); }, +[](Number a, Number) { return log(a); },
        +[](Number a, Number) { return pow(a, 3); }, +[](Number a, Number) { return relu(a); },
        +[](Number a, Number) { return tanh(a); }, +[](Number a, Number) { return -a; },
        +[](Number a, Number c) { return a - c; }, +[](Number a, Number c) { return a / c; }}) {
    count *= 2;
    for (int i = 0; i < count; ++i) {
      const Number y = function(x, b);
      backward(y);
      got.insert(got.end(), {y.data(), x.grad(), b.grad()});
    }
  }
  return got;
}

using N = Number;
void check(Checks& checks) {
  if (!project::keeps_no_reference(checks, many_numbers)) return;
  const std::vector<std::pair<double, double>> any = {{-1.3, 0.7}, {0.4, -1.9}, {1.7, 1.2}};
  const std::vector<std::pair<double, double>> positive = {{0.35, 0.7}, {1.1, -1.9}, {2.6, 1.2}};
  const std::vector<std::pair<double, double>> with_zero = {{-1.3, 1}, {0, 1}, {0.7, 1}, {2.2, 1}};
  check_function(
      checks, "exp", [](N x, N) { return exp(x); }, any, model::exp_rules);
  check_function(
      checks, "log", [](N x, N) { return log(x); }, positive, model::log_rules);
  check_function(
      checks, "pow, n = -0.5", [](N x, N) { return pow(x, -0.5); },
      {{0.35, -0.5 / 1.1}, {2.6, -0.5 / 1.1}}, model::pow_rules);
  check_function(
      checks, "pow, n = 3", [](N x, N) { return pow(x, 3); }, {{-0.35, 3 / 1.1}, {2.6, 3 / 1.1}},
      model::pow_rules);
  check_function(
      checks, "pow, n = 2", [](N x, N) { return pow(x, 2); }, {{-0.35, 2 / 1.1}, {2.6, 2 / 1.1}},
      model::pow_rules);
  check_function(
      checks, "relu", [](N x, N) { return relu(x); }, with_zero, model::relu_rules);
  check_function(
      checks, "tanh", [](N x, N) { return tanh(x); }, any, model::tanh_rules);
  check_function(
      checks, "-x", [](N x, N) { return -x; }, any, model::negative_rules);
  check_function(
      checks, "a - b", [](N a, N b) { return a - b; }, any, model::minus_rules);
  check_function(
      checks, "a / b", [](N a, N b) { return a / b; }, any, model::quotient_rules);
}

HOLO_EXERCISE("stage_02_functions", check)

void reward() {
  project::Curve curve{'*', {}}, slope{'.', {}};
  for (int i = -60; i <= 60; ++i) {
    const Number x(i / 20.0);
    const Number y = tanh(x) + relu(x) / (Number(1) + exp(-x));
    backward(y);
    curve.points.emplace_back(x.data(), y.data());
    slope.points.emplace_back(x.data(), x.grad());
  }
  std::printf(
      "\ntanh(x) + relu(x) / (1 + exp(-x)) (*) and its derivative (.), by your engine:\n\n%s\n",
      project::picture({slope, curve}).c_str());
}

HOLO_REWARD(reward)

}  // namespace its_check
