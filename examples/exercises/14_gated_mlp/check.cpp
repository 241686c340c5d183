#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <string>
#include <vector>

#include "exercises/14_gated_mlp/model.h"

using answer::Vector;
using exercise::Made;

const Vector places = {1.3, -0.8, 0, 2.6, -3.1};

// Two rows of values, two of gates, and as many outputs, so that each mistake finds room.
const Vector x = {1.2, -0.7, 2.3};
const answer::Matrix w1 = {{0.6, -1.4, 0.9}, {1.1, 0.3, -0.5}, {-0.2, 1.7, 0.8}, {0.4, -0.9, 1.3}};
const answer::Matrix w2 = {{1.6, -0.7}, {0.3, 2.1}};

const Vector value = {2.4, -1.3, 0.6}, gate = {1.1, 0, -1.9}, gradient = {1.7, -0.4, 2.2};

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
      gated::forward_sentences);
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
      gated::backward_sentences);
}

HOLO_EXERCISE("14_gated_mlp", check)
