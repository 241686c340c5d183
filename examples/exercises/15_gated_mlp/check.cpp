#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <string>
#include <vector>

#include "exercises/15_gated_mlp/model.h"
#include "exercises/support/formula.h"

using answer::Vector;
using exercise::Made;

const Vector places = {1.3, -0.8, 0, 2.6, -3.1};

// Two rows of values, two of gates, and as many outputs, so that each mistake finds room.
const Vector x = {1.2, -0.7, 2.3};
const answer::Matrix w1 = {{0.6, -1.4, 0.9}, {1.1, 0.3, -0.5}, {-0.2, 1.7, 0.8}, {0.4, -0.9, 1.3}};
const answer::Matrix w2 = {{1.6, -0.7}, {0.3, 2.1}};

const Vector value = {2.4, -1.3, 0.6}, gate = {1.1, 0, -1.9}, gradient = {1.7, -0.4, 2.2};

using exercise::gated::sigmoid;
using exercise::gated::silu;

// The hidden numbers, which are found from y = w2 h, as formulas.
std::string forward_formulas(const exercise::Measured& got, const Vector&) {
  const double determinant = w2[0][0] * w2[1][1] - w2[0][1] * w2[1][0];
  const double y0 = got.numbers[0], y1 = got.numbers[1];
  const Vector h = {(w2[1][1] * y0 - w2[0][1] * y1) / determinant,
                    (w2[0][0] * y1 - w2[1][0] * y0) / determinant};
  exercise::Formulas all({"value", "gate", "silu(gate)", "silu(value)", "sigmoid(gate)",
                          "sigmoid(value)", "relu(gate)", "relu(value)", "tanh(gate)",
                          "silu(value * gate)", "e^gate", "gate^2"});
  for (size_t j = 0; j < 2; ++j) {
    double v = 0, g = 0;
    for (size_t c = 0; c < x.size(); ++c) v += w1[j][c] * x[c], g += w1[j + 2][c] * x[c];
    all.add({v, g, silu(g), silu(v), sigmoid(g), sigmoid(v), std::fmax(g, 0), std::fmax(v, 0),
             std::tanh(g), silu(v * g), std::exp(g), g * g});
  }
  return exercise::told("h", all.of(h), "value * silu(gate)");
}

std::string backward_formulas(const exercise::Measured& got, const Vector& right) {
  exercise::Formulas of_value({"gradient", "silu(gate)", "gate", "value", "silu(value)",
                               "sigmoid(gate)", "the derivative at the gate",
                               "the derivative at the value", "relu(gate)", "1"});
  exercise::Formulas of_slope({"s", "z", "silu(z)", "(1 - s)", "the derivative at the value",
                               "silu(value)", "value", "(1 - silu(z))", "s^2", "1", "2", "gradient",
                               "tanh(z)", "the derivative at silu(z)"});
  const auto slope = [](double z) { return sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z)); };
  Vector values, slopes;
  bool value_right = true;
  for (size_t j = 0; j < value.size(); ++j) {
    const double v = value[j], z = gate[j], g = gradient[j], s = sigmoid(z);
    of_value.add({g, silu(z), z, v, silu(v), s, slope(z), slope(v), std::fmax(z, 0), 1});
    of_slope.add({s, z, silu(z), 1 - s, slope(v), silu(v), v, 1 - silu(z), s * s, 1, 2, g,
                  std::tanh(z), slope(silu(z))});
    values.push_back(got.numbers[j]), slopes.push_back(got.numbers[value.size() + j] / (g * v));
    value_right = value_right && exercise::near(got.numbers[j], right[j]);
  }
  if (!value_right)
    return exercise::told("gradient of the value", of_value.of(values), "gradient * silu(gate)");
  return exercise::told(
      "gradient of the gate, divided by gradient * value, with z for the gate and s for its "
      "sigmoid,",
      of_slope.of(slopes), "s + z * s * (1 - s)");
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
      gated::silu_sentences);

  outputs.add("x of three numbers, two values, two gates: y", answer::gated_mlp(x, w1, w2));
  exercise::judge(
      checks, outputs, [](const Made& made) { return gated::forward_with(x, w1, w2, made); },
      gated::forward_sentences, forward_formulas);
  checks.equal("x = (1, 2), w1 = (3, 4), (log 3, 0), w2 = (1), (-2)",
               answer::gated_mlp({1, 2}, {{3, 4}, {std::log(3), 0}}, {{1}, {-2}}),
               {11 * 0.75 * std::log(3), -22 * 0.75 * std::log(3)});

  const answer::Gradients both = answer::gate_backward(value, gate, gradient);
  const std::string where =
      "value (2.4, -1.3, 0.6), gate (1.1, 0, -1.9), gradient (1.7, -0.4, 2.2): ";
  gradients.add(where + "d(loss)/d(value)", both.value);
  gradients.add(where + "d(loss)/d(gate)", both.gate);
  exercise::judge(
      checks, gradients,
      [](const Made& made) { return gated::backward_with(value, gate, gradient, made); },
      gated::backward_sentences, backward_formulas);
}

HOLO_EXERCISE("15_gated_mlp", check)
