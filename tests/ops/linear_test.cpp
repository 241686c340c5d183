// linear_test.cpp: linear is activation(x W^T + b), for every activation, with and without a bias,
// with gradients to all three, written and added; and what it refuses.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "any_threads.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/math.h"
#include "holo/memory.h"
#include "holo/ops.h"
#include "ops/compare.h"

namespace linear_test {
namespace {

using namespace holo;

using namespace compare;

constexpr Near check_near{sizeof(real) == 4 ? 2e-6 : 1e-14};

constexpr Activation activations[] = {Activation::none, Activation::relu,   Activation::relu2,
                                      Activation::gelu, Activation::silu,   Activation::gelu_tanh,
                                      Activation::tanh, Activation::sigmoid};

struct Point {
  double y, slope;
};

template <class F>
Point point_of(double z) {
  const double y = F::f(z);
  return {y, F::df(z, y)};
}

Point point_of(Activation activation, double z) {
  switch (activation) {
    case Activation::none:
      break;
    case Activation::relu:
      return point_of<math::Relu>(z);
    case Activation::relu2:
      return point_of<math::Relu2>(z);
    case Activation::gelu:
      return point_of<math::Gelu>(z);
    case Activation::gelu_tanh:
      return point_of<math::GeluTanh>(z);
    case Activation::silu:
      return point_of<math::Silu>(z);
    case Activation::tanh:
      return point_of<math::Tanh>(z);
    case Activation::sigmoid:
      return point_of<math::Sigmoid>(z);
  }
  return {z, 1};
}

struct Arrays {
  std::vector<double> y, dx, dw, db;
};

Arrays expected(Activation activation, Index rows, Index in, Index out,
                const std::vector<double>& x, const std::vector<double>& w,
                const std::vector<double>& b, const std::vector<double>& dy) {
  Arrays a{std::vector<double>(dy.size()), std::vector<double>(x.size()),
           std::vector<double>(w.size()), std::vector<double>(b.size())};
  for (Index r = 0; r < rows; ++r) {
    for (Index o = 0; o < out; ++o) {
      const auto at = static_cast<std::size_t>(r * out + o);
      const auto x_row = static_cast<std::size_t>(r * in), w_row = static_cast<std::size_t>(o * in);
      double z = b.empty() ? 0 : b[static_cast<std::size_t>(o)];
      for (std::size_t i = 0; i < static_cast<std::size_t>(in); ++i)
        z += x[x_row + i] * w[w_row + i];
      const Point p = point_of(activation, z);
      a.y[at] = p.y;
      const double dz = dy[at] * p.slope;
      for (std::size_t i = 0; i < static_cast<std::size_t>(in); ++i) {
        a.dx[x_row + i] += dz * w[w_row + i];
        a.dw[w_row + i] += dz * x[x_row + i];
      }
      if (!b.empty()) a.db[static_cast<std::size_t>(o)] += dz;
    }
  }
  return a;
}

// Value and gradients, of which `grads` says which are asked for; then a second time, which adds.
void check_linear(Activation activation, const Shape& shape, Index out, bool with_bias,
                  int grads = 7) {
  CAPTURE(static_cast<int>(activation));
  CAPTURE(shape.to_string());
  CAPTURE(out);
  CAPTURE(with_bias);
  CAPTURE(grads);
  const Index in = shape.size(-1);
  const Shape y_shape = shape.with(shape.ndim() - 1, out);
  const Index rows = shape.without(shape.ndim() - 1).numel();
  const Arrays want =
      expected(activation, rows, in, out, numbers(shape.numel(), 1), numbers(out * in, 2),
               numbers(with_bias ? out : 0, 3), numbers(y_shape.numel(), 4));
  Tensor leaves[] = {values(shape, 1), values({out, in}, 2), Tensor()};
  if (with_bias) leaves[2] = values({out}, 3);
  const std::vector<double>* const gradients[] = {&want.dx, &want.dw, &want.db};
  for (int i = 0; i < 3; ++i) {
    if (leaves[i].defined()) leaves[i].set_requires_grad((grads >> i & 1) != 0);
  }
  const Tensor y = linear(leaves[0], leaves[1], leaves[2], activation);
  REQUIRE(y.shape() == y_shape);
  check_near("y", y, want.y);
  if (!y.requires_grad()) return;
  for (const double times : {1.0, 2.0}) {
    y.backward(values(y_shape, 4), true);
    for (int i = 0; i < 3; ++i) {
      if (!leaves[i].defined()) continue;
      CAPTURE(i);
      CHECK(leaves[i].grad().defined() == ((grads >> i & 1) != 0));
      if ((grads >> i & 1) != 0) check_near("gradient", leaves[i].grad(), *gradients[i], times);
    }
  }
}

}  // namespace

TEST_CASE("linear: values and gradients of every activation, written and added") {
  for (const Activation activation : activations) {
    for (const bool bias : {false, true}) {
      check_linear(activation, {1}, 1, bias);
      check_linear(activation, {5}, 3, bias);
      check_linear(activation, {4, 6}, 5, bias);
      check_linear(activation, {2, 3, 17}, 33, bias);
      check_linear(activation, {40, 16}, 64, bias);
      check_linear(activation, {130, 70}, 90, bias);
      check_linear(activation, {0, 6}, 5, bias);
      check_linear(activation, {3, 0}, 5, bias);
      check_linear(activation, {3, 6}, 0, bias);
      check_linear(activation, {2, 0, 3}, 4, bias);
      check_linear(activation, {0}, 0, bias);
    }
  }
}

TEST_CASE("linear: only the gradients that are asked for") {
  for (const Activation activation : {Activation::none, Activation::relu, Activation::gelu}) {
    for (int grads = 0; grads < 8; ++grads) {
      check_linear(activation, {4, 6}, 5, true, grads);
      if (grads < 4) check_linear(activation, {4, 6}, 5, false, grads);
    }
  }
}

TEST_CASE("linear: it is its parts, and one weight may serve several times") {
  Tensor x = values({7, 9}, 1).set_requires_grad(), w = values({9, 9}, 2).set_requires_grad();
  Tensor b = values({9}, 3).set_requires_grad();
  const auto gradients_of = [&](const Tensor& y) {
    for (Tensor* leaf : {&x, &w, &b}) leaf->zero_grad();
    y.backward(values(y.shape(), 4));
    std::vector<std::vector<double>> all;
    for (const Tensor& leaf : {x, w, b}) {
      const std::vector<real> grad = leaf.grad().to_vector();
      all.emplace_back(grad.begin(), grad.end());
    }
    return all;
  };
  const Tensor fused = linear(linear(x, w, b, Activation::silu), w, b, Activation::tanh);
  const Tensor wt = transpose(w, 0, 1);
  const Tensor parts = tanh(matmul(silu(matmul(x, wt) + b), wt) + b);
  const std::vector<real> y = parts.to_vector();
  check_near("y", fused, {y.begin(), y.end()});
  const auto want = gradients_of(parts);
  gradients_of(fused);
  check_near("dx", x.grad(), want[0]);
  check_near("dw", w.grad(), want[1]);
  check_near("db", b.grad(), want[2]);
}

TEST_CASE("linear: one tensor in two places gets both gradients") {
  const std::vector<double> square = numbers(25, 1), vector = numbers(5, 2);
  Tensor s = values({5, 5}, 1).set_requires_grad(), v = values({5}, 2).set_requires_grad();
  Arrays want = expected(Activation::none, 5, 5, 5, square, square, {}, numbers(25, 4));
  for (std::size_t i = 0; i < 25; ++i) want.dx[i] += want.dw[i];
  linear(s, s).backward(values({5, 5}, 4));
  check_near("x is the weight", s.grad(), want.dx);
  want = expected(Activation::none, 1, 5, 5, vector, square, vector, numbers(5, 4));
  for (std::size_t i = 0; i < 5; ++i) want.dx[i] += want.db[i];
  linear(v, s, v).backward(values({5}, 4));
  check_near("x is the bias", v.grad(), want.dx);
}

TEST_CASE("linear: what the activation saw is kept only for a backward that reads it") {
  const Tensor x = values({64, 32}, 1);
  Tensor w = values({128, 32}, 2);
  const std::size_t bytes = 64 * 128 * sizeof(real);
  const auto kept_by = [&](Activation activation) {
    const std::size_t before = memory_stats().live_bytes;
    reset_peak_memory();
    const Tensor y = linear(x, w, Tensor(), activation);
    CHECK(memory_stats().peak_bytes == memory_stats().live_bytes);
    return memory_stats().live_bytes - before;
  };
  for (const Activation activation : activations) {
    CAPTURE(static_cast<int>(activation));
    CHECK(kept_by(activation) == bytes);
  }
  w.set_requires_grad();
  for (const Activation activation : activations) {
    CAPTURE(static_cast<int>(activation));
    const bool from_output = activation == Activation::none || activation == Activation::relu ||
                             activation == Activation::tanh || activation == Activation::sigmoid;
    CHECK(kept_by(activation) == (from_output ? bytes : 2 * bytes));
  }
}

TEST_CASE("linear: a change of what the backward reads is noticed, and only of that") {
  for (const Activation activation : {Activation::none, Activation::tanh, Activation::gelu}) {
    for (int changed = 0; changed < 4; ++changed) {
      Tensor leaves[] = {values({4, 6}, 1), values({5, 6}, 2), values({5}, 3)};
      for (Tensor& leaf : leaves) leaf.set_requires_grad();
      Tensor y = linear(leaves[0], leaves[1], leaves[2], activation);
      {
        const NoGrad no_grad;
        (changed < 3 ? leaves[changed] : y).fill_(2);
      }
      const bool read = changed < 2 || (changed == 3 && activation == Activation::tanh);
      if (read) {
        CHECK_THROWS_AS(y.backward(values({4, 5}, 4)), Error);
      } else {
        CHECK_NOTHROW(y.backward(values({4, 5}, 4)));
      }
    }
    for (const int constant : {0, 1}) {  // the gradient of the other one is made from it
      Tensor leaves[] = {values({4, 6}, 1), values({5, 6}, 2)};
      leaves[1 - constant].set_requires_grad();
      const Tensor y = linear(leaves[0], leaves[1], Tensor(), activation);
      leaves[constant].fill_(2);
      CHECK_THROWS_AS(y.backward(values({4, 5}, 4)), Error);
    }
  }
}

TEST_CASE("linear: the same bits for any number of threads") {
  for (const Shape& shape : {Shape{700, 40}, Shape{3, 100, 96}, Shape{2, 1000}}) {
    check_same_bits([&] {
      const Index in = shape.size(-1), out = 150;
      const Tensor leaves[] = {values(shape, 1).set_requires_grad(),
                               values({out, in}, 2).set_requires_grad(),
                               values({out}, 3).set_requires_grad()};
      const Tensor y = linear(leaves[0], leaves[1], leaves[2], Activation::gelu);
      y.backward(values(y.shape(), 4));
      return all_numbers(y, leaves);
    });
  }
}

TEST_CASE("linear: what is refused") {
  const Tensor x = zeros({2, 3, 4});
  check_error<ShapeError>(
      "linear: x [] has no dimensions; expected channels in the last dimension. Try: reshape(x, "
      "{1, -1})",
      [] {
        linear(tensor(1), zeros({2, 1}));
      });
  check_error<ShapeError>(
      "linear: a weight [4]; expected a matrix [out, in]. Try: reshape(weight, {out, -1})",
      [&] { linear(x, zeros({4})); });
  check_error<ShapeError>(
      "linear: x [2,3,4] and weight [5,3]: 4 channels in, the weight takes 3; expected a weight "
      "[out, 4]. Try: the layer before, or the number of channels of this one",
      [&] {
        linear(x, zeros({5, 3}));
      });
  check_error<ShapeError>(
      "linear: x [2,3,4] and weight [4,5]: 4 channels in, the weight takes 5; expected a weight "
      "[out, 4]. Try: did you mean the transpose of the weight? transpose(weight, 0, 1)",
      [&] {
        linear(x, zeros({4, 5}));
      });
  for (const Shape& bias : {Shape{4}, Shape{5, 1}, Shape{}, Shape{1}}) {
    check_error<ShapeError>(
        "linear: bias " + bias.to_string() +
            " for weight [5,4]; expected bias [5], one number for each channel out. "
            "Try: an empty Tensor() for none",
        [&] {
          linear(x, zeros({5, 4}), zeros(bias));
        });
  }
  const ShapeError error = error_of<ShapeError>([&] { linear(x, zeros({5, 3})); });
  CHECK(error.dimension() == 2);
  REQUIRE(error.shapes().size() == 2);
  CHECK(error.shapes()[1] == Shape{5, 3});
  CHECK_THROWS_AS(linear(x, Tensor()), Error);
}

}  // namespace linear_test
