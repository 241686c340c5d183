// reduced.h: what the tests of reductions and softmax share: numbers, which elements belong to a
// result, and comparisons.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/tensor.h"

namespace reduced {

using holo::Index, holo::real, holo::Shape, holo::Tensor;
using Doubles = std::vector<double>;
using Groups = std::vector<std::vector<std::size_t>>;

/// -1 to 1, numbers that a real holds.
inline Doubles numbers(Index n, double seed) {
  Doubles x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = static_cast<double>(i);
    x[i] = double(real(std::sin(seed + 1.7 * at + 0.001 * static_cast<double>(i * i % 997))));
  }
  return x;
}

inline std::vector<real> reals(const Doubles& x) { return std::vector<real>(x.begin(), x.end()); }

inline Tensor input(const Shape& shape, const Doubles& values) {
  return from_values(shape, std::span<const double>(values)).set_requires_grad();
}

inline bool contains(const std::vector<int>& dims, int d, int ndim) {
  return std::any_of(dims.begin(), dims.end(),
                     [=](int dim) { return dim == d || dim + ndim == d; });
}

inline Shape result_shape(const Shape& shape, const std::vector<int>& dims, bool keepdim) {
  std::vector<Index> sizes;
  for (int d = 0; d < shape.ndim(); ++d) {
    if (!contains(dims, d, shape.ndim())) {
      sizes.push_back(shape[d]);
    } else if (keepdim) {
      sizes.push_back(1);
    }
  }
  return Shape(std::span<const Index>(sizes));
}

/// The numbers of the elements that are reduced to each result, in their order.
inline Groups groups_of(const Shape& shape, const std::vector<int>& dims) {
  Groups groups(static_cast<std::size_t>(result_shape(shape, dims, false).numel()));
  for (Index i = 0; i < shape.numel(); ++i) {
    Index rest = i, step = 1, result = 0;
    for (int d = shape.ndim() - 1; d >= 0; --d) {
      if (!contains(dims, d, shape.ndim())) {
        result += rest % shape[d] * step;
        step *= shape[d];
      }
      rest /= shape[d];
    }
    groups[static_cast<std::size_t>(result)].push_back(static_cast<std::size_t>(i));
  }
  return groups;
}

/// got = factor want, within a few roundings of the largest number; NaN only where it is wanted.
inline void check_near(const char* what, const Tensor& got, const Doubles& want, double factor = 1,
                       double loose = 1) {
  CAPTURE(what);
  REQUIRE(got.defined());
  const std::vector<real> values = got.to_vector();
  REQUIRE(values.size() == want.size());
  const double tolerance = loose * 16 * double(std::numeric_limits<real>::epsilon());
  double scale = 1, worst = 0;
  for (const double w : want) {
    if (std::isfinite(w)) scale = std::max(scale, std::fabs(factor * w));
  }
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (std::isnan(want[i]) && std::isnan(values[i])) continue;
    if (std::isinf(want[i]) && double(values[i]) == factor * want[i]) continue;
    const double error = std::fabs(double(values[i]) - factor * want[i]);
    worst = std::isnan(error) ? INFINITY : std::max(worst, error);
  }
  CHECK(worst <= tolerance * scale);
}

inline void append(std::vector<real>& all, std::initializer_list<Tensor> tensors) {
  for (const Tensor& tensor : tensors) {
    const std::vector<real> values = tensor.to_vector();
    all.insert(all.end(), values.begin(), values.end());
  }
}

inline bool same_bits(const std::vector<real>& a, const std::vector<real>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(real)) == 0);
}

/// The ShapeError that a call throws.
template <class Call>
holo::ShapeError refused(Call call) {
  try {
    call();
  } catch (const holo::ShapeError& error) {
    return error;
  }
  FAIL("not refused");
  throw;
}

}  // namespace reduced
