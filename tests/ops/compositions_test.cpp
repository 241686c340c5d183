// compositions_test.cpp: the operations that are made of others, where the golden cases do not
// look: indices, edge values, changes of parameters, and what is refused. Slices are those of
// Python for every start, stop and step around the ends; the golden cases have a few of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "helpers.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace compositions_test {

using namespace holo;

// ---- compositions ----

namespace {

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
  CHECK(smoothed_cross_entropy(tensor({{2, -inf}}), {0}, 0).item() == 0);
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

// ---- slices ----

namespace {

using Reals = std::vector<real>;

constexpr Index most = std::numeric_limits<Index>::max();
constexpr Index least = std::numeric_limits<Index>::min();

// range(n)[start:stop:step]: what counting from start by step reaches.
Reals positions(const Slice& s, Index n) {
  const auto position = [n](Index i) { return i < 0 ? i + n : i; };  // may still be outside
  Reals list;
  if (s.step > 0) {
    const Index stop = std::min(n, s.stop ? position(*s.stop) : n);
    Index i = std::max<Index>(0, s.start ? position(*s.start) : 0);
    for (; i < stop; i += s.step) list.push_back(static_cast<real>(i));
  } else {
    const Index stop = std::max<Index>(-1, s.stop ? position(*s.stop) : -1);
    Index i = std::min(n - 1, s.start ? position(*s.start) : n - 1);
    for (; i > stop; i += s.step) list.push_back(static_cast<real>(i));
  }
  return list;
}

}  // namespace

TEST_CASE("slices: Python's for every start, stop and step around the ends") {
  using Bound = std::optional<Index>;
  const std::vector<Bound> bounds = {std::nullopt, -7, -6, -5, -4, -1, 0, 1, 3, 4, 5, 6, 7};
  Index wrong = 0;
  for (const Index n : {0, 1, 5}) {
    for (const Bound start : bounds) {
      for (const Bound stop : bounds) {
        for (const Index step : {-6, -5, -2, -1, 1, 2, 5, 6}) {
          const Slice s{start, stop, step};
          wrong += slice(arange(static_cast<double>(n)), {s}).to_vector() != positions(s, n);
        }
      }
    }
  }
  CHECK(wrong == 0);
  const Tensor x = arange(5);
  CHECK(slice(x, {{least, most, 1}}).to_vector() == Reals{0, 1, 2, 3, 4});
  CHECK(slice(x, {{most, least, -1}}).to_vector() == Reals{4, 3, 2, 1, 0});
  CHECK(slice(x, {{least, most, most}}).to_vector() == Reals{0});
  CHECK(slice(x, {{most, least, least}}).to_vector() == Reals{4});
  CHECK(slice(ones({3, 0}), {{{}, {}, most}}).shape() == Shape{1, 0});
  CHECK(slice(ones({3, 4}), {{{}, {}, least}}).shape() == Shape{1, 4});
}

}  // namespace compositions_test
