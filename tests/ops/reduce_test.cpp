// reduce_test.cpp: sum, mean and var are their formulas over every choice of dimensions, with their
// gradients; how exact they are, and what they refuse. max and min are in reduce_max_test.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/reduced.h"

namespace reduce_test {

using namespace holo;
using namespace reduced;

namespace {

enum class Op { sum, mean, var };

Tensor apply(Op op, const Tensor& x, const Dims& dims, Index correction, bool keepdim) {
  if (op == Op::var) return var(x, dims, Correction(correction), keepdim);
  return op == Op::sum ? sum(x, dims, keepdim) : mean(x, dims, keepdim);
}

Tensor apply(Op op, const Tensor& x) {
  return op == Op::sum ? sum(x) : op == Op::mean ? mean(x) : var(x);
}

struct Expected {
  Doubles y, dx;
};

Expected expected(Op op, const Groups& groups, const Doubles& x, const Doubles& dy,
                  Index correction) {
  Expected out{{}, Doubles(x.size())};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double n = static_cast<double>(groups[g].size()), rest = n - double(correction);
    long double exact_total = 0;
    for (const std::size_t i : groups[g]) exact_total += x[i];
    const double total = static_cast<double>(exact_total);
    double squares = 0;
    for (const std::size_t i : groups[g]) squares += (x[i] - total / n) * (x[i] - total / n);
    out.y.push_back(op == Op::sum ? total : op == Op::mean ? total / n : squares / rest);
    if (op == Op::var && rest <= 0) out.y.back() = NAN;
    for (const std::size_t i : groups[g]) {
      out.dx[i] = op == Op::sum    ? dy[g]
                  : op == Op::mean ? dy[g] / n
                  : rest > 0       ? 2 * dy[g] * (x[i] - total / n) / rest
                                   : NAN;
    }
  }
  return out;
}

// Value and gradient; then the gradient a second time, which adds it.
void check(Op op, const Shape& shape, const std::vector<int>& dims, Index correction) {
  CAPTURE(op);
  CAPTURE(shape.to_string());
  CAPTURE(dims);
  CAPTURE(correction);
  const Groups groups = groups_of(shape, dims);
  const Doubles x = numbers(shape.numel(), 1), dy = numbers(Index(groups.size()), 2);
  const Expected want = expected(op, groups, x, dy, correction);
  for (const bool keepdim : {false, true}) {
    const Tensor leaf = input(shape, x);
    const Tensor y = apply(op, leaf, Dims(std::span<const int>(dims)), correction, keepdim);
    CHECK(y.shape() == result_shape(shape, dims, keepdim));
    const double terms = static_cast<double>(groups.empty() ? 0 : groups[0].size());
    check_near("y", y, want.y, 1, 1 + std::sqrt(terms) / 8);  // of a sum that may be near 0
    const Tensor seed = from_values(y.shape(), std::span<const double>(dy));
    for (const double times : {1.0, 2.0}) {
      y.backward(seed, true);
      check_near("dx", leaf.grad(), want.dx, times);
    }
  }
}

constexpr Op ops[] = {Op::sum, Op::mean, Op::var};

}  // namespace

TEST_CASE("sum, mean and var over every choice of dimensions") {
  const Shape shapes[] = {
      {},  {1},    {5},    {3, 4},    {17, 33},     {2, 1, 3},      {3, 5, 1, 4},      {1, 7, 1},
      {0}, {0, 3}, {3, 0}, {2, 0, 3}, {2, 3, 0, 2}, {4, 17, 2, 16}, {2, 3, 2, 3, 2, 2}};
  for (const Shape& shape : shapes) {
    for (unsigned bits = 0; bits < 1U << shape.ndim(); ++bits) {
      std::vector<int> dims;
      for (int d = 0; d < shape.ndim(); ++d) {
        // some of them counted from the end, and the last one first
        if ((bits >> d & 1) != 0) dims.insert(dims.begin(), d % 2 == 0 ? d : d - shape.ndim());
      }
      for (const Op op : ops) check(op, shape, dims, 1);
      check(Op::var, shape, dims, 0);
    }
  }
}

TEST_CASE("sum, mean and var over all elements") {
  for (const Shape& shape : {Shape{}, Shape{7}, Shape{3, 5}, Shape{0}, Shape{2, 0}}) {
    CAPTURE(shape.to_string());
    std::vector<int> all;
    for (int d = 0; d < shape.ndim(); ++d) all.push_back(d);
    const Doubles x = numbers(shape.numel(), 1);
    for (const Op op : ops) {
      const Expected want = expected(op, groups_of(shape, all), x, {1}, 1);
      const Tensor leaf = input(shape, x);
      const Tensor y = apply(op, leaf);
      CHECK(y.shape() == Shape{});
      check_near("y", y, want.y);
      y.backward();
      check_near("dx", leaf.grad(), want.dx);
    }
  }
  CHECK(var(tensor({1, 2, 4}), Correction(0)).item() == doctest::Approx(14.0 / 9));
}

TEST_CASE("Any number of rows and columns, around registers, chunks and tiles") {
  const Index sizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 255, 257, 513, 1100};
  for (const Index n : sizes) {
    for (const Index inner : sizes) {
      if (n * inner > 60000) continue;
      check(Op::sum, {n, inner}, {0}, 1);
      check(Op::sum, {n, inner}, {1}, 1);
      if (n * inner < 10000) check(Op::var, {n, inner}, {0}, 1);
    }
  }
  for (const Index n : {4095, 4096, 4097, 8192, 20011}) {
    for (const Op op : ops) check(op, {3, n}, {1}, 1);
    for (const Op op : ops) check(op, {n, 3}, {0}, 1);
  }
  check(Op::var, {2, 600, 70}, {1}, 0);
}

TEST_CASE("A kernel overwrites or adds, as its Output says, and leaves the rest alone") {
  const Axis axes[] = {{5, 33, 1}, {1, 33, 5}, {3, 300, 21}, {1, 9000, 1}, {2, 1, 3}, {2, 0, 3}};
  for (const Axis& axis : axes) {
    CAPTURE(axis.n);
    CAPTURE(axis.inner);
    const Index results = axis.outer * axis.inner, size = results * axis.n;
    const std::vector<real> x = reals(numbers(size, 1)), d = reals(numbers(results, 2));
    std::vector<real> overwrite(std::size_t(results) + 1, NAN), added(std::size_t(results) + 1, 2);
    cpu().sum({overwrite.data(), true}, x.data(), axis, 0.5);
    cpu().sum({added.data(), false}, x.data(), axis, 0.5);
    std::vector<real> dx(std::size_t(size) + 1, NAN), dx_added(std::size_t(size) + 1, 2);
    cpu().sum_backward({dx.data(), true}, d.data(), axis, real(0.5));
    cpu().sum_backward({dx_added.data(), false}, d.data(), axis, real(0.5));
    for (std::size_t r = 0; r < std::size_t(results); ++r) {
      const std::size_t inner = std::size_t(axis.inner), n = std::size_t(axis.n);
      double total = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t at = (r / inner * n + i) * inner + r % inner;
        total += double(x[at]);
        CHECK(dx[at] == d[r] / 2);
        CHECK(dx_added[at] == 2 + d[r] / 2);
      }
      CHECK(std::fabs(double(overwrite[r]) - total / 2) <= 2e-6 * std::sqrt(double(axis.n)));
      CHECK(std::fabs(double(added[r]) - 2 - total / 2) <= 2e-6 * std::sqrt(double(axis.n)));
    }
    CHECK(std::isnan(overwrite.back()));
    CHECK(std::isnan(dx.back()));
    CHECK(added.back() == 2);
    CHECK(dx_added.back() == 2);
  }
}

TEST_CASE("Sums of many positive numbers are right to a few roundings") {
  // In float the cpu adds chunks, and plain everything, in double. In double plain adds one number
  // after the other.
  const bool plain_order = sizeof(real) == 8 && default_device() == Device::plain;
  const double roundings = sizeof(real) == 4 ? 2.5 : plain_order ? 16384 : 64;
  const double limit = roundings * double(std::numeric_limits<real>::epsilon());
  for (const Index n : {4096, 100000, 3000001}) {
    CAPTURE(n);
    const Tensor x = uniform({n}, CounterRandom(1), 0.5, 1.5);
    double want = 0, lost = 0;  // Kahan's sum
    for (const real value : x.to_vector()) {
      const double next = static_cast<double>(value) - lost, sum = want + next;
      lost = (sum - want) - next;
      want = sum;
    }
    CHECK(std::fabs(double(sum(x).item()) / want - 1) <= limit);
    CHECK(std::fabs(double(sum(reshape(x, {n, 1}), 0).item()) / want - 1) <= limit);
    CHECK(std::fabs(double(mean(x).item()) * double(n) / want - 1) <= limit);
  }
  const Tensor columns = sum(full({100000, 3}, real(0.1)), 0);
  for (const real y : columns.to_vector()) {
    CHECK(std::fabs(double(y) / (100000 * double(real(0.1))) - 1) <= limit);
  }
}

TEST_CASE("A mean, and a sum, of numbers whose partial sums are too large") {
  const real most = std::numeric_limits<real>::max();
  if (sizeof(real) == sizeof(double)) return;  // sums need a wider number
  for (const Index n : {2, 4, 5000}) {
    CAPTURE(n);
    CHECK(mean(full({n}, most)).item() == most);
    for (const real y : mean(full({n, 3}, most), 0).to_vector()) CHECK(y == most);
    for (const real y : mean(full({n, 3, 2}, most), {0, 2}).to_vector()) CHECK(y == most);
    CHECK(sum(cat({full({n}, most), full({n}, -most)}, 0)).item() == 0);
    CHECK(sum(full({n}, most)).item() == INFINITY);
  }
}

TEST_CASE("Equal numbers: their mean is theirs, their variance 0") {
  for (const Index n : {2, 3, 7, 49, 1000, 5001}) {
    for (const double value : {0.1, 7.0, 1e4, -1e30}) {
      CAPTURE(n);
      CAPTURE(value);
      const Tensor x = full({n, 5}, real(value)).set_requires_grad();
      for (const real y : var(x, Correction(0)).to_vector()) CHECK(y == 0);
      const Tensor y = var(x);
      CHECK(y.item() == 0);
      y.backward();
      for (const real d : x.grad().to_vector()) CHECK(d == 0);
      if (n < 100 && value == 7) CHECK(mean(x).item() == doctest::Approx(7).epsilon(1e-15));
    }
  }
  // Numbers that differ in their last digits only. In doubles there is no wider type for their
  // mean, so there a few digits more.
  const double step = sizeof(real) == 4 ? 0x1p-10 : 0x1p-16;
  Tensor x = tensor({1e4, 1e4 + step, 1e4 + 3 * step}).set_requires_grad();
  const Tensor y = var(x);
  CHECK(double(y.item()) == doctest::Approx(7.0 / 3 * step * step).scale(0).epsilon(1e-6));
  y.backward();
  CHECK(double(x.grad().at({0})) == doctest::Approx(-4.0 / 3 * step).scale(0).epsilon(1e-6));
}

TEST_CASE("Infinities and NaN, and variances of too few numbers") {
  const Tensor x = tensor({{1, INFINITY, 2}, {1, NAN, 2}, {1, INFINITY, -INFINITY}});
  const Tensor sums = sum(x, 1);
  CHECK(std::isinf(sums.at({0})));
  CHECK(std::isnan(sums.at({1})));
  CHECK(std::isnan(sums.at({2})));
  CHECK(std::isnan(mean(zeros({0})).item()));
  CHECK(std::isnan(var(tensor({1, INFINITY, 2})).item()));
  for (const Tensor& of_columns : {sum(x, 0), mean(x, 0), var(x, 0)}) {
    CHECK(std::isfinite(of_columns.at({0})));
    CHECK(std::isnan(of_columns.at({1})));
  }
  CHECK(sum(zeros({0})).item() == 0);
  CHECK(std::isnan(var(tensor({3})).item()));
  for (const Index correction : {2, 3}) {  // nothing to divide by: 0.5 / 0, and 0 / 0
    Tensor few = tensor({{3, 4}, {3, 3}}).set_requires_grad();
    const Tensor y = var(few, 1, Correction(correction));
    CHECK(y.at({0}) == INFINITY);
    CHECK(std::isnan(y.at({1})));
    y.backward(ones({2}));
    CHECK(few.grad().at({0, 0}) == -INFINITY);
    CHECK(few.grad().at({0, 1}) == INFINITY);
    CHECK(std::isnan(few.grad().at({1, 0})));
  }
  CHECK(var(tensor({3}), Correction(0)).item() == 0);
}

TEST_CASE("The same bits for any number of threads") {
  check_same_bits([] {
    std::vector<real> all;
    for (const Shape& shape : {Shape{70, 700}, Shape{3, 20000}, Shape{9000, 20}, Shape{300000}}) {
      for (const Op op : ops) {
        const Tensor x = input(shape, numbers(shape.numel(), 3));
        const Tensor y = apply(op, x, 0, 1, false);
        y.backward(values(y.shape(), 4));
        append(all, {y, x.grad(), apply(op, x), apply(op, x, -1, 1, false)});
      }
    }
    return all;
  });
}

TEST_CASE("What sum, mean and var refuse") {
  const Tensor x = zeros({2, 3});
  const ShapeError twice = refused([&] { sum(x, {0, -2}); });
  CHECK(std::string(twice.what()) ==
        "sum: dimension 0 of [2,3] twice; expected each dimension once. Try: -1 is the last one, "
        "also by its number");
  CHECK(twice.dimension() == 0);
  REQUIRE(twice.shapes().size() == 1);
  CHECK(twice.shapes()[0] == x.shape());
  CHECK(refused([&] { mean(x, 2); }).where() == "mean");
  CHECK(refused([&] { var(x, Dims(-3)); }).where() == "var");
  CHECK(refused([&] { sum(tensor(1), 0); }).where() == "sum");
  CHECK(refused([&] { sum(x, {0, 0, 0, 0, 0, 0, 0}); }).where() == "dims");
  CHECK(refused([&] { var(x, Correction(-1)); }).where() == "var");
  CHECK(refused([&] { var(x, 0, Correction(-1)); }).hint() != "");
}

}  // namespace reduce_test
