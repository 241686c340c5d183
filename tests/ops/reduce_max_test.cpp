// reduce_max_test.cpp: max, min and argmax choose the right element, the first of equal ones, and a
// NaN before all others; their gradients go to it, or to all ties.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/reduced.h"

namespace reduce_max_test {

using namespace holo;
using namespace reduced;

namespace {

// The place in the group of the first largest; `sign` -1: smallest.
std::size_t first_of(const std::vector<std::size_t>& group, const Doubles& x, double sign) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < group.size(); ++i) {
    const double next = sign * x[group[i]], largest = sign * x[group[best]];
    if (next > largest || (std::isnan(next) && !std::isnan(largest))) best = i;
  }
  return best;
}

// Few values, so that there are ties; with some NaN and infinities when `special`.
Doubles choices(Index n, double seed, bool special) {
  Doubles x = numbers(n, seed);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = std::round(4 * x[i]);
    if (special && (i * 7 + 3) % 11 == 0)
      x[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY;
  }
  return x;
}

void check_along(const Shape& shape, int dim, const Doubles& x) {
  CAPTURE(shape.to_string());
  CAPTURE(dim);
  const Groups groups = groups_of(shape, {dim});
  const Doubles dy = numbers(Index(groups.size()), 2);
  for (const int sign : {1, -1}) {
    Doubles y, dx(x.size());
    std::vector<Index> places;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const std::size_t at = first_of(groups[g], x, sign);
      y.push_back(x[groups[g][at]]);
      dx[groups[g][at]] = dy[g];
      places.push_back(Index(at));
    }
    for (const bool keepdim : {false, true}) {
      const Tensor leaf = input(shape, x);
      const Tensor got = sign > 0 ? max(leaf, dim, keepdim) : min(leaf, dim, keepdim);
      CHECK(got.shape() == result_shape(shape, {dim}, keepdim));
      check_near("y", got, y);
      const Tensor seed = from_values(got.shape(), std::span<const double>(dy));
      for (const double times : {1.0, 2.0}) {
        got.backward(seed, true);
        check_near("dx", leaf.grad(), dx, times);
      }
      check_near("of a constant", sign > 0 ? max(leaf.detach(), dim) : min(leaf.detach(), dim), y);
      if (sign < 0) continue;
      const Indices index = argmax(leaf, dim, keepdim);
      CHECK(index.shape() == got.shape());
      CHECK(index.values() == places);
    }
  }
}

void check_all(const Shape& shape, const Doubles& x) {
  CAPTURE(shape.to_string());
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < x.size(); ++i) all.push_back(i);
  for (const int sign : {1, -1}) {
    const double y = x[first_of(all, x, sign)];
    Doubles dx(x.size());
    double ties = 0;
    for (const double value : x) ties += value == y || (std::isnan(value) && std::isnan(y));
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] == y || (std::isnan(x[i]) && std::isnan(y))) dx[i] = 3 / ties;
    }
    const Tensor leaf = input(shape, x);
    const Tensor got = sign > 0 ? max(leaf) : min(leaf);
    CHECK(got.shape() == Shape{});
    check_near("y", got, {y});
    for (const double times : {1.0, 2.0}) {
      got.backward(tensor(3), true);
      check_near("dx", leaf.grad(), dx, times);
    }
  }
  const Indices index = argmax(input(shape, x));
  CHECK(index.shape() == Shape{});
  CHECK(index.values()[0] == Index(first_of(all, x, 1)));
}

}  // namespace

TEST_CASE("max, min and argmax along each dimension and over all") {
  const Shape shapes[] = {{1},        {7},      {16},        {3, 4},       {17, 33},  {2, 1, 3},
                          {33, 5, 2}, {4, 300}, {300, 4},    {3, 5, 1, 4}, {5, 9000}, {9000, 5},
                          {600, 100}, {2, 0},   {2, 40, 65}, {64, 16},     {1, 1}};
  for (const Shape& shape : shapes) {
    for (const bool special : {false, true}) {
      const Doubles x = choices(shape.numel(), 1, special);
      for (int d = 0; d < shape.ndim(); ++d) {
        if (shape[d] > 0) check_along(shape, d - (d % 2 == 0 ? 0 : shape.ndim()), x);
      }
      if (shape.numel() > 0) check_all(shape, x);
    }
  }
  check_all({}, {3});
  CHECK(max(zeros({2, 0}), 0).shape() == Shape{0});
}

TEST_CASE("The largest is found at every place, and so is the first NaN") {
  for (const Index n : {1, 15, 16, 17, 40, 4096, 4097, 9001}) {
    CAPTURE(n);
    for (Index at = 0; at < n; at += n < 100 ? 1 : 509) {
      std::vector<real> x(static_cast<std::size_t>(n), real(-INFINITY));
      real y = 0;
      Index index = -1;
      cpu().max(&y, &index, x.data(), {1, n, 1}, Extreme::largest);
      CHECK(index == 0);
      CHECK(y == real(-INFINITY));
      for (const real value : {real(2), real(NAN)}) {
        x[std::size_t(at)] = value;
        x.back() = value;
        x[0] = at == 0 ? value : real(1);
        for (const Axis& axis : {Axis{1, n, 1}, Axis{1, n, 1}}) {
          cpu().max(&y, &index, x.data(), axis, Extreme::largest);
          CHECK(index == at);
          CHECK((y == 2 || std::isnan(value)));
          CHECK(std::isnan(y) == std::isnan(value));
        }
      }
    }
  }
}

TEST_CASE("max: the same bits for any number of threads") {
  check_same_bits([] {
    std::vector<real> all;
    for (const Shape& shape : {Shape{70, 700}, Shape{3, 20000}, Shape{9000, 20}}) {
      const Tensor x = input(shape, choices(shape.numel(), 3, false));
      for (const Tensor& y : {max(x), max(x, 0), min(x, 1)}) {
        y.backward(ones(y.shape()));
        append(all, {y, x.grad()});
      }
    }
    return all;
  });
}

TEST_CASE("max, min and argmax of nothing are refused") {
  const Tensor nothing = zeros({2, 0});
  const ShapeError all = refused([&] { max(nothing); });
  CHECK(std::string(all.what()) ==
        "max: [2,0] has no elements; expected at least one to choose from. Try: ask numel() first");
  const ShapeError along = refused([&] { min(nothing, -1); });
  CHECK(std::string(along.what()) ==
        "min: dimension 1 of [2,0] has no elements; expected at least one to choose from. Try: ask "
        "size() first");
  CHECK(along.dimension() == 1);
  REQUIRE(along.shapes().size() == 1);
  CHECK(along.shapes()[0] == nothing.shape());
  CHECK(refused([&] { argmax(nothing); }).where() == "argmax");
  CHECK(refused([&] { argmax(nothing, 1); }).where() == "argmax");
  CHECK(refused([&] { max(nothing, 2); }).where() == "max");
  CHECK(refused([&] { max(zeros({0, 3}), 0); }).dimension() == 0);
}

}  // namespace reduce_max_test
