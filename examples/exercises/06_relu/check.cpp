#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/formula.h"
#include "exercises/support/judge.h"

using exercise::Made;

const char* threshold = "what is above 0 passes, 0.5 too: ask for x > 0";
const char* nothing_below = "where x < 0 the result is 0 whatever x is: no gradient passes there";

enum { above_one, absolute, passes, whole, smaller, one, minus_one_below, leaky, squared };
const std::vector<std::string> value_sentences = {
    threshold,
    "relu of a negative number is 0, not its absolute value",
    "relu of a negative number is 0: this one passes it through",
    "your result has lost its fraction: take double, not int",
    "relu lets positive numbers through: yours keeps the negative ones",
    "the result of relu is x itself where x > 0, not 1",
    "relu is 0 below 0, not -1, and x above it, not 1",
    "relu of a negative number is 0, not a small part of it",
    "relu of x > 0 is x, not its square"};
double value(double x, const Made& made) {
  if (made(above_one)) return x >= 1 ? x : 0;
  if (made(absolute)) return std::abs(x);
  if (made(passes)) return x;
  if (made(whole)) return x > 0 ? std::trunc(x) : 0;
  if (made(smaller)) return x < 0 ? x : 0;
  if (made(one)) return x > 0 ? 1 : 0;
  if (made(minus_one_below)) return x > 0 ? 1 : x < 0 ? -1 : 0;
  if (made(leaky)) return x > 0 ? x : 0.01 * x;
  if (made(squared)) return x > 0 ? x * x : 0;
  return x > 0 ? x : 0;
}

enum {
  no_upstream,
  times_x,
  asks_gradient,
  asks_gradient_too,
  always,
  minus_below,
  at_zero,
  from_one,
  other_side,
  its_sign,
  relu_of_product,
  plus_upstream,
  x_alone,
  sign_lost,
  asks_product,
  below_alone
};
const std::vector<std::string> gradient_sentences = {
    "you give the derivative alone: multiply it by the upstream gradient",
    "the derivative of relu where x > 0 is 1, not x",
    "whether a gradient passes depends on the sign of x, not on the sign of the gradient",
    "a gradient below 0 passes too, where x > 0",
    nothing_below,
    "below 0 the result stays 0: the gradient is 0 there, not -upstream",
    "at x = 0 this course takes the derivative 0, as PyTorch does: ask for x > 0, not x >= 0",
    threshold,
    "the gradient passes where x > 0: yours passes on the other side",
    "the gradient itself passes where x > 0, not only its sign",
    "that is relu of a product: the derivative of relu, 0 or 1, is multiplied by upstream",
    "the derivative and the upstream gradient are multiplied, not added",
    "that is relu itself: the gradient is upstream where x > 0",
    "the gradient has the wrong sign",
    "whether a gradient passes depends on the sign of x, not on that of x * upstream",
    "the gradient passes where x > 0: yours passes where x < 0"};
double gradient(double x, double upstream, const Made& made) {
  const double derivative = x > 0 ? 1 : 0;
  if (made(no_upstream)) return derivative;
  if (made(times_x)) return derivative * x * upstream;
  if (made(asks_gradient)) return upstream > 0 ? upstream : 0;
  if (made(asks_gradient_too)) return upstream > 0 ? derivative * upstream : 0;
  if (made(always)) return upstream;
  if (made(minus_below)) return x > 0 ? upstream : -upstream;
  if (made(at_zero)) return x >= 0 ? upstream : 0;
  if (made(from_one)) return x >= 1 ? upstream : 0;
  if (made(other_side)) return x > 0 ? 0 : upstream;
  if (made(its_sign)) return derivative * (upstream > 0 ? 1 : -1);
  if (made(relu_of_product)) return x * upstream > 0 ? x * upstream : 0;
  if (made(plus_upstream)) return derivative + upstream;
  if (made(x_alone)) return derivative * x;
  if (made(sign_lost)) return -derivative * upstream;
  if (made(below_alone)) return x < 0 ? upstream : 0;
  if (made(asks_product)) return x * upstream > 0 ? upstream : 0;
  return derivative * upstream;
}

const std::vector<double> inputs = {3.25, 0.5, 0, -2, -0.3}, upstreams = {5, -5, 0.7};

std::string formulas(const exercise::Measured& got, const std::vector<double>& right) {
  exercise::Formulas all({"x", "upstream", "relu(x)", "relu(upstream)", "(1 where x > 0)",
                          "|upstream|", "|x|", "1", "(1 where upstream > 0)", "(1 where x > 1)",
                          "2", "upstream^2"});
  for (double x : inputs) {
    for (double g : upstreams) {
      all.add({x, g, std::fmax(x, 0), std::fmax(g, 0), x > 0 ? 1.0 : 0.0, std::abs(g), std::abs(x),
               1, g > 0 ? 1.0 : 0.0, x > 1 ? 1.0 : 0.0, 2, g * g});
    }
  }
  return all.told("gradient", got.numbers, right, "upstream where x > 0, else 0");
}

void check(Checks& checks) {
  exercise::Measured values, gradients;
  for (double x : inputs) {
    values.add("relu(" + exercise::shown(x) + ")", answer::relu(x));
    for (double g : upstreams) {
      gradients.add("relu_backward(" + exercise::shown(x) + ", " + exercise::shown(g) + ")",
                    answer::relu_backward(x, g));
    }
  }
  exercise::judge(
      checks, values,
      [](const Made& made) {
        std::vector<double> numbers;
        for (double x : inputs) numbers.push_back(value(x, made));
        return numbers;
      },
      value_sentences);
  exercise::judge(
      checks, gradients,
      [](const Made& made) {
        std::vector<double> numbers;
        for (double x : inputs) {
          for (double g : upstreams) numbers.push_back(gradient(x, g, made));
        }
        return numbers;
      },
      gradient_sentences, formulas);
}
HOLO_EXERCISE("06_relu", check)
