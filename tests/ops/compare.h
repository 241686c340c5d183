// compare.h: for tests that compare ops with a formula in double: numbers, comparisons and errors.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/tensor.h"

namespace compare {

using holo::Index, holo::real, holo::Shape, holo::Tensor;
using Doubles = std::vector<double>;

/// Numbers from -1 to 1, moved by `shift`, which a real can hold exactly.
inline Doubles numbers(Index n, double seed, double shift = 0) {
  Doubles x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = static_cast<double>(i);
    const double wave = std::sin(seed + 1.7 * at + 0.001 * static_cast<double>(i * i % 997));
    x[i] = static_cast<double>(static_cast<real>(wave + shift));
  }
  return x;
}

inline Tensor tensor_of(const Shape& shape, const Doubles& x) {
  return from_values(shape, std::span<const double>(x));
}

inline Tensor values(const Shape& shape, double seed) {
  return tensor_of(shape, numbers(shape.numel(), seed));
}

/// check_near("y", got, want, factor, loose): got = factor want, within `tolerance` of the largest
/// number of the array, or of `least_scale`. NaN and infinity must be exactly where `want` has
/// them.
struct Near {
  double tolerance;
  double least_scale = 1;

  void operator()(const std::string& what, const Tensor& got, const Doubles& want,
                  double factor = 1, double loose = 1) const {
    CAPTURE(what);
    REQUIRE(got.defined());
    const std::vector<real> found = got.to_vector();
    REQUIRE(found.size() == want.size());
    double scale = least_scale, worst = 0;
    for (const double w : want) {
      if (std::isfinite(w)) scale = std::max(scale, std::fabs(factor * w));
    }
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double number = static_cast<double>(found[i]);
      if (std::isnan(want[i]) && std::isnan(number)) continue;
      if (std::isinf(want[i]) && number == factor * want[i]) continue;
      const double error = std::fabs(number - factor * want[i]);
      worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
    }
    CHECK(worst <= loose * tolerance * scale);
  }
};

inline void append(std::vector<real>& all, std::initializer_list<Tensor> tensors) {
  for (const Tensor& tensor : tensors) {
    const std::vector<real> numbers_of = tensor.to_vector();
    all.insert(all.end(), numbers_of.begin(), numbers_of.end());
  }
}

/// The numbers of y, then of the gradients of the leaves that have one.
inline std::vector<real> all_numbers(const Tensor& y, std::span<const Tensor> leaves) {
  std::vector<real> all = y.to_vector();
  for (const Tensor& leaf : leaves) {
    if (leaf.grad().defined()) append(all, {leaf.grad()});
  }
  return all;
}

}  // namespace compare
