// softmax_test.cpp: softmax, log_softmax and logsumexp are their formulas along every dimension,
// with their gradients; what they give at the ends of the range, and for nothing.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/reduced.h"

namespace softmax_test {

using namespace holo;
using namespace reduced;

namespace {

enum class Op { softmax, log_softmax, logsumexp };
constexpr Op ops[] = {Op::softmax, Op::log_softmax, Op::logsumexp};

Tensor apply(Op op, const Tensor& x, int dim) {
  if (op == Op::logsumexp) return logsumexp(x, dim);
  return op == Op::softmax ? softmax(x, dim) : log_softmax(x, dim);
}

struct Expected {
  Doubles y, dx;
};

// The formulas in double: with p = softmax(x), dx = p (dy - sum p dy), dy - p sum dy, p dy.
Expected expected(Op op, const Groups& groups, const Doubles& x, const Doubles& dy) {
  Expected out{Doubles(dy.size()), Doubles(x.size())};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    double top = -INFINITY, total = 0, sum = 0, along = 0;
    for (const std::size_t i : groups[g]) top = std::max(top, x[i]);
    for (const std::size_t i : groups[g]) total += std::exp(x[i] - top);
    const double log_sum = groups[g].empty() ? -INFINITY : top + std::log(total);
    if (op == Op::logsumexp) out.y[g] = log_sum;
    for (const std::size_t i : groups[g]) {
      const double p = std::exp(x[i] - log_sum);
      if (op == Op::logsumexp) {
        out.dx[i] = p * dy[g];
      } else {
        out.y[i] = op == Op::softmax ? p : x[i] - log_sum;
        sum += dy[i];
        along += p * dy[i];
      }
    }
    if (op == Op::logsumexp) continue;
    for (const std::size_t i : groups[g]) {
      const double p = std::exp(x[i] - log_sum);
      out.dx[i] = op == Op::softmax ? p * (dy[i] - along) : dy[i] - p * sum;
    }
  }
  return out;
}

// Value and gradient; then the gradient a second time, which adds it.
void check(Op op, const Shape& shape, int dim, double scale = 3) {
  CAPTURE(op);
  CAPTURE(shape.to_string());
  CAPTURE(dim);
  Doubles x = numbers(shape.numel(), 1);
  for (double& value : x) value = double(real(scale * value));
  const Groups groups = groups_of(shape, {dim});
  const std::size_t results = op == Op::logsumexp ? groups.size() : x.size();
  const Doubles dy = numbers(Index(results), 2);
  const Expected want = expected(op, groups, x, dy);
  const Tensor leaf = input(shape, x);
  const Tensor y = apply(op, leaf, dim);
  CHECK(y.shape() == (op == Op::logsumexp ? result_shape(shape, {dim}, false) : shape));
  const double terms = groups.empty() ? 1 : static_cast<double>(groups[0].size());
  check_near("y", y, want.y);
  const Tensor seed = from_values(y.shape(), std::span<const double>(dy));
  for (const double times : {1.0, 2.0}) {
    y.backward(seed, true);
    check_near("dx", leaf.grad(), want.dx, times, 1 + std::sqrt(terms) / 16);
  }
}

// One row, along the last dimension; and the same as a column.
struct Got {
  Doubles y, dx;
};
Got row(Op op, const Doubles& x, const Doubles& dy, bool as_column) {
  const Index n = Index(x.size());
  const Tensor leaf = input({n}, x);
  const Tensor shaped = as_column ? reshape(leaf, {n, 1}) : leaf;
  Tensor two = shaped;
  if (as_column) two = cat({shaped, ones({n, 1})}, 1);
  Tensor y = apply(op, two, 0);
  if (as_column) y = slice(y, -1, 0, 1);
  y.backward(from_values(y.shape(), std::span<const double>(dy)));
  const std::vector<real> values = y.to_vector(), gradient = leaf.grad().to_vector();
  return {Doubles(values.begin(), values.end()), Doubles(gradient.begin(), gradient.end())};
}

void check_exact(const char* what, const Doubles& got, const Doubles& want) {
  CAPTURE(std::string(what));
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    CAPTURE(i);
    CAPTURE(got[i]);
    CAPTURE(want[i]);
    CHECK((got[i] == want[i] || (std::isnan(got[i]) && std::isnan(want[i]))));
  }
}

void check_row(Op op, const Doubles& x, const Doubles& dy, const Doubles& y, const Doubles& dx) {
  CAPTURE(op);
  for (const bool as_column : {false, true}) {
    const Got got = row(op, x, dy, as_column);
    check_exact("y", got.y, y);
    check_exact("dx", got.dx, dx);
  }
}

}  // namespace

TEST_CASE("softmax, log_softmax and logsumexp along each dimension") {
  const Shape shapes[] = {{1},         {7},         {16},      {27},      {3, 4},
                          {17, 33},    {2, 1, 3},   {5, 600},  {600, 5},  {3, 5, 1, 4},
                          {2, 9000},   {9000, 2},   {300, 27}, {300, 16}, {70, 130},
                          {2, 65, 70}, {4, 33, 17}, {0},       {2, 0},    {0, 3},
                          {2, 3, 0},   {3, 2, 600}, {900, 64}, {2000, 1}, {2000, 2}};
  for (const Shape& shape : shapes) {
    for (int d = 0; d < shape.ndim(); ++d) {
      for (const Op op : ops) check(op, shape, d % 2 == 0 ? d : d - shape.ndim());
    }
  }
  for (const Index n : {8, 15, 17, 31, 32, 33, 47, 63, 64, 65, 127, 129, 511, 513, 2047, 2049}) {
    for (const Op op : ops) check(op, {3, n}, 1, 20);
    for (const Op op : ops) check(op, {n, 3}, 0, 20);
  }
  CHECK(logsumexp(zeros({2, 3}), 1, true).shape() == Shape{2, 1});
}

TEST_CASE("Large numbers, infinities and NaN") {
  const double inf = INFINITY, nan = NAN;
  check_row(Op::softmax, {1e4, 0, -1e4}, {1, 2, 3}, {1, 0, 0}, {0, 0, 0});
  const double p = 1 / (1 + std::exp(1));
  const Got masked = row(Op::softmax, {0, -inf, 1}, {1, 2, 3}, false);
  CHECK(masked.y[0] == doctest::Approx(p).epsilon(1e-6));
  CHECK(masked.y[1] == 0);
  CHECK(masked.dx[1] == 0);
  CHECK(masked.dx[2] == doctest::Approx(2 * p * (1 - p)).epsilon(1e-5));
  check_row(Op::log_softmax, {1e4, 0}, {0, 1}, {0, -1e4}, {-1, 1});
  for (const Op op : {Op::softmax, Op::log_softmax}) {
    check_row(op, {-inf, -inf}, {1, 1}, {nan, nan}, {nan, nan});
    check_row(op, {inf, 0, 1}, {1, 1, 1}, {nan, nan, nan}, {nan, nan, nan});
    check_row(op, {1, nan, 0}, {1, 1, 1}, {nan, nan, nan}, {nan, nan, nan});
  }
  const double largest = double(std::numeric_limits<real>::max());
  check_row(Op::softmax, {largest, -largest}, {1, 0}, {1, 0}, {0, 0});
  check_row(Op::logsumexp, {1e4, 1e4}, {1}, {double(real(1e4 + std::log(2)))}, {0.5, 0.5});
  check_row(Op::logsumexp, {-inf, -inf}, {1}, {-inf}, {nan, nan});
  check_row(Op::logsumexp, {inf, 0}, {1}, {inf}, {nan, 0});
  check_row(Op::logsumexp, {200, inf, -inf, -200}, {1}, {inf}, {0, nan, 0, 0});
  check_row(Op::logsumexp, {inf, nan}, {1}, {nan}, {nan, nan});
  check_row(Op::logsumexp, {-inf, nan}, {1}, {nan}, {nan, nan});
  check_row(Op::logsumexp, {-inf, 3, -inf}, {2}, {3}, {0, 2, 0});
  check_row(Op::logsumexp, {-largest, -largest}, {1}, {-largest}, {0.5, 0.5});
}

TEST_CASE("Small probabilities are not flushed to 0") {
  const Tensor y = softmax(tensor({0, -100}), 0);
  const double want = std::exp(-100.0);
  CHECK(std::fabs(double(y.at({1})) - want) <=
        std::max(1e-6 * want, double(std::numeric_limits<real>::denorm_min())));
}

TEST_CASE("Nothing to choose from: softmax of nothing, and a logsumexp of -inf") {
  const Tensor x = zeros({2, 0}).set_requires_grad();
  const Tensor y = logsumexp(x, 1);
  CHECK(y.to_vector() == std::vector<real>{real(-INFINITY), real(-INFINITY)});
  y.backward(ones({2}));
  CHECK(x.grad().shape() == Shape{2, 0});
  CHECK(softmax(x, 1).shape() == Shape{2, 0});
  CHECK(logsumexp(zeros({0, 3}), 0).at({2}) == real(-INFINITY));
}

TEST_CASE("softmax: the same bits for any number of threads, and of rows beside a row") {
  check_same_bits([] {
    std::vector<real> all;
    for (const Shape& shape :
         {Shape{70, 700}, Shape{3, 20000}, Shape{9000, 20}, Shape{30, 40, 50}}) {
      for (const Op op : ops) {
        for (int d = 0; d < shape.ndim(); ++d) {
          const Tensor x = input(shape, numbers(shape.numel(), 3));
          const Tensor y = apply(op, x, d);
          y.backward(values(y.shape(), 4));
          append(all, {y, x.grad()});
        }
      }
    }
    return all;
  });
  const Tensor x = values({100, 27}, 1);
  const Tensor alone = softmax(slice(x, 0, 57, 58), 1), among = softmax(x, 1);
  CHECK(same_bits(slice(among, 0, 57, 58).to_vector(), alone.to_vector()));
}

TEST_CASE("softmax and its kin: a change of the result, which the backward reads, is noticed") {
  for (const Op op : ops) {
    const Tensor x = ones({2, 3}).set_requires_grad();
    Tensor y = apply(op, x, 1);
    {
      const NoGrad no_grad;
      y.fill_(2);
    }
    CHECK_THROWS_AS(y.backward(ones(y.shape())), Error);
  }
}

TEST_CASE("softmax and its kin refuse a dimension that is not there") {
  for (const Op op : ops) {
    const ShapeError error = refused([&] { apply(op, zeros({2, 3}), 2); });
    CHECK(error.dimension() == 2);
    CHECK(error.shapes().size() == 1);
    CHECK(refused([&] { apply(op, tensor(1), 0); }).shapes()[0] == Shape{});
  }
  CHECK(refused([&] { softmax(zeros({2}), -2); }).where() == "softmax");
  CHECK(refused([&] { log_softmax(zeros({2}), -2); }).where() == "log_softmax");
  CHECK(refused([&] { logsumexp(zeros({2}), -2); }).where() == "logsumexp");
}

}  // namespace softmax_test
