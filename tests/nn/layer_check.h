// layer_check.h: for the tests of whole layers: numbers and names of their parameters, and how far
// results are apart.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/module.h"

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

/// Copies the parameters of one module into another.
inline void copy_parameters(const Module& from, const Module& to) {
  const NoGrad no_grad;
  const std::vector<Tensor> source = from.parameters();
  std::vector<Tensor> target = to.parameters();
  for (std::size_t i = 0; i < target.size(); ++i) target[i].copy_(source[i]);
}

}  // namespace layer_check
