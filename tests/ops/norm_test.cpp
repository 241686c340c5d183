// norm_test.cpp: layer_norm and rms_norm are their formulas, for every row length and block of
// rows; rows of equal numbers give zeros; and what they refuse.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "any_threads.h"
#include "backend/backend.h"
#include "element.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/compare.h"

namespace norm_test {
namespace {

using namespace holo;

using namespace compare;

constexpr Near check_near{sizeof(real) == 4 ? 2e-6 : 1e-14};
constexpr real inf = std::numeric_limits<real>::infinity();
enum class Norm { layer, rms };
constexpr Norm norms[] = {Norm::layer, Norm::rms};

struct Arrays {
  std::vector<double> y, dx, dgain, dbias;
};

// The formulas in double, one number at a time. The gradient of a row is dy times the matrix
//   dxhat_j / dx_i = rstd ((i == j) - 1 / C - xhat_i xhat_j / C),  without the 1 / C for rms_norm.
Arrays expected(Norm norm, Index rows, Index C, const std::vector<double>& x,
                const std::vector<double>& gain, const std::vector<double>& bias,
                const std::vector<double>& dy, double epsilon) {
  const auto channels = static_cast<std::size_t>(C);
  const double n = static_cast<double>(C), layer = norm == Norm::layer ? 1 : 0;
  Arrays out{std::vector<double>(x.size()), std::vector<double>(x.size()),
             std::vector<double>(channels), std::vector<double>(channels)};
  for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
    const std::size_t at = r * channels;
    double mean = 0, var = 0, total = 0, along = 0;
    for (std::size_t c = 0; c < channels; ++c) mean += layer * x[at + c] / n;
    for (std::size_t c = 0; c < channels; ++c) var += (x[at + c] - mean) * (x[at + c] - mean) / n;
    const double rstd = 1 / std::sqrt(var + epsilon);
    std::vector<double> xhat(channels), dxhat(channels);
    for (std::size_t c = 0; c < channels; ++c) {
      xhat[c] = (x[at + c] - mean) * rstd;
      dxhat[c] = dy[at + c] * (gain.empty() ? 1 : gain[c]);
      out.y[at + c] = xhat[c] * (gain.empty() ? 1 : gain[c]) + (bias.empty() ? 0 : bias[c]);
      out.dgain[c] += dy[at + c] * xhat[c];
      out.dbias[c] += dy[at + c];
      total += dxhat[c];
      along += dxhat[c] * xhat[c];
    }
    for (std::size_t c = 0; c < channels; ++c) {
      out.dx[at + c] = rstd * (dxhat[c] - layer * total / n - xhat[c] * along / n);
    }
  }
  return out;
}

Tensor apply(Norm norm, const Tensor& x, const Tensor& gain, const Tensor& bias,
             double epsilon = 1e-5) {
  return norm == Norm::layer ? layer_norm(x, gain, bias, epsilon) : rms_norm(x, gain, epsilon);
}

Tensor leaf_of(const Shape& shape, const std::vector<double>& values) {
  return tensor_of(shape, values).set_requires_grad();
}

// Value and gradients; then the gradients a second time, which adds them.
void check_norm(Norm norm, const Shape& shape, bool with_gain, bool with_bias, double shift = 0) {
  CAPTURE(norm);
  CAPTURE(shape.to_string());
  CAPTURE(with_gain);
  CAPTURE(with_bias);
  const Index C = shape.size(-1), rows = shape.without(shape.ndim() - 1).numel();
  const std::vector<double> x = numbers(shape.numel(), 1, shift), dy = numbers(shape.numel(), 2);
  const std::vector<double> gain = numbers(with_gain ? C : 0, 3, 1.5);
  const std::vector<double> bias = numbers(with_bias ? C : 0, 4);
  const Arrays want = expected(norm, rows, C, x, gain, bias, dy, 1e-3);
  Tensor x_leaf = leaf_of(shape, x), gain_leaf, bias_leaf;
  if (with_gain) gain_leaf = leaf_of({C}, gain);
  if (with_bias) bias_leaf = leaf_of({C}, bias);
  const Tensor y = apply(norm, x_leaf, gain_leaf, bias_leaf, 1e-3);
  CHECK(y.shape() == shape);
  const double loose = 1 + shift / 20;  // the mean is rounded to a real
  check_near("y", y, want.y, 1, loose);
  const Tensor seed = tensor_of(shape, dy);
  for (const double times : {1.0, 2.0}) {
    y.backward(seed, true);
    check_near("dx", x_leaf.grad(), want.dx, times, loose);
    if (with_gain) check_near("dgain", gain_leaf.grad(), want.dgain, times, loose);
    if (with_bias) check_near("dbias", bias_leaf.grad(), want.dbias, times, loose);
  }
}

const Shape shapes[] = {{1},       {7},       {4, 6},    {2, 3, 5},  {3, 1},   {16, 16},
                        {5, 17},   {33, 31},  {31, 33},  {65, 48},   {3, 768}, {2, 5000},
                        {600, 40}, {70, 300}, {2100, 9}, {5000, 16}, {0, 5},   {4, 0},
                        {2, 0, 3}, {1, 1, 1}, {100, 255}};

template <class F>
void check_refused(const char* op, const std::string& part, F&& call) {
  const Error error = error_of<Error>(call);
  CHECK(error.where() == op);
  CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
  CHECK(!error.hint().empty());
}

}  // namespace

TEST_CASE("norm: values and gradients of the formula, written and added") {
  for (const Norm norm : norms) {
    for (const Shape& shape : shapes) {
      check_norm(norm, shape, true, norm == Norm::layer);
      check_norm(norm, shape, false, false);
    }
    for (const bool gain : {false, true}) check_norm(norm, {9, 20}, gain, false);
  }
  check_norm(Norm::layer, {9, 20}, false, true);
}

TEST_CASE("norm: the mean is taken away before squaring") {
  check_norm(Norm::layer, {5, 64}, true, true, 100);
}

TEST_CASE("norm: only the gradients that are asked for") {
  for (const Norm norm : norms) {
    for (int which = 0; which < 3; ++which) {
      if (norm == Norm::rms && which == 2) continue;
      Tensor leaves[] = {values({4, 6}, 1), values({6}, 2), values({6}, 3)};
      leaves[which].set_requires_grad();
      const Tensor y = apply(norm, leaves[0], leaves[1], leaves[2]);
      y.backward(values({4, 6}, 4));
      for (int i = 0; i < 3; ++i) CHECK(leaves[i].grad().defined() == (i == which));
      const Arrays want =
          expected(norm, 4, 6, numbers(24, 1), numbers(6, 2), numbers(6, 3), numbers(24, 4), 1e-5);
      const std::vector<double>* const gradients[] = {&want.dx, &want.dgain, &want.dbias};
      check_near("the gradient", leaves[which].grad(), *gradients[which]);
    }
  }
}

TEST_CASE("norm: one tensor as input, gain and bias gets all three gradients") {
  const std::vector<double> v = numbers(21, 5), dy = numbers(21, 6);
  for (const Norm norm : norms) {
    const Arrays want = expected(norm, 1, 21, v, v, v, dy, 1e-5);
    Tensor leaf = leaf_of({21}, v);
    apply(norm, leaf, leaf, leaf).backward(tensor_of({21}, dy));
    std::vector<double> total(21);
    for (std::size_t i = 0; i < 21; ++i) {
      total[i] = want.dx[i] + want.dgain[i] + (norm == Norm::layer ? want.dbias[i] : 0);
    }
    check_near("dx + dgain + dbias", leaf.grad(), total);
  }
}

TEST_CASE("norm: in the shortest rows nearly all of the gradient cancels, what is left is right") {
  // In double plain has no more digits for its sums: what cancels leaves the rounding of its terms.
  const bool no_spare_digits = sizeof(real) == 8 && default_device() == Device::plain;
  const double relative = sizeof(real) == 4 ? 3e-6 : 1e-14, absolute = no_spare_digits ? 2e-15 : 0;
  constexpr double epsilon = 1e-5;
  const auto rounded = [](double v) { return static_cast<double>(static_cast<real>(v)); };
  const auto check = [relative, absolute](const Tensor& got, double want) {
    CHECK(std::fabs(static_cast<double>(got.item()) - want) <=
          relative * std::fabs(want) + absolute);
  };
  for (const double x : {0.7, -0.31, 2.9}) {
    for (const double d : {1.0, -0.83, 0.123}) {
      for (const double other : {0.3717, -0.9}) {
        // rms_norm of one channel: dx = d gain rstd (1 - xhat^2) = d gain rstd^3 epsilon
        const double number = rounded(x), gain = rounded(other);
        Tensor one = tensor({{x}}).set_requires_grad();
        rms_norm(one, tensor({gain}), epsilon).backward(tensor({{d}}));
        double rstd = 1 / std::sqrt(number * number + epsilon);
        check(one.grad(), rounded(d) * gain * rstd * rstd * rstd * epsilon);
        // layer_norm of two, x and 0: half of the difference of dy gain, and of its opposite
        Tensor two = tensor({{x, 0}}).set_requires_grad();
        layer_norm(two, tensor({1.5, -0.7}), Tensor(), epsilon).backward(tensor({{d, other}}));
        rstd = 1 / std::sqrt(number * number / 4 + epsilon);
        const double half = (rounded(d) * 1.5 + gain * rounded(0.7)) / 2;
        check(slice(two.grad(), 1, 0, 1), half * rstd * rstd * rstd * epsilon);
        check(slice(two.grad(), 1, 1, 2), -half * rstd * rstd * rstd * epsilon);
      }
    }
  }
}

TEST_CASE("norm: a row of equal numbers is centred to exactly 0") {
  for (const real number : {real(3), real(1e4), real(0.1), real(-7.7e-3), real(0)}) {
    for (const Index C : {1, 2, 3, 7, 16, 17, 100, 768}) {
      CAPTURE(number);
      CAPTURE(C);
      Tensor x = full({2, C}, number);
      x.set_requires_grad();
      const Tensor y = layer_norm(x);
      for (const real v : y.to_vector()) CHECK(v == 0);
      y.backward(values({2, C}, 1));
      for (const real v : x.grad().to_vector()) CHECK(std::isfinite(v));
    }
  }
  // rstd is 1 / sqrt(1e-5) = 316.2 there, and the gain has no gradient
  Tensor x = full({1, 4}, 3), gain = ones({4});
  x.set_requires_grad();
  gain.set_requires_grad();
  layer_norm(x, gain).backward(tensor({{1, 0, 0, 0}}));
  CHECK(static_cast<double>(x.grad().at({0, 0})) == doctest::Approx(316.2278 * 0.75));
  CHECK(static_cast<double>(x.grad().at({0, 1})) == doctest::Approx(316.2278 * -0.25));
  for (const real v : gain.grad().to_vector()) CHECK(v == 0);
}

TEST_CASE("norm: the variance is that of the exact mean") {
  // j steps of the last place around 9999.37, j = -3 ... 3: the variance is 4 steps^2. The sum of
  // many such numbers rounds, so that the first mean is steps away.
  const real middle = real(9999.37), step = std::nextafter(middle, real(2e4)) - middle;
  for (const Index C : {7, 77, 140, 301, 700, 770}) {
    CAPTURE(C);
    Tensor x = zeros({1, C});
    for (Index c = 0; c < C; ++c) set_element(x, c, middle + static_cast<real>(c % 7 - 3) * step);
    const std::vector<real> y = layer_norm(x, Tensor(), Tensor(), 0).to_vector();
    for (std::size_t c = 0; c < y.size(); ++c) {
      const double want = (static_cast<double>(c % 7) - 3) / 2;
      CHECK(static_cast<double>(y[c]) == doctest::Approx(want).epsilon(1e-3));
    }
  }
}

TEST_CASE("norm: a row of large or small numbers is that of their multiples") {
  const std::vector<double> x{1, -1, 2, 0, 5, 3, -4}, dy{1, 2, 3, 5, -2, 0.5, 1};
  for (const double scale : {1e20, 1e30, 1e-15, 1e-25, 1e-30}) {
    CAPTURE(scale);
    for (const Norm norm : norms) {
      std::vector<double> scaled = x;
      for (double& v : scaled) v *= scale;
      const Arrays want = expected(norm, 1, 7, x, {}, {}, dy, 0);
      const Tensor in = tensor(scaled, {1, 7}).set_requires_grad();
      const Tensor gain = ones({7}).set_requires_grad();
      const Tensor y =
          norm == Norm::layer ? layer_norm(in, gain, Tensor(), 0) : rms_norm(in, gain, 0);
      y.backward(tensor(dy, {1, 7}));
      check_near("y", y, want.y);
      check_near("dx", in.grad() * scale, want.dx);
      check_near("dgain", gain.grad(), want.dgain);
    }
  }
  const double most = static_cast<double>(std::numeric_limits<real>::max());
  if (sizeof(real) == sizeof(double) || !in_host_memory(default_device())) {
    return;  // sums need a wider number, on cuda distances too
  }
  const double third = 1 / std::sqrt(3.0);
  check_near("y", layer_norm(tensor({{most, most, most, -most}})),
             {third, third, third, -3 * third});
}

TEST_CASE("norm: the gradients of gain and bias add up many rows") {
  constexpr Index rows = 100000;
  const double want = rows * static_cast<double>(real(0.1)), limit = 1e-5;
  for (const Norm norm : norms) {
    const Tensor gain = ones({2}).set_requires_grad(), bias = zeros({2}).set_requires_grad();
    apply(norm, ones({rows, 2}), gain, bias).backward(full({rows, 2}, real(0.1)));
    const Tensor sums = norm == Norm::layer ? bias.grad() : gain.grad();
    for (const real sum : sums.to_vector()) {
      CHECK(std::fabs(static_cast<double>(sum) / want - 1) <= limit);
    }
  }
}

TEST_CASE("norm: edge rows") {
  // epsilon 0: 0 / 0 for equal numbers, zeros for rms_norm
  for (const real v : layer_norm(full({1, 5}, 3), Tensor(), Tensor(), 0).to_vector()) {
    CHECK(std::isnan(v));
  }
  for (const real v : rms_norm(zeros({1, 5}), Tensor(), 0).to_vector()) CHECK(std::isnan(v));
  for (const real v : rms_norm(zeros({1, 5})).to_vector()) CHECK(v == 0);
  // an infinity or a NaN spoils its row and no other one
  for (const real bad : {inf, -inf, std::numeric_limits<real>::quiet_NaN()}) {
    for (const Norm norm : norms) {
      Tensor x = ones({3, 20});
      set_element(x, 20 + 7, bad);
      set_element(x, 0, 2);
      set_element(x, 41, 2);
      const std::vector<real> y = apply(norm, x, Tensor(), Tensor()).to_vector();
      for (std::size_t i = 0; i < 60; ++i) {
        CAPTURE(i);
        if (i < 20 || i >= 40) CHECK(std::isfinite(y[i]));
        if (i == 27) CHECK(std::isnan(y[i]));
        if (i >= 20 && i < 40 && (norm == Norm::layer || std::isnan(bad))) CHECK(std::isnan(y[i]));
      }
    }
  }
}

TEST_CASE("norm: the same bits for any number of threads") {
  for (const Norm norm : norms) {
    for (const Shape& shape : {Shape{600, 40}, Shape{70, 300}, Shape{2100, 17}, Shape{40, 768}}) {
      check_same_bits([&] {
        const Index C = shape.size(-1);
        const Tensor leaves[] = {values(shape, 1).set_requires_grad(),
                                 values({C}, 3).set_requires_grad(),
                                 values({C}, 4).set_requires_grad()};
        const Tensor y = apply(norm, leaves[0], leaves[1], leaves[2]);
        y.backward(values(shape, 2));
        return all_numbers(y, leaves);
      });
    }
  }
}

TEST_CASE("norm: what is refused") {
  const Tensor x = zeros({2, 3});
  check_refused("layer_norm", "[] has no dimensions", [] { layer_norm(tensor(1)); });
  check_refused("rms_norm", "[] has no dimensions", [] { rms_norm(tensor(1)); });
  check_refused("layer_norm", "gain [4] for [2,3]; expected gain [3], the size of dimension 1",
                [&] { layer_norm(x, zeros({4})); });
  check_refused("layer_norm", "bias [3,1] for [2,3]", [&] {
    layer_norm(x, Tensor(), zeros({3, 1}));
  });
  check_refused("rms_norm", "gain [2] for [2,3]", [&] { rms_norm(x, zeros({2})); });
  for (const double epsilon : {-1e-5, std::nan(""), HUGE_VAL}) {
    check_refused("layer_norm", "a finite number of 0 or more",
                  [&] { layer_norm(x, Tensor(), Tensor(), epsilon); });
    check_refused("rms_norm", "a finite number of 0 or more",
                  [&] { rms_norm(x, Tensor(), epsilon); });
  }
  const ShapeError error = error_of<ShapeError>([&] { layer_norm(x, zeros({4})); });
  CHECK(error.dimension() == 1);
  REQUIRE(error.shapes().size() == 2);
  CHECK(error.shapes()[1] == Shape{4});
}

TEST_CASE("norm: a change of the input or the gain is noticed, one of the bias does not matter") {
  for (const Norm norm : norms) {
    for (int which = 0; which < 3; ++which) {
      if (norm == Norm::rms && which == 2) continue;
      Tensor leaves[] = {ones({4, 6}), ones({6}), ones({6})};
      for (Tensor& leaf : leaves) leaf.set_requires_grad();
      const Tensor y = apply(norm, leaves[0], leaves[1], leaves[2]);
      {
        const NoGrad no_grad;
        leaves[which].fill_(2);
      }
      if (which == 2) {
        CHECK_NOTHROW(y.backward(ones({4, 6})));
      } else {
        CHECK_THROWS_AS(y.backward(ones({4, 6})), Error);
      }
    }
  }
}

}  // namespace norm_test
