// compositions_test.cpp: the operations that are made of others: their numbers, their gradients by
// differences, what is refused.
#include "holo/compositions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "helpers.h"

namespace compositions_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

const real inf = std::numeric_limits<real>::infinity();

Tensor matrix() { return tensor({{1, -2, 3}, {-4, 5, -6}}); }

// Of sum(f(x) w) for weights that are all different, at a point that is away from kinks.
void check_gradient(const std::string& name, const std::function<Tensor(const Tensor&)>& f) {
  Tensor x = matrix().set_requires_grad();
  const auto weighted = [&](const Tensor& at) {
    const Tensor y = f(at);
    return sum(y * reshape(arange(1, static_cast<double>(y.numel() + 1)), y.shape()));
  };
  weighted(x).backward();
  const Reals grad = x.grad().to_vector(), at = matrix().to_vector();
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto moved = [&](real h) {
      Reals numbers = at;
      numbers[i] += h;
      return weighted(tensor(numbers, {2, 3})).item();
    };
    const real h = real(0.25);  // all are linear in pieces: differences are exact up to rounding
    CHECK_MESSAGE((moved(h) - moved(-h)) / (2 * h) == doctest::Approx(grad[i]).epsilon(1e-4), name);
  }
}

}  // namespace

TEST_CASE("compositions: the numbers") {
  CHECK(argmin(matrix()).values() == std::vector<Index>{5});
  CHECK(argmin(matrix(), 0).values() == std::vector<Index>{1, 0, 1});
  CHECK(argmin(matrix(), -1, true).shape() == Shape{2, 1});
  CHECK(argmin(tensor({3, std::nan(""), 1})).values() == std::vector<Index>{1});
  CHECK(flatten(ones({2, 3, 4})).shape() == Shape{24});
  CHECK(flatten(ones({2, 3, 4}), 1).shape() == Shape{2, 12});
  CHECK(flatten(ones({2, 3, 4}), 0, -2).shape() == Shape{6, 4});
  CHECK(flatten(ones({2, 0, 4}), 1).shape() == Shape{2, 0});
  CHECK(flatten(tensor(7)).shape() == Shape{1});
  CHECK(select(matrix(), 0, -1).to_vector() == Reals{-4, 5, -6});
  CHECK(select(matrix(), 1, 1).to_vector() == Reals{-2, 5});
  CHECK(leaky_relu(tensor({2, -2, 0}), 0.5).to_vector() == Reals{2, -1, 0});
  CHECK(leaky_relu(tensor({inf, -inf})).to_vector() == Reals{inf, -inf});
  CHECK(std::isnan(leaky_relu(tensor({std::nan("")})).to_vector()[0]));
  CHECK(pad(tensor({{1}, {2}}), 1, 1, 2, 9).to_vector() == Reals{9, 1, 9, 9, 9, 2, 9, 9});
  CHECK(pad(matrix(), 0, 0, 0).to_vector() == matrix().to_vector());
  CHECK(tril(matrix()).to_vector() == Reals{1, 0, 0, -4, 5, 0});
  CHECK(tril(matrix(), 1).to_vector() == Reals{1, -2, 0, -4, 5, -6});
  CHECK(triu(matrix()).to_vector() == Reals{1, -2, 3, 0, 5, -6});
  CHECK(triu(matrix(), -1).to_vector() == matrix().to_vector());
  CHECK(tril(tensor({{1, inf}, {2, 3}})).to_vector() == Reals{1, 0, 2, 3});
  CHECK(tril(ones({2, 3, 3})).to_vector()[10] == 0);
}

TEST_CASE("compositions: the gradients") {
  check_gradient("flatten", [](const Tensor& x) { return flatten(x); });
  check_gradient("select", [](const Tensor& x) { return select(x, 1, 2); });
  check_gradient("leaky_relu", [](const Tensor& x) { return leaky_relu(x, 0.1); });
  check_gradient("pad", [](const Tensor& x) { return pad(x, 0, 1, 1); });
  check_gradient("tril", [](const Tensor& x) { return tril(x); });
  check_gradient("triu", [](const Tensor& x) { return triu(x, 1); });
  Tensor zero = tensor({0}).set_requires_grad();
  leaky_relu(zero, 0.5).backward();
  CHECK(zero.grad().item() == 0.5);  // as in PyTorch
}

TEST_CASE("compositions: a diagonal beyond the matrix") {
  constexpr Index far = std::numeric_limits<Index>::max();
  CHECK(tril(ones({2, 2}), far).to_vector() == Reals{1, 1, 1, 1});
  CHECK(tril(ones({2, 2}), -far - 1).to_vector() == Reals{0, 0, 0, 0});
  CHECK(triu(ones({2, 2}), -far - 1).to_vector() == Reals{1, 1, 1, 1});
}

TEST_CASE("compositions: what is refused") {
  check_error<ShapeError>("flatten: 1 to 0; expected the first dimension before the last", [] {
    flatten(ones({2, 3}), 1, 0);
  });
  check_error<ShapeError>("select: index 2; expected one from -2 to 1", [] {
    select(ones({2, 3}), 0, 2);
  });
  check_error<ShapeError>("select: index 0; expected a dimension with elements", [] {
    select(ones({0, 3}), 0, 0);
  });
  check_error<ShapeError>(
      "tril: dimension -2 of [3], which has 1; expected -1 to 0. Try: count from 0, or from -1 at "
      "the "
      "end",
      [] { tril(ones({3})); });
  CHECK_THROWS_AS(pad(ones({2}), 0, -1, 0), ShapeError);
}

}  // namespace compositions_test
