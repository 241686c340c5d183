// tensor_edge_values_test.cpp: zeros, infinities, NaNs, ties, nothing at all and numbers near the
// ends of the range: what the ops of rows of numbers give there, and their gradients, as PyTorch
// does. Functions element by element: elementwise_edge_test.cpp; cross entropy:
// cross_entropy_test.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"

namespace tensor_edge_values_test {

using namespace holo;

namespace {

constexpr bool in_double = sizeof(real) == 8;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double huge = in_double ? 1e200 : 1e30;  // its square is infinite

using Doubles = std::vector<double>;
using Function = std::function<Tensor(const Tensor&)>;

// NaN is NaN, infinities and zeros are exact, other numbers are within a few roundings.
bool same(double got, double want) {
  if (std::isnan(want)) return std::isnan(got);
  if (want == 0 || std::isinf(want)) return got == want;
  return std::fabs(got - want) <=
         8 * static_cast<double>(std::numeric_limits<real>::epsilon()) * std::fabs(want);
}

Doubles numbers(const Tensor& x) {
  const std::vector<real> values = x.to_vector();
  return Doubles(values.begin(), values.end());
}

Doubles gradient(const Tensor& x) {
  return x.grad().defined() ? numbers(x.grad()) : Doubles(static_cast<std::size_t>(x.numel()));
}

void check_same(const std::string& what, const Doubles& got, const Doubles& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    CHECK_MESSAGE(same(got[i], want[i]), what, " [", i, "] is ", got[i], ", expected ", want[i]);
  }
}

Tensor input(const Doubles& values) {
  return from_values({static_cast<Index>(values.size())}, std::span<const double>(values))
      .set_requires_grad();
}

struct RowOfMany {
  const char* name;
  Function f;
  Doubles x, y, seed, dx;
};

void check(const RowOfMany& row) {
  CAPTURE(std::string(row.name));
  const Tensor x = input(row.x);
  const Tensor y = row.f(x);
  const Tensor seed = from_values(y.shape(), std::span<const double>(row.seed));
  y.backward(seed);
  check_same("value", numbers(y), row.y);
  check_same("gradient", gradient(x), row.dx);
  // As one row of several.
  if (row.x.empty()) return;
  std::vector<Tensor> rows;
  for (int i = 0; i < 3; ++i) rows.push_back(input(row.x));
  const std::vector<Tensor> seeds(3, seed);
  const Tensor all = row.f(stack(rows, 0));
  all.backward(stack(seeds, 0));
  for (const Tensor& one : rows) check_same("gradient of a row", gradient(one), row.dx);
}

}  // namespace

// clang-format off

TEST_CASE("tensor edge values: rows of numbers") {
  const double nan = not_a_number, e = std::exp(1.0);
  const Function softmax_ = [](const Tensor& x) { return softmax(x, -1); };
  const Function log_softmax_ = [](const Tensor& x) { return log_softmax(x, -1); };
  const Function logsumexp_ = [](const Tensor& x) { return logsumexp(x, -1); };
  const Function max_ = [](const Tensor& x) { return max(x, -1); };
  const Function min_ = [](const Tensor& x) { return min(x, -1); };
  const Function var_ = [](const Tensor& x) { return var(x, -1, Correction(0)); };
  const Function layer_norm_ = [](const Tensor& x) { return layer_norm(x); };
  const Function layer_norm_0 = [](const Tensor& x) { return layer_norm(x, Tensor(), Tensor(), 0); };
  const Function rms_norm_ = [](const Tensor& x) { return rms_norm(x); };
  const double p = 1 / (1 + e), q = e / (1 + e);  // softmax of 0 and 1
  const double slope = p * (1 - 3) * q;           // and its gradient for the seed 1, 3
  const RowOfMany rows[] = {
      {"softmax", softmax_, {1e4, 0, -1e4}, {1, 0, 0}, {1, 2, 3}, {0, 0, 0}},
      {"softmax", softmax_, {0, -inf, 1}, {p, 0, q}, {1, 2, 3}, {slope, 0, -slope}},
      {"softmax", softmax_, {-inf, -inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"softmax", softmax_, {0, inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"softmax", softmax_, {0, nan, 1}, {nan, nan, nan}, {1, 2, 3}, {nan, nan, nan}},
      {"log_softmax", log_softmax_, {1e4, 0}, {0, -1e4}, {0, 1}, {-1, 1}},
      {"log_softmax", log_softmax_, {0, -inf}, {0, -inf}, {1, 0}, {0, 0}},
      {"log_softmax", log_softmax_, {-inf, -inf}, {nan, nan}, {1, 2}, {nan, nan}},
      {"logsumexp", logsumexp_, {1e4, 1e4}, {1e4 + std::log(2.0)}, {1}, {0.5, 0.5}},
      {"logsumexp", logsumexp_, {-inf, -inf}, {-inf}, {1}, {nan, nan}},
      {"logsumexp", logsumexp_, {inf, 0}, {inf}, {1}, {nan, 0}},
      {"logsumexp", logsumexp_, {-inf, 3}, {3}, {1}, {0, 1}},
      {"logsumexp", logsumexp_, {}, {-inf}, {1}, {}},
      {"max, a tie", max_, {1, 3, 3}, {3}, {1}, {0, 1, 0}},
      {"max, NaN", max_, {1, nan, 3, nan}, {nan}, {1}, {0, 1, 0, 0}},
      {"max, -inf", max_, {-inf, -inf}, {-inf}, {1}, {1, 0}},
      {"min, a tie", min_, {3, 1, 1}, {1}, {1}, {0, 1, 0}},
      {"min, NaN", min_, {1, 3, nan}, {nan}, {1}, {0, 0, 1}},
      {"var of equal numbers", var_, {3, 3, 3}, {0}, {1}, {0, 0, 0}},
      {"var of large equal numbers", var_, {1e4, 1e4, 1e4}, {0}, {1}, {0, 0, 0}},
      {"layer_norm of equal numbers", layer_norm_, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}},
      {"layer_norm of large equal numbers", layer_norm_, {1e4, 1e4, 1e4, 1e4, 1e4}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}},
      {"layer_norm, variance infinite", layer_norm_, {huge, -huge}, {in_double ? 0.0 : 1, in_double ? 0.0 : -1}, {1, 2}, {0, 0}},
      {"layer_norm without epsilon", layer_norm_0, {3, 3}, {nan, nan}, {1, 2}, {nan, nan}},
      {"layer_norm of infinity", layer_norm_, {inf, 1}, {nan, nan}, {1, 2}, {nan, nan}},
      {"rms_norm of zeros", rms_norm_, {0, 0}, {0, 0}, {1, 2}, {std::sqrt(1e5), 2 * std::sqrt(1e5)}},
  };
  for (const RowOfMany& row : rows) check(row);
}

// clang-format on

TEST_CASE("tensor edge values: silu far below 0 is almost 0, and no NaN") {
  const Tensor x = input({-89, -745, -103.5});
  const Tensor y = silu(x);
  y.backward(ones({3}));
  for (const double v : numbers(y)) CHECK((v <= 0 && v > -1e-36));
  for (const double v : gradient(x)) CHECK((v <= 0 && v > -1e-36));
}

TEST_CASE("tensor edge values: the largest of all, ties and NaN, and where it is") {
  const Tensor x = input({1, 3, 3});
  max(x).backward();
  check_same("max", gradient(x), {0, 0.5, 0.5});
  const Tensor y = input({1, not_a_number, 3, not_a_number});
  CHECK(std::isnan(max(y).item()));
  CHECK(argmax(input({1, 3, 3})).values() == std::vector<Index>{1});
  CHECK(argmax(input({1, not_a_number, 3, not_a_number})).values() == std::vector<Index>{1});
  CHECK(argmax(tensor({{1, 3, 3}, {5, 5, 1}}), 1).values() == std::vector<Index>{1, 0});
  const Tensor z = input({2, 2, 5});
  min(z).backward();
  check_same("min", gradient(z), {0.5, 0.5, 0});
}

TEST_CASE("tensor edge values: nothing at all") {
  CHECK(sum(zeros({0})).item() == 0);
  CHECK(std::isnan(mean(zeros({0})).item()));
  CHECK(sum(zeros({2, 0}), 1).to_vector() == std::vector<real>{0, 0});
  CHECK(std::isnan(mean(zeros({2, 0}), 1).at({1})));
  CHECK(sum(zeros({2, 0}), 0).shape() == Shape{0});
  CHECK_THROWS_WITH_AS(max(zeros({0})), doctest::Contains("[0]"), ShapeError);
  CHECK_THROWS_WITH_AS(argmax(zeros({2, 0}), 1), doctest::Contains("[2,0]"), ShapeError);
  CHECK(max(zeros({2, 0}), 0).shape() == Shape{0});
  CHECK(add(zeros({0}), zeros({1})).shape() == Shape{0});
  CHECK_THROWS_AS(add(zeros({0}), zeros({2})), ShapeError);
  CHECK(reshape(zeros({0}), {-1, 3}).shape() == Shape{0, 3});
  CHECK_THROWS_AS(reshape(zeros({0}), {-1, 0}), ShapeError);
  CHECK(softmax(zeros({2, 0}), -1).shape() == Shape{2, 0});
  CHECK(softmax(zeros({2, 0}), 0).shape() == Shape{2, 0});
  CHECK_THROWS_AS(cat(std::span<const Tensor>(), 0), ShapeError);
  CHECK_THROWS_AS(stack(std::span<const Tensor>(), 0), ShapeError);
}

TEST_CASE("tensor edge values: no gradient of NaN gets into the weights") {
  Tensor p = tensor({1, 2}).set_requires_grad(), other = tensor({3}).set_requires_grad();
  AdamW optimizer({p, other}, 0.1);
  sum(p * tensor({1, not_a_number})).backward();
  sum(other).backward();
  CHECK_THROWS_AS(optimizer.step(), Error);
  CHECK(p.to_vector() == std::vector<real>{1, 2});
  CHECK(other.item() == 3);
  CHECK_THROWS_AS(clip_grad_norm(optimizer.parameters(), 1), Error);
  optimizer.zero_grad();
  sum(p * tensor({inf, 1})).backward();
  CHECK_THROWS_AS(clip_grad_norm(optimizer.parameters(), 1), Error);
  optimizer.zero_grad();
  sum(p * tensor({0, 0})).backward();
  CHECK(clip_grad_norm(optimizer.parameters(), 1) == 0);
  CHECK(p.grad().to_vector() == std::vector<real>{0, 0});
}

}  // namespace tensor_edge_values_test
