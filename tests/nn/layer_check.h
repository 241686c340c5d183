// layer_check.h: for the tests of whole layers: their parameters, plain loops to compare with, and
// gradients by finite differences.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/linear.h"
#include "holo/nn/module.h"
#include "holo/ops.h"

namespace layer_check {

using namespace holo;

inline constexpr bool in_double = sizeof(real) == 8;
inline constexpr double tolerance = in_double ? 1e-13 : 1e-5;  // relative to the largest number

/// Different numbers between -1 and 1.
inline Tensor values(const Shape& shape, std::uint64_t seed) {
  return uniform(shape, CounterRandom(seed), -1, 1);
}

/// Writes new numbers into every parameter, so that no bias is 0 and no gain is 1.
inline void randomize(const Module& module, std::uint64_t seed) {
  const NoGrad no_grad;
  for (Tensor& parameter : module.parameters()) parameter.copy_(values(parameter.shape(), seed++));
}

inline std::vector<std::string> names(const Module& module) {
  std::vector<std::string> list;
  for (const NamedParameter& parameter : module.named_parameters()) list.push_back(parameter.name);
  return list;
}

inline std::string apart(const std::vector<real>& got, const std::vector<double>& want,
                         double limit = tolerance) {
  if (got.size() != want.size()) return fmt::format("{} and {} numbers", got.size(), want.size());
  double largest = 1, difference = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (!std::isfinite(got[i])) return "a number that is not finite";
    largest = std::max(largest, std::fabs(want[i]));
    difference = std::max(difference, std::fabs(static_cast<double>(got[i]) - want[i]));
  }
  if (difference <= limit * largest) return "";
  return fmt::format("{:.3g} apart, the largest is {:.3g}", difference, largest);
}

/// Rows of numbers in double, for layers that work one number at a time.
struct Rows {
  std::size_t count = 0, width = 0;
  std::vector<double> v;

  double& at(std::size_t r, std::size_t c) { return v[r * width + c]; }
  double at(std::size_t r, std::size_t c) const { return v[r * width + c]; }
  Rows columns(std::size_t from, std::size_t to) const {
    Rows y{count, to - from, std::vector<double>(count * (to - from))};
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t c = from; c < to; ++c) y.at(r, c - from) = at(r, c);
    return y;
  }
  Rows beside(const Rows& other) const {
    Rows y{count, width + other.width, std::vector<double>(count * (width + other.width))};
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t c = 0; c < y.width; ++c)
        y.at(r, c) = c < width ? at(r, c) : other.at(r, c - width);
    return y;
  }
};

inline Rows rows_of(const Tensor& x) {
  const std::vector<real> numbers = x.to_vector();
  const auto width = static_cast<std::size_t>(x.size(-1));
  return {
      numbers.size() / std::max<std::size_t>(width, 1), width, {numbers.begin(), numbers.end()}};
}

/// x W^T + b
inline Rows product(const Rows& x, const Linear& layer) {
  const Rows w = rows_of(layer.weight);
  const std::vector<real> b =
      layer.bias.defined() ? layer.bias.to_vector() : std::vector<real>(w.count, 0);
  Rows y{x.count, w.count, std::vector<double>(x.count * w.count)};
  for (std::size_t r = 0; r < x.count; ++r)
    for (std::size_t o = 0; o < w.count; ++o) {
      y.at(r, o) = static_cast<double>(b[o]);
      for (std::size_t i = 0; i < w.width; ++i) y.at(r, o) += x.at(r, i) * w.at(o, i);
    }
  return y;
}

using Scalar = std::function<double(double)>;
inline Rows each(Rows x, const Scalar& f) {
  for (double& v : x.v) v = f(v);
  return x;
}
inline Rows times(Rows a, const Rows& b) {
  for (std::size_t i = 0; i < a.v.size(); ++i) a.v[i] *= b.v[i];
  return a;
}
inline Rows plus(Rows a, const Rows& b) {
  for (std::size_t i = 0; i < a.v.size(); ++i) a.v[i] += b.v[i];
  return a;
}

using Forward = std::function<Tensor(const Tensor&)>;

/// d(sum(w y)) / d(x and every parameter), in that order.
inline std::vector<std::vector<real>> gradients(Module& module, const Forward& f, Tensor x,
                                                const Tensor& w) {
  module.zero_grad();
  x.zero_grad();
  f(x).backward(w);
  std::vector<std::vector<real>> all;
  std::vector<Tensor> leaves{x};
  for (const Tensor& parameter : module.parameters()) leaves.push_back(parameter);
  for (const Tensor& leaf : leaves) {
    const Tensor gradient = leaf.grad();
    all.push_back(gradient.defined() ? gradient.to_vector() : zeros(leaf.shape()).to_vector());
  }
  return all;
}

/// Compares the gradients of x and of every parameter, element by element, with finite differences
/// of six points (gradcheck.h), and returns the problem. It needs double; float compares nothing.
inline std::string wrong_gradient(Module& module, const Forward& f, Tensor x) {
  x.set_requires_grad();
  const Tensor w = values(f(x).shape(), 77);
  const std::vector<std::vector<real>> analytic = gradients(module, f, x, w);
  if (!in_double) {
    static int calls = 0;
    if (calls++ == 0) MESSAGE("gradients of layers are compared by the build with REAL=double");
    return "";
  }
  const NoGrad no_grad;
  std::vector<Tensor> leaves{x};
  for (const Tensor& parameter : module.parameters()) leaves.push_back(parameter);
  for (std::size_t l = 0; l < leaves.size(); ++l) {
    const std::vector<real> before = leaves[l].to_vector();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double h = 1e-3;
      const auto at = [&](double by) {
        std::vector<real> moved = before;
        moved[i] += static_cast<real>(by);
        leaves[l].copy_(std::span<const real>(moved));
        return f(x).to_vector();
      };
      const auto pair = [&](double by) {
        const std::vector<real> above = at(by), below = at(-by), weights = w.to_vector();
        double total = 0;
        for (std::size_t k = 0; k < above.size(); ++k) {
          total += static_cast<double>(weights[k] * (above[k] - below[k]));
        }
        return total;
      };
      const double numeric = (45 * pair(h) - 9 * pair(2 * h) + pair(3 * h)) / (60 * h);
      const double got = static_cast<double>(analytic[l][i]);
      if (std::fabs(got - numeric) <= 1e-9 + 1e-7 * std::fabs(numeric)) continue;
      return fmt::format("{} [{}]: analytic {:.12g}, numeric {:.12g}",
                         l == 0 ? "x" : names(module)[l - 1], i, got, numeric);
    }
    leaves[l].copy_(std::span<const real>(before));
  }
  return "";
}

/// Checks that two layers with the same parameters have the same results and gradients.
inline std::string different(Module& a, const Forward& f, Module& b, const Forward& g, Tensor x) {
  x.set_requires_grad();
  const auto in_double_precision = [](const std::vector<real>& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  std::string wrong = apart(f(x).to_vector(), in_double_precision(g(x).to_vector()));
  const Tensor w = values(f(x).shape(), 78);
  const auto one = gradients(a, f, x, w), other = gradients(b, g, x, w);
  if (one.size() != other.size()) return "another number of parameters";
  for (std::size_t i = 0; i < one.size() && wrong.empty(); ++i) {
    wrong = apart(one[i], in_double_precision(other[i]));
    if (!wrong.empty()) wrong = fmt::format("gradient {}: {}", i, wrong);
  }
  return wrong;
}

/// Copies the parameters of one module into another.
inline void copy_parameters(const Module& from, const Module& to) {
  const NoGrad no_grad;
  const std::vector<Tensor> source = from.parameters();
  std::vector<Tensor> target = to.parameters();
  for (std::size_t i = 0; i < target.size(); ++i) target[i].copy_(source[i]);
}

/// The shapes that a layer of C channels takes.
inline std::vector<Shape> shapes_of(Index C) {
  return {{C}, {3, C}, {2, 3, C}, {2, 1, 3, C}, {1, 2, 2, 2, C}, {0, C}, {2, 0, C}};
}

}  // namespace layer_check
