// dropout_test.cpp: the mask is the one that CounterRandom defines, for any length and any number
// of threads; the rest is scaled; and the backward drops the same elements.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "any_threads.h"
#include "backend/backend.h"
#include "element.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace dropout_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

Tensor numbers(Index n, int seed) {
  Reals x;
  for (Index i = 0; i < n; ++i) x.push_back(static_cast<real>((i * 7 + seed) % 23 - 11));
  return from_values({n}, std::span<const real>(x));
}

// The definition, one element at a time.
Reals expected(const Tensor& x, double p, const CounterRandom& random) {
  const real scale = static_cast<real>(1 / (1 - p));
  Reals y = x.to_vector();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = random.uniform(i) >= p ? y[i] * scale : 0;
  return y;
}

Index count_wrong(const Tensor& got, const Reals& want, real times = 1) {
  REQUIRE(got.defined());
  const Reals found = got.to_vector();
  REQUIRE(found.size() == want.size());
  Index wrong = 0;
  for (std::size_t i = 0; i < want.size(); ++i) wrong += found[i] != times * want[i];
  return wrong;
}

const CounterRandom generators[] = {CounterRandom(0), CounterRandom(42, 7),
                                    CounterRandom(0xFEDCBA9876543210, 0x123456789ABCDEF0)};

}  // namespace

TEST_CASE("an element is kept when its uniform number is at least p, and its gradient with it") {
  for (const Index n : {0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 130, 4097, 20011}) {
    CAPTURE(n);
    for (const CounterRandom& random : generators) {
      for (const double p : {0.0, 0.1, 0.5, 0.97}) {
        CAPTURE(p);
        const Tensor x = numbers(n, 1).set_requires_grad(), dy = numbers(n, 4);
        const Tensor y = dropout(x, p, random);
        CHECK(std::string(y.op()) == "dropout");
        CHECK(count_wrong(y, expected(x, p, random)) == 0);
        const Reals dx = expected(dy, p, random);
        for (const real times : {real(1), real(2)}) {  // the second gradient adds to the first
          y.backward(dy, true);
          CHECK(count_wrong(x.grad(), dx, times) == 0);
        }
      }
    }
  }
}

TEST_CASE("the mask is the same for any number of threads") {
  for_any_threads([] {
    const Tensor x = numbers(30011, 1);
    CHECK(count_wrong(dropout(x, 0.3, CounterRandom(5)), expected(x, 0.3, CounterRandom(5))) == 0);
  });
}

TEST_CASE("p is compared with all 53 bits of a uniform number") {
  const CounterRandom random(9);
  const Tensor x = numbers(64, 40);  // no zero in the places used
  for (const std::uint64_t i : {0u, 1u, 2u, 3u, 30u, 61u}) {
    const double u = random.uniform(i);
    const Index at = static_cast<Index>(i);
    REQUIRE(element(x, at) != 0);
    CHECK(element(dropout(x, u, random), at) != 0);                     // u >= p
    CHECK(element(dropout(x, std::nextafter(u, 1), random), at) == 0);  // u < p
    CHECK(element(dropout(x, std::nextafter(u, 0), random), at) != 0);
  }
}

TEST_CASE("the share of what is kept, and the mean, are as expected") {
  const Index n = 100000;
  const Tensor y = dropout(ones({n}), 0.2, CounterRandom(3));
  double total = 0;
  for (const real number : y.to_vector()) total += static_cast<double>(number);
  CHECK(std::fabs(total / static_cast<double>(n) - 1) < 0.01);  // 6 standard deviations
  const real scale = static_cast<real>(1 / (1 - 0.2));
  CHECK((element(y, 0) == 0 || element(y, 0) == scale));
}

TEST_CASE("what is dropped is 0, also an infinity or a NaN") {
  const CounterRandom random(1);
  const double values[] = {std::numeric_limits<double>::infinity(), std::nan("")};
  for (const double value : values) {
    const Tensor y = dropout(full({100}, static_cast<real>(value)), 0.5, random);
    for (Index i = 0; i < 100; ++i) {
      const bool kept = random.uniform(static_cast<std::uint64_t>(i)) >= 0.5;
      CHECK((kept ? !std::isfinite(element(y, i)) : element(y, i) == 0));
    }
  }
}

TEST_CASE("a mask of zeros and ones drops the same elements, and may be repeated") {
  const CounterRandom random(8);
  const Tensor x = numbers(777, 1).set_requires_grad(), dy = numbers(777, 4);
  Tensor keep = zeros({777});
  for (Index i = 0; i < 777; ++i) {
    set_element(keep, i, random.uniform(static_cast<std::uint64_t>(i)) >= 0.4 ? 1 : 0);
  }
  const Tensor y = dropout(x, 0.4, keep);
  CHECK(std::string(y.op()) == "where");
  CHECK(count_wrong(y, expected(x, 0.4, random)) == 0);
  keep.fill_(1);  // the mask of the forward pass counts
  for (const real times : {real(1), real(2)}) {
    y.backward(dy, true);
    CHECK(count_wrong(x.grad(), expected(dy, 0.4, random), times) == 0);
  }
  const Tensor column = tensor({{1}, {0}});
  Tensor z = tensor({{1, 2, 3}, {4, 5, 6}}).set_requires_grad();
  const Tensor dropped = dropout(z, 0.5, column);
  CHECK(dropped.to_vector() == Reals{2, 4, 6, 0, 0, 0});
  dropped.backward(ones({2, 3}));
  CHECK(z.grad().to_vector() == Reals{2, 2, 2, 0, 0, 0});
  z.zero_grad();
  dropout(z, 0.5, column).backward(tensor({{1, 2, 3}, {INFINITY, std::nan(""), 6}}));
  CHECK(z.grad().to_vector() == Reals{2, 4, 6, 0, 0, 0});
}

TEST_CASE("a mask gets no gradient") {
  const Tensor keep = ones({3}).set_requires_grad(), x = ones({3}).set_requires_grad();
  CHECK(!dropout(ones({3}), 0.5, keep).requires_grad());
  dropout(x, 0.5, keep).backward(ones({3}));
  CHECK(!keep.grad().defined());
}

TEST_CASE("dropout refuses a p that is no probability below 1, and masks that do not fit") {
  for (const double p : {-0.1, 1.0, 2.0, std::nan("")}) {
    for (const bool with_mask : {false, true}) {
      const UsageError error = error_of<UsageError>([&] {
        with_mask ? dropout(ones({3}), p, ones({3})) : dropout(ones({3}), p, CounterRandom(1));
      });
      CHECK(error.where() == "dropout");
      CHECK(error.expected() == "0 <= p < 1");
    }
  }
  CHECK_THROWS_AS(dropout(ones({3}), 0.5, ones({2, 3})), ShapeError);
  CHECK_THROWS_AS(dropout(ones({3}), 0.5, ones({2})), ShapeError);
}

}  // namespace dropout_test
