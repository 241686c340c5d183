#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <vector>

#include "exercises/09_layer_norm_backward/model.h"

using answer::layer_norm;
using answer::layer_norm_backward;
using answer::Vector;
using exercise::Made;

const Vector ones = {1, 1, 1, 1}, zeros = {0, 0, 0, 0};
const Vector x = {1.7, -0.4, 3.2, 0.9, -2.1}, gain = {0.8, 2.3, -1.1, 1.6, 0.7};
const Vector bias = {0.3, -0.9, 1.2, 0.5, -1.8}, gradient = {1.4, -0.6, 0.9, 2.2, -1.3};

void check_forward(Checks& checks) {
  exercise::Measured got;
  got.add("y of x = (1.7, -0.4, 3.2, 0.9, -2.1), epsilon 0.6: y", layer_norm(x, gain, bias, 0.6));
  exercise::judge(
      checks, got,
      [](const Made& made) { return exercise::layer_norm::forward_with(x, gain, bias, 0.6, made); },
      exercise::layer_norm::forward_sentences);
  checks.equal("layer norm of (1, 1, 5, 5)", layer_norm({1, 1, 5, 5}, ones, zeros, 0),
               {-1, -1, 1, 1});
  checks.equal("layer norm of (7, 7, 7, 7), epsilon 1", layer_norm({7, 7, 7, 7}, ones, zeros, 1),
               zeros);
}

void check_backward(Checks& checks) {
  const answer::Gradients all = layer_norm_backward(x, gain, gradient, 0.6);
  exercise::Measured got;
  got.add("x = (1.7, -0.4, 3.2, 0.9, -2.1), epsilon 0.6: d(loss)/dx", all.x);
  got.add("the same: d(loss)/d(gain)", all.gain);
  got.add("the same: d(loss)/d(bias)", all.bias);
  exercise::judge(
      checks, got,
      [](const Made& made) {
        return exercise::layer_norm::backward_with(x, gain, gradient, 0.6, made);
      },
      exercise::layer_norm::backward_sentences);
  checks.equal("gradient (1, 1, 1, 1), gain 1: a step of all x alike changes nothing, d(loss)/dx",
               layer_norm_backward({1, 4, 2, 8}, ones, ones, 0.5).x, zeros);
}

void check(Checks& checks) {
  check_forward(checks);
  check_backward(checks);
}

HOLO_EXERCISE("09_layer_norm_backward", check)
