#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/formula.h"
#include "exercises/support/reading.h"

using answer::backward;
using answer::derivative;
using answer::squared_relu;
using exercise::Made;
using Row = std::vector<double>;

const Row places = {3.2, -2, 0.45, 0, 1.7, -0.6}, gradients = {10, 9, -4, 7, 2.6, -1.5};

enum {
  not_squared,
  cut_after,
  cubed,
  halved,
  whole,
  keeps_negative,
  doubled,
  signed_square,
  its_slope
};
const std::vector<std::string> value_sentences = {
    "this is ReLU: square what is left",
    "cut the negative numbers off before you square: a square is never negative",
    "the square of max(0, z): yours is its cube",
    "the square of max(0, z): yours is divided by 2",
    "your result has lost its fraction: take double, not int",
    "max(0, z) keeps what is above 0: yours keeps what is below",
    "the square is z * z, not 2 * z",
    "below 0 the result is 0, not the square with a minus",
    "that is the derivative: the function is max(0, z)^2"};
double value(double z, const Made& made) {
  const double above = std::max(0.0, z);
  if (made(not_squared)) return above;
  if (made(cut_after)) return z * z;
  if (made(cubed)) return above * above * above;
  if (made(halved)) return above * above / 2;
  if (made(whole)) return std::trunc(above) * std::trunc(above);
  if (made(keeps_negative)) return z < 0 ? z * z : 0;
  if (made(doubled)) return 2 * z;
  if (made(signed_square)) return z * std::abs(z);
  if (made(its_slope)) return 2 * above;
  return above * above;
}

enum {
  no_two,
  step_to_two,
  of_relu,
  at_output,
  itself,
  below_too,
  absolute_below,
  two_z_squared,
  cube_slope,
  sign,
  half
};
const std::vector<std::string> derivative_sentences = {
    "the derivative of a square has a factor 2",
    "the derivative of z^2 is 2 z, not a step to 2",
    "that is the derivative of ReLU: that of its square is 2 max(0, z)",
    "the derivative belongs to the input z: yours is taken at the output",
    "this is the function itself: return its derivative",
    "below 0 squared ReLU is constant, so its derivative is 0 there",
    "below 0 nothing changes when z does: the derivative is 0, not 2 |z|",
    "the exponent of a derivative is one less: 2 z, not 2 z^2",
    "3 z^2 is the derivative of the cube: that of the square is 2 z",
    "the derivative has the wrong sign: squared ReLU grows with z",
    "the factor of the derivative is 2, not a half"};
double slope(double z, const Made& made) {
  const double above = std::max(0.0, z);
  if (made(no_two)) return above;
  if (made(step_to_two)) return z > 0 ? 2 : 0;
  if (made(of_relu)) return z > 0 ? 1 : 0;
  if (made(at_output)) return 2 * above * above;
  if (made(itself)) return above * above;
  if (made(below_too)) return 2 * z;
  if (made(absolute_below)) return 2 * std::abs(z);
  if (made(two_z_squared)) return 2 * z * z;
  if (made(cube_slope)) return 3 * above * above;
  if (made(sign)) return -2 * above;
  if (made(half)) return above / 2;
  return 2 * above;
}

enum {
  no_upstream,
  at_gradient,
  output_slope,
  plus_gradient,
  value_times,
  upstream_alone,
  relu_slope,
  backward_no_two,
  squared_upstream,
  stops_at_negative,
  read_z,
  read_gradient = read_z + exercise::row::mistakes
};
const std::vector<std::string> own_backward_sentences = {
    "multiply the derivative by the gradient that comes from above",
    "the derivative is taken at z, not at the gradient",
    "the derivative is taken at z, the input: yours is taken at the output",
    "the derivative is multiplied by the gradient from above, not added to it",
    "the gradient from above is multiplied by the derivative, not by the value",
    "the gradient from above is handed on as it is: multiply it by the derivative at z",
    "the derivative is 2 max(0, z): yours is that of ReLU",
    "the derivative of a square has a factor 2: it is missing in backward",
    "the gradient from above is there once: yours is squared",
    "the loop ends at the first z that is not above 0: others come after it, so continue, no "
    "break"};
const std::vector<std::string> backward_sentences =
    exercise::joined({own_backward_sentences, exercise::row::sentences("z"),
                      exercise::row::sentences("the gradient")});
double back(size_t i, const Made& made) {
  const double z = places[exercise::row::read(made, read_z, i, places.size())];
  const double g = gradients[exercise::row::read(made, read_gradient, i, places.size())];
  if (made(stops_at_negative) && i > 0) return 0;
  const double above = std::max(0.0, z), d = 2 * above;
  if (made(no_upstream)) return d;
  if (made(at_gradient)) return g * 2 * std::max(0.0, g);
  if (made(output_slope)) return g * 2 * above * above;
  if (made(plus_gradient)) return g + d;
  if (made(value_times)) return g * above * above;
  if (made(upstream_alone)) return g;
  if (made(relu_slope)) return z > 0 ? g : 0;
  if (made(backward_no_two)) return g * above;
  if (made(squared_upstream)) return g * g * d;
  return g * d;
}

std::string formulas(const exercise::Measured& got, const Row& right) {
  exercise::Formulas all({"gradient", "the derivative", "z", "max(0, z)", "squared_relu(z)",
                          "max(0, gradient)", "gradient[0]", "the last gradient", "z[0]",
                          "the derivative at gradient", "1", "2", "|z|", "|gradient|",
                          "(1 where z > 0)", "the sum of all gradients"});
  double sum = 0;
  for (double g : gradients) sum += g;
  for (size_t i = 0; i < places.size(); ++i) {
    const double z = places[i], g = gradients[i], above = std::max(0.0, z);
    all.add({g, 2 * above, z, above, above * above, std::max(0.0, g), gradients[0],
             gradients.back(), places[0], 2 * std::max(0.0, g), 1, 2, std::abs(z), std::abs(g),
             z > 0 ? 1.0 : 0.0, sum});
  }
  return all.told("gradient", got.numbers, right, "gradient * 2 max(0, z)");
}

void check(Checks& checks) {
  exercise::Measured values, slopes, both;
  for (double z : places) {
    values.add("squared ReLU of " + exercise::shown(z), squared_relu(z));
    slopes.add("the derivative at " + exercise::shown(z), derivative(z));
  }
  both.add("z = (3.2, -2, 0.45, 0, 1.7, -0.6), gradient (10, 9, -4, 7, 2.6, -1.5): d(loss)/dz",
           backward(places, gradients));
  const auto each = [](double (*one)(double, const Made&)) {
    return [one](const Made& made) {
      Row numbers;
      for (double z : places) numbers.push_back(one(z, made));
      return numbers;
    };
  };
  exercise::judge(checks, values, each(value), value_sentences);
  exercise::judge(checks, slopes, each(slope), derivative_sentences);
  exercise::judge(
      checks, both,
      [](const Made& made) {
        Row numbers;
        for (size_t i = 0; i < places.size(); ++i) {
          numbers.push_back(back(i, made));
        }
        return numbers;
      },
      backward_sentences, formulas);
}

HOLO_EXERCISE("14_squared_relu", check)
