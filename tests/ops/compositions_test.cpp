// compositions_test.cpp: the operations that are made of others, where the golden cases do not
// look: indices, edge values, changes of parameters, and what is refused.
#include "holo/compositions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "helpers.h"

namespace compositions_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

constexpr real inf = std::numeric_limits<real>::infinity();

Tensor matrix() { return tensor({{1, -2, 3}, {-4, 5, -6}}); }

}  // namespace

TEST_CASE("compositions: indices, empty tensors and numbers that are not finite") {
  CHECK(argmin(matrix()).values() == std::vector<Index>{5});
  CHECK(argmin(matrix(), 0).values() == std::vector<Index>{1, 0, 1});
  CHECK(argmin(matrix(), -1, true).shape() == Shape{2, 1});
  CHECK(argmin(tensor({3, std::nan(""), 1})).values() == std::vector<Index>{1});
  CHECK(flatten(ones({2, 3, 4})).shape() == Shape{24});
  CHECK(flatten(ones({2, 3, 4}), 0, -2).shape() == Shape{6, 4});
  CHECK(flatten(ones({2, 0, 4}), 1).shape() == Shape{2, 0});
  CHECK(flatten(tensor(7)).shape() == Shape{1});
  CHECK(leaky_relu(tensor({inf, -inf})).to_vector() == Reals{inf, -inf});
  CHECK(elu(tensor({inf, -inf})).to_vector() == Reals{inf, -1});
  CHECK(std::isnan(leaky_relu(tensor({std::nan("")}))[0].item()));
  CHECK(std::isnan(elu(tensor({std::nan("")}))[0].item()));
  CHECK(tril(tensor({{1, inf}, {2, 3}})).to_vector() == Reals{1, 0, 2, 3});
  CHECK(cumsum(tensor({1, inf, 2}), 0).to_vector() == Reals{1, inf, inf});
  CHECK(where(matrix() > 0, matrix(), zeros({})).to_vector() == Reals{1, 0, 3, 0, 5, 0});
  CHECK((tensor({inf, std::nan("")}) != inf).to_vector() == Reals{0, 1});
  CHECK_FALSE((matrix().set_requires_grad() == 1).requires_grad());
}

TEST_CASE("compositions: a diagonal beyond the matrix") {
  constexpr Index far = std::numeric_limits<Index>::max();
  CHECK(tril(ones({2, 2}), far).to_vector() == Reals{1, 1, 1, 1});
  CHECK(tril(ones({2, 2}), -far - 1).to_vector() == Reals{0, 0, 0, 0});
  CHECK(triu(ones({2, 2}), -far - 1).to_vector() == Reals{1, 1, 1, 1});
}

TEST_CASE("compositions: += makes a node, except for a parameter, which stays a leaf") {
  Tensor x = matrix().set_requires_grad(), y = x * 1;
  const Tensor before = y;
  y += x;
  const Tensor freed = y;
  sum(y).backward();
  y += 1;
  CHECK(freed.at({0, 0}) + 1 == y.at({0, 0}));
  CHECK(before.at({0, 0}) == 1);
  CHECK(x.grad().to_vector() == Reals(6, 2));
  check_error_with<Error>("copy_: a change of a leaf that requires a gradient", [&] { x -= 1; });
  const Tensor same = x;
  const NoGrad no_grad;
  x -= 0.5 * x.grad();
  CHECK(same.to_vector() == Reals{0, -3, 2, -5, 4, -7});
  CHECK(x.requires_grad());
}

TEST_CASE("compositions: the padding of attention hides what a NaN would reach") {
  Tensor x = ones({1, 2, 4}).set_requires_grad();
  const Tensor k = cat({x, full({1, 1, 4}, real(NAN))}, 1);
  const Tensor y = attention(x, k, k, tensor({{0, 0, 1}}), {.n_head = 2, .causal = false});
  CHECK(y.to_vector() == Reals(8, 1));
  sum(y).backward();
  CHECK(x.grad().to_vector() == Reals(8, 1));
}

TEST_CASE("compositions: what is refused") {
  CHECK_THROWS_AS(pad(ones({2}), 0, -1, 0), ShapeError);
  CHECK_THROWS_AS(matrix()[2], ShapeError);
  CHECK_THROWS_AS(cumsum(matrix(), 2), ShapeError);
  check_error_with<ShapeError>("operator<: ", [] { return matrix() < ones({2}); });
  const Tensor cpu = ones({2}, Device::cpu), plain = ones({2}, Device::plain);
  check_error_with<Error>("operator==: inputs on ", [&] { return cpu == plain; });
  check_error_with<Error>("", [&] { return Tensor() != cpu; });
  const Indices too_large({0, 3});
  check_error_with<ShapeError>("nll_loss: index 3", [&] { return nll_loss(matrix(), too_large); });
  CHECK_THROWS_AS(smoothed_cross_entropy(matrix(), {0, 1}, 1.5), UsageError);
}

}  // namespace compositions_test
