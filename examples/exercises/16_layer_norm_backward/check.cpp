#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/16_layer_norm_backward/mistakes.h"

using answer::layer_norm;
using answer::layer_norm_backward;
using answer::Vector;
using exercise::Measured;

const Vector x = {1.7, -0.4, 3.2, 0.9, -2.1}, gain = {0.8, 2.3, -1.1, 1.6, 0.7};
const Vector ones = {1, 1, 1, 1}, zeros = {0, 0, 0, 0};

void check(Checks& checks) {
  exercise::Measurements all(checks, layer_norm_mistakes);
  all.group("layer_norm", [](Measured& got) {
    got.add("y of x = (1.7, -0.4, 3.2, 0.9, -2.1), epsilon 0.6: y",
            layer_norm(x, gain, {0.3, -0.9, 1.2, 0.5, -1.8}, 0.6));
    got.add("layer norm of (1, 1, 5, 5)", layer_norm({1, 1, 5, 5}, ones, zeros, 0));
    got.add("layer norm of (7, 7, 7, 7), epsilon 1", layer_norm({7, 7, 7, 7}, ones, zeros, 1));
  });
  all.group("layer_norm_backward", [](Measured& got) {
    const answer::Gradients gradients =
        layer_norm_backward(x, gain, {1.4, -0.6, 0.9, 2.2, -1.3}, 0.6);
    got.add("x = (1.7, -0.4, 3.2, 0.9, -2.1), epsilon 0.6: d(loss)/dx", gradients.x);
    got.add("the same: d(loss)/d(gain)", gradients.gain);
    got.add("the same: d(loss)/d(bias)", gradients.bias);
    got.add("gradient (1, 1, 1, 1), gain 1: a step of all x alike changes nothing, d(loss)/dx",
            layer_norm_backward({1, 4, 2, 8}, ones, ones, 0.5).x);
  });
  all.judge();
}
HOLO_EXERCISE("16_layer_norm_backward", check)
