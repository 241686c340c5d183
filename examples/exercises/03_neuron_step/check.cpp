#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include HOLO_ANSWER

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"

using exercise::Made;

enum {
  uphill,
  no_two,
  no_tanh,
  at_input,
  no_x,
  x_for_b,
  no_b,
  one_after_other,
  no_rate,
  as_sigmoid,
  not_squared,
  changes_alone,
  gradients_alone,
  b_not_in_z,
  no_tanh_at_all,
  error_squared,
  times_w,
  no_w,
  without_target,
  rate_divides,
  w_after_b,
  error_of_z,
  squared_twice,
  b_by_w,
  no_parentheses,
  y_squared,
  two_y,
  b_times_w,
  target_added,
  own_by_input,
  w_uphill,
  b_uphill,
  rate_squared,
  w_without_rate,
  b_without_rate
};
const std::vector<std::string> sentences = {
    "you go up the slope: is the gradient added, or is dy made of target - y?",
    "the derivative of (y - target)^2 is 2 (y - target): the 2 is missing",
    "the derivative of tanh is missing: dz = (1 - y^2) dy",
    "1 - y^2 asks for y, the result of tanh, not for its input z",
    "the gradient for w is dz times x: the x is missing",
    "the gradient for b is dz alone, since b is not multiplied by x",
    "b stayed where it was: it is a parameter too",
    "b learned from a neuron whose w had moved already: compute both gradients, then take the step",
    "the step is the gradient times the learning rate: the rate is missing",
    "y (1 - y) is the derivative of the sigmoid: that of tanh is 1 - y^2",
    "the derivative of tanh is 1 - y^2: the square is missing",
    "you return the change alone: the step leads from w and b to w - rate * dw and b - rate * db",
    "you return the gradients: the step leads from w and b to w - rate * dw and b - rate * db",
    "z is w x + b: the b is missing there",
    "y is tanh(z): the tanh is missing",
    "that is the loss itself: its derivative for y is 2 (y - target)",
    "the gradient for w is dz times x, the number that w is multiplied by, not times w",
    "w stayed where it was: it is a parameter too",
    "the target is missing: the error is y - target",
    "the gradient is multiplied by the learning rate, not divided by it",
    "w learned from a neuron whose b had moved already: compute both gradients, then take the step",
    "the error is that of y, the result of tanh, not that of z",
    "1 - y^2 is there twice: once is enough",
    "the gradient for b is dz alone, not times w",
    "1 - y * y * dy subtracts y * y * dy from 1: write (1 - y * y) * dy",
    "the error is y - target: yours squares y in it",
    "2 * y - target is not twice the error: write 2 * (y - target)",
    "z is w * x + b: yours multiplies b too, w * (x + b) or x * (w + b)",
    "the error is y - target: yours adds the target",
    "the derivative of tanh multiplies the whole of dy: 2 * y * (1 - y^2) - target leaves the "
    "target out of it",
    "w goes up the slope: subtract its gradient, do not add it",
    "b goes up the slope: subtract its gradient, do not add it",
    "the step is the gradient times the learning rate, once: yours has the rate twice",
    "the step of w is its gradient times the learning rate: the rate is missing there",
    "the step of b is its gradient times the learning rate: the rate is missing there"};

std::vector<double> step_of(double w, double b, double x, double target, double rate,
                            const Made& made) {
  const auto slope = [&](double w_now, double b_now) {
    const double z = w_now * x + (made(b_not_in_z) ? 0 : made(b_times_w) ? w_now * b_now : b_now);
    const double y = made(no_tanh_at_all) ? z : std::tanh(z);
    const double error = (made(error_of_z)  ? z
                          : made(y_squared) ? y * y
                                            : y) -
                         (made(without_target) ? 0
                          : made(target_added) ? -target
                                               : target);
    double dy = made(error_squared) ? error * error : (made(no_two) ? 1 : 2) * error;
    if (made(two_y)) dy = 2 * y - target;
    if (made(no_parentheses)) return 1 - y * y * dy;
    if (made(own_by_input)) return 2 * y * (1 - y * y) - target;
    double derivative = made(at_input) ? 1 - z * z : 1 - y * y;
    if (made(as_sigmoid)) derivative = y * (1 - y);
    if (made(not_squared)) derivative = 1 - y;
    if (made(squared_twice)) derivative *= derivative;
    return made(no_tanh) ? dy : derivative * dy;
  };
  const double factor = (made(uphill) ? -1 : 1) * (made(no_rate) || made(gradients_alone) ? 1
                                                   : made(rate_divides)                   ? 1 / rate
                                                   : made(rate_squared) ? rate * rate
                                                                        : rate);
  const double dz = slope(w, b);
  const double dw = factor * (made(no_w) ? 0 : dz * (made(no_x) ? 1 : made(times_w) ? w : x));
  const double later_b = b - factor * dz;
  const double w_change = made(w_after_b) ? factor * slope(w, later_b) * x : dw;
  const double db_dz = made(one_after_other) ? slope(w - dw, b) : dz;
  const double db = factor * (made(no_b) ? 0 : db_dz * (made(x_for_b) ? x : made(b_by_w) ? w : 1));
  if (made(w_without_rate)) return {w - dz * x, b - db};
  if (made(b_without_rate)) return {w - w_change, b - dz};
  if (made(changes_alone) || made(gradients_alone)) return {w_change, db};
  return {made(w_uphill) ? w + w_change : w - w_change, made(b_uphill) ? b + db : b - db};
}

const double cases[][5] = {
    {0.5, 0.1, 2, 0, 0.1}, {-0.3, 0.4, -3, 1, 0.5}, {0.9, -0.65, 0.35, -0.2, 0.3}};

// The gradients by which the parameters moved, as formulas.
std::string formulas(const exercise::Measured& got, const std::vector<double>&) {
  exercise::Formulas all({"y",
                          "z",
                          "x",
                          "w",
                          "b",
                          "target",
                          "(y - target)",
                          "(1 - y^2)",
                          "(1 - z^2)",
                          "2",
                          "1",
                          "dz",
                          "tanh(y)",
                          "(1 - tanh(y)^2)",
                          "(1 + y^2)",
                          "2 (y - target)",
                          "dw",
                          "rate",
                          "(1 - y)",
                          "y^2",
                          "loss"});
  std::vector<double> dw, db, right_dw, right_db;
  for (const auto& [w, b, x, target, rate] : cases) {
    const double z = w * x + b, y = std::tanh(z), error = y - target, dz = (1 - y * y) * 2 * error;
    const double again = std::tanh(y);
    all.add({y,         z,         x,      w,    b,     target, error,
             1 - y * y, 1 - z * z, 2,      1,    dz,    again,  1 - again * again,
             1 + y * y, 2 * error, dz * x, rate, 1 - y, y * y,  error * error});
    dw.push_back((w - got.numbers[2 * dw.size()]) / rate);
    db.push_back((b - got.numbers[2 * db.size() + 1]) / rate);
    right_dw.push_back(dz * x), right_db.push_back(dz);
  }
  const std::string of_w = all.told("gradient for w", dw, right_dw, "2 (y - target) (1 - y^2) x");
  return of_w.empty() ? all.told("gradient for b", db, right_db, "2 (y - target) (1 - y^2)") : of_w;
}

void check(Checks& checks) {
  exercise::Measured got;
  for (const auto& [w, b, x, target, rate] : cases) {
    const answer::Neuron after = answer::step({w, b}, x, target, rate);
    const std::string where = " after a step from (" + exercise::shown(w) + ", " +
                              exercise::shown(b) + "), x = " + exercise::shown(x) + ", target " +
                              exercise::shown(target) + ", rate " + exercise::shown(rate);
    got.add("w" + where, after.w);
    got.add("b" + where, after.b);
  }
  exercise::judge(
      checks, got,
      [](const Made& made) {
        std::vector<double> numbers;
        for (const auto& [w, b, x, target, rate] : cases) {
          for (double number : step_of(w, b, x, target, rate, made)) numbers.push_back(number);
        }
        return numbers;
      },
      sentences, formulas);

  answer::Neuron neuron = {0.2, 0};
  for (int i = 0; i < 200; ++i) neuron = answer::step(neuron, 1.5, 0.5, 0.1);
  checks.equal("y at x = 1.5 after 200 steps to the target 0.5",
               std::tanh(neuron.w * 1.5 + neuron.b), 0.5);
}
HOLO_EXERCISE("03_neuron_step", check)
