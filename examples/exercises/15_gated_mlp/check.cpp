#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <string>
#include <vector>

#include "exercises/15_gated_mlp/backward.h"
#include "exercises/15_gated_mlp/model.h"
#include "exercises/support/formula.h"

using answer::Vector;
using exercise::Made;

const Vector places = {1.3, -0.8, 0, 2.6, -3.1};

// Three rows of values, three of gates, and as many outputs, so that each mistake finds room.
const Vector x = {1.2, -0.7, 2.3};
const answer::Matrix w1 = {{0.6, -1.4, 0.9}, {1.1, 0.3, -0.5}, {-0.8, 1.2, 0.4},
                           {-0.2, 1.7, 0.8}, {0.4, -0.9, 1.3}, {0.7, 0.5, -1.1}};
const answer::Matrix w2 = {{1.6, -0.7, 0.9}, {0.3, 2.1, -1.2}, {-0.5, 0.8, 1.4}};

const Vector value = {2.4, -1.3, 0.6, -0.9, 1.7}, gate = {1.1, 0.4, -1.9, 2.3, -0.6},
             gradient = {1.7, -0.4, 2.2, 0.8, -1.5};

using exercise::gated::sigmoid;
using exercise::gated::silu;

std::string silu_formulas(const exercise::Measured& got, const Vector& right) {
  exercise::Formulas all({"z", "sigmoid(z)", "e^z", "e^-z", "tanh(z)", "relu(z)", "1", "2"});
  for (double z : places)
    all.add({z, sigmoid(z), std::exp(z), std::exp(-z), std::tanh(z), std::fmax(z, 0), 1, 2});
  return all.told("silu(z)", got.numbers, right, "z * sigmoid(z)");
}

double determinant(const answer::Matrix& m) {
  double sum = 0;
  for (size_t j = 0; j < 3; ++j) {
    const size_t k = (j + 1) % 3, l = (j + 2) % 3;
    sum += m[0][j] * (m[1][k] * m[2][l] - m[1][l] * m[2][k]);
  }
  return sum;
}

// The hidden numbers of which these are the outputs: y = w2 h.
Vector hidden(const Vector& y) {
  Vector h;
  for (size_t j = 0; j < 3; ++j) {
    answer::Matrix replaced = w2;
    for (size_t i = 0; i < 3; ++i) replaced[i][j] = y[i];
    h.push_back(determinant(replaced) / determinant(w2));
  }
  return h;
}

std::string forward_formulas(const exercise::Measured& got, const Vector& right) {
  exercise::Formulas all({"value", "gate", "silu(gate)", "silu(value)", "sigmoid(gate)",
                          "sigmoid(value)", "relu(gate)", "relu(value)", "tanh(gate)",
                          "silu(value * gate)", "e^gate", "gate^2"});
  for (size_t j = 0; j < 3; ++j) {
    double v = 0, g = 0;
    for (size_t c = 0; c < x.size(); ++c) v += w1[j][c] * x[c], g += w1[j + 3][c] * x[c];
    all.add({v, g, silu(g), silu(v), sigmoid(g), sigmoid(v), std::fmax(g, 0), std::fmax(v, 0),
             std::tanh(g), silu(v * g), std::exp(g), g * g});
  }
  return all.told("h", hidden(got.numbers), hidden(right), "value * silu(gate)");
}

std::string backward_formulas(const exercise::Measured& got, const Vector& right) {
  exercise::Formulas of_value({"gradient", "silu(gate)", "gate", "value", "silu(value)",
                               "sigmoid(gate)", "the derivative at the gate",
                               "the derivative at the value", "relu(gate)", "1"});
  exercise::Formulas of_slope({"s", "z", "silu(z)", "(1 - s)", "the derivative at the value",
                               "silu(value)", "value", "(1 - silu(z))", "s^2", "1", "2", "gradient",
                               "tanh(z)", "the derivative at silu(z)", "(1 + s)"});
  const auto slope = [](double z) { return sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z)); };
  Vector values, slopes, right_values, right_slopes;
  for (size_t j = 0; j < value.size(); ++j) {
    const double v = value[j], z = gate[j], g = gradient[j], s = sigmoid(z);
    of_value.add({g, silu(z), z, v, silu(v), s, slope(z), slope(v), std::fmax(z, 0), 1});
    of_slope.add({s, z, silu(z), 1 - s, slope(v), silu(v), v, 1 - silu(z), s * s, 1, 2, g,
                  std::tanh(z), slope(silu(z)), 1 + s});
    values.push_back(got.numbers[j]), slopes.push_back(got.numbers[value.size() + j] / (g * v));
    right_values.push_back(right[j]), right_slopes.push_back(slope(z));
  }
  const std::string found =
      of_value.told("gradient of the value", values, right_values, "gradient * silu(gate)");
  if (!found.empty()) return found;
  return of_slope.told(
      "gradient of the gate, divided by gradient * value, with z for the gate and s for its "
      "sigmoid,",
      slopes, right_slopes, "s + z * s * (1 - s)");
}

void check(Checks& checks) {
  namespace gated = exercise::gated;
  exercise::Measured activations, outputs, gradients;
  for (double z : places) activations.add("silu of " + exercise::shown(z), answer::silu(z));
  exercise::judge(
      checks, activations,
      [](const Made& made) {
        std::vector<double> numbers;
        for (double z : places) numbers.push_back(gated::silu_with(z, made));
        return numbers;
      },
      gated::silu_sentences, silu_formulas);

  outputs.add("x of three numbers, three values, three gates: y", answer::gated_mlp(x, w1, w2));
  exercise::judge(
      checks, outputs, [](const Made& made) { return gated::forward_with(x, w1, w2, made); },
      gated::forward_sentences, forward_formulas);
  checks.equal("x = (1, 2), w1 = (3, 4), (log 3, 0), w2 = (1), (-2)",
               answer::gated_mlp({1, 2}, {{3, 4}, {std::log(3), 0}}, {{1}, {-2}}),
               {11 * 0.75 * std::log(3), -22 * 0.75 * std::log(3)});

  const answer::Gradients both = answer::gate_backward(value, gate, gradient);
  const std::string where =
      "value (2.4, -1.3, 0.6, -0.9, 1.7), gate (1.1, 0.4, -1.9, 2.3, -0.6), gradient (1.7, -0.4, "
      "2.2, "
      "0.8, -1.5): ";
  gradients.add(where + "d(loss)/d(value)", both.value);
  gradients.add(where + "d(loss)/d(gate)", both.gate);
  exercise::judge(
      checks, gradients,
      [](const Made& made) { return gated::backward_with(value, gate, gradient, made); },
      gated::backward_sentences, backward_formulas);
}

HOLO_EXERCISE("15_gated_mlp", check)
