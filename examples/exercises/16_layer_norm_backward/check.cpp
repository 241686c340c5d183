#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "exercises/16_layer_norm_backward/gradients.h"
#include "exercises/16_layer_norm_backward/model.h"
#include "exercises/support/formula.h"

using answer::layer_norm;
using answer::layer_norm_backward;
using answer::Vector;
using exercise::Made;

const Vector ones = {1, 1, 1, 1}, zeros = {0, 0, 0, 0};
const Vector x = {1.7, -0.4, 3.2, 0.9, -2.1}, gain = {0.8, 2.3, -1.1, 1.6, 0.7};
const Vector bias = {0.3, -0.9, 1.2, 0.5, -1.8}, gradient = {1.4, -0.6, 0.9, 2.2, -1.3};

// What the formulas of layer norm are made of, for element i.
struct Parts {
  double size, mean = 0, variance = 0, root, mean_dn = 0, mean_dn_n = 0, mean_dn_x = 0, mean_g = 0,
               mean_g_n = 0;
  Parts() : size(static_cast<double>(x.size())) {
    for (double number : x) mean += number / size;
    for (double number : x) variance += (number - mean) * (number - mean) / size;
    root = std::sqrt(variance + 0.6);
    for (size_t i = 0; i < x.size(); ++i) {
      const double dn = gradient[i] * gain[i] / size, g = gradient[i] / size,
                   n = (x[i] - mean) / root;
      mean_dn += dn, mean_dn_n += dn * n, mean_dn_x += dn * x[i], mean_g += g, mean_g_n += g * n;
    }
  }
};

std::string forward_formulas(const exercise::Measured& got, const Vector& right) {
  const Parts p;
  exercise::Formulas all({"gain * n", "bias", "n", "gain", "x", "gain * x", "gain * (x - mean)",
                          "mean", "(x - mean)", "root", "variance", "epsilon", "gain * bias",
                          "n * bias", "the number of elements", "(variance + epsilon)", "1", "2"});
  for (size_t i = 0; i < x.size(); ++i) {
    const double above = x[i] - p.mean, n = above / p.root, g = gain[i], b = bias[i];
    all.add({g * n, b, n, g, x[i], g * x[i], g * above, p.mean, above, p.root, p.variance, 0.6,
             g * b, n * b, p.size, p.variance + 0.6, 1, 2});
  }
  return all.told("y", got.numbers, right, "gain * n + bias");
}

std::string backward_formulas(const exercise::Measured& got, const Vector& right) {
  const Parts p;
  const size_t n = x.size();
  exercise::Formulas all({"dn",
                          "mean(dn)",
                          "n * mean(dn * n)",
                          "n",
                          "gradient",
                          "gain",
                          "x",
                          "mean(dn * n)",
                          "x * mean(dn * n)",
                          "n * mean(dn * x)",
                          "(x - mean) * mean(dn * n)",
                          "n * mean(dn)",
                          "n * n",
                          "root",
                          "variance",
                          "mean(gradient)",
                          "n * mean(gradient * n)",
                          "(dn - mean(dn) - n * mean(dn * n))",
                          "the number of elements",
                          "bias",
                          "(x - mean)",
                          "dn * n",
                          "n * n * dn",
                          "1",
                          "2"});
  for (size_t i = 0; i < n; ++i) {
    const double above = x[i] - p.mean, ni = above / p.root, dn = gradient[i] * gain[i];
    all.add({dn,
             p.mean_dn,
             ni * p.mean_dn_n,
             ni,
             gradient[i],
             gain[i],
             x[i],
             p.mean_dn_n,
             x[i] * p.mean_dn_n,
             ni * p.mean_dn_x,
             above * p.mean_dn_n,
             ni * p.mean_dn,
             ni * ni,
             p.root,
             p.variance,
             p.mean_g,
             ni * p.mean_g_n,
             dn - p.mean_dn - ni * p.mean_dn_n,
             p.size,
             bias[i],
             above,
             dn * ni,
             ni * ni * dn,
             1,
             2});
  }
  // Each of the three lists, times a factor.
  const auto part = [n](const Vector& numbers, size_t which, double factor) {
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(which * n);
    Vector list(begin, begin + static_cast<std::ptrdiff_t>(n));
    for (double& number : list) number *= factor;
    return list;
  };
  const auto told = [&](const std::string& what, size_t which, double factor,
                        const std::string& rule) {
    return all.told(what, part(got.numbers, which, factor), part(right, which, factor), rule);
  };
  std::string found =
      told("d(loss)/dx times the root", 0, p.root, "dn - mean(dn) - n * mean(dn * n)");
  if (found.empty()) found = told("d(loss)/d(gain)", 1, 1, "gradient * n");
  return found.empty() ? told("d(loss)/d(bias)", 2, 1, "gradient") : found;
}

void check_forward(Checks& checks) {
  exercise::Measured got;
  got.add("y of x = (1.7, -0.4, 3.2, 0.9, -2.1), epsilon 0.6: y", layer_norm(x, gain, bias, 0.6));
  exercise::judge(
      checks, got,
      [](const Made& made) { return exercise::layer_norm::forward_with(x, gain, bias, 0.6, made); },
      exercise::layer_norm::forward_sentences, forward_formulas);
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
        return exercise::layer_norm::gradients::backward_with(x, gain, gradient, 0.6, made);
      },
      exercise::layer_norm::gradients::sentences, backward_formulas);
  checks.equal("gradient (1, 1, 1, 1), gain 1: a step of all x alike changes nothing, d(loss)/dx",
               layer_norm_backward({1, 4, 2, 8}, ones, ones, 0.5).x, zeros);
}

void check(Checks& checks) {
  check_forward(checks);
  check_backward(checks);
}

HOLO_EXERCISE("16_layer_norm_backward", check)
