// moved.h: checks ops that only move elements: every element of the result is an element of x. It
// compares them exactly, forward and backward, with a plain function.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "any_threads.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace moved {

using namespace holo;

/// A tensor of 1, 2, 3, ...: small whole numbers, whose sums are exact.
inline Tensor counting(const Shape& shape, double first = 1) {
  std::vector<double> values;
  for (Index i = 0; i < shape.numel(); ++i) values.push_back(first + static_cast<double>(i % 8191));
  return from_values(shape, std::span<const double>(values));
}

/// The indices of element i, and back.
inline std::vector<Index> indices_of(const Shape& shape, Index i) {
  std::vector<Index> at(static_cast<std::size_t>(shape.ndim()));
  for (int d = shape.ndim(); d-- > 0;) {
    at[static_cast<std::size_t>(d)] = i % shape[d];
    i /= shape[d];
  }
  return at;
}
inline Index element_of(const Shape& shape, const std::vector<Index>& at) {
  Index i = 0;
  for (int d = 0; d < shape.ndim(); ++d) i = i * shape[d] + at[static_cast<std::size_t>(d)];
  return i;
}

/// The result must have `shape`, and its element i must be element source(i) of x. Its gradient
/// must be added to the gradient of that element.
inline void check(const std::function<Tensor(const Tensor&)>& op, const Shape& from,
                  const Shape& shape, const std::function<Index(Index)>& source) {
  CAPTURE(from.to_string());
  CAPTURE(shape.to_string());
  const std::vector<real> numbers = counting(from).to_vector();
  std::vector<real> y(static_cast<std::size_t>(shape.numel()));
  std::vector<real> dx(numbers.size());
  const Tensor dy = counting(shape, 3);
  const std::vector<real> seeds = dy.to_vector();
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto at = static_cast<std::size_t>(source(static_cast<Index>(i)));
    y[i] = numbers.at(at);
    dx.at(at) += seeds[i];
  }
  const Tensor x = counting(from).set_requires_grad();
  for (const real times : {real(1), real(2)}) {  // the second gradient is added to the first
    const Tensor result = op(x);
    REQUIRE(result.shape() == shape);
    CHECK(result.to_vector() == y);
    result.backward(dy);
    std::vector<real> expected = dx;
    for (real& d : expected) d *= times;
    REQUIRE(x.grad().defined());
    CHECK(x.grad().shape() == from);
    CHECK(x.grad().to_vector() == expected);
  }
}

/// Runs check() for any number of threads.
inline void check_threads(const std::function<Tensor(const Tensor&)>& op, const Shape& from,
                          const Shape& shape, const std::function<Index(Index)>& source) {
  for_any_threads([&] { check(op, from, shape, source); });
}

/// The call must throw a ShapeError from `op` whose text is `what`, with a shape, a rule and a
/// hint.
inline void refused(const char* op, const std::string& what, const std::function<void()>& call) {
  CAPTURE(what);
  const ShapeError error = error_of<ShapeError>(call);
  CHECK(error.where() == op);
  CHECK(std::string(error.what()) == what);
  CHECK(!error.expected().empty());
  CHECK(!error.hint().empty());
}

}  // namespace moved
