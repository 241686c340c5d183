// broadcast_test.cpp: shapes broadcast as NumPy says, element by element; sums over what was
// repeated are right in every pattern; and what is said of shapes that do not fit.
#include "ops/broadcast.h"
#include "element.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "any_threads.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/tensor.h"
#include "message_of.h"

namespace broadcast_test {
namespace {

using namespace holo;

struct Pattern {
  Shape a, b, result;
};

const Pattern patterns[] = {
    {{}, {}, {}},
    {{1}, {1}, {1}},
    {{7}, {7}, {7}},
    {{3}, {1}, {3}},
    {{}, {4}, {4}},
    {{2, 3}, {3}, {2, 3}},
    {{2, 3}, {2, 1}, {2, 3}},
    {{2, 1}, {1, 3}, {2, 3}},
    {{2, 1, 5}, {3, 1}, {2, 3, 5}},
    {{4, 1, 1}, {1, 5, 6}, {4, 5, 6}},
    {{1, 1, 6}, {4, 5, 1}, {4, 5, 6}},
    {{2, 3, 4, 5}, {4, 5}, {2, 3, 4, 5}},
    {{2, 3, 4, 5}, {2, 3, 1, 1}, {2, 3, 4, 5}},
    {{2, 3, 4, 5}, {1, 3, 1, 5}, {2, 3, 4, 5}},
    {{2, 1, 4, 1}, {1, 3, 1, 5}, {2, 3, 4, 5}},
    {{1, 2, 1, 3, 1, 4}, {2, 1, 3, 1, 2, 1}, {2, 2, 3, 3, 2, 4}},
    {{2, 1, 2, 1, 2, 1}, {1, 3, 1, 3, 1, 3}, {2, 3, 2, 3, 2, 3}},
    {{1, 1, 3}, {1, 2, 1}, {1, 2, 3}},
    {{1, 2, 3}, {4, 2, 1}, {4, 2, 3}},
    {{0}, {0}, {0}},
    {{0}, {1}, {0}},
    {{2, 0}, {2, 1}, {2, 0}},
    {{0, 1}, {1, 5}, {0, 5}},
    {{0, 3}, {}, {0, 3}},
    {{1152921504606846976, 1, 0}, {4, 1}, {1152921504606846976, 4, 0}},
    {{130, 67}, {67}, {130, 67}},
    {{130, 1}, {130, 177}, {130, 177}},
    {{5000, 1, 3}, {1, 2, 1}, {5000, 2, 3}},
};

// Where element `at` of the result comes from: the definition, one dimension at a time.
Index offset_of(const Shape& x, const Shape& result, Index at) {
  Index offset = 0, step = 1;
  for (int d = result.ndim() - 1, own = x.ndim() - 1; own >= 0; --d, --own) {
    const Index position = at % result[d];
    at /= result[d];
    if (x[own] != 1) offset += position * step;
    step *= x[own];
  }
  return offset;
}

Index offset_by(const Broadcast& s, const Strides& strides, Index at) {
  Index offset = 0;
  for (int d = s.ndim; d-- > 0;) {
    offset += at % s.size[d] * strides.stride[d];
    at /= s.size[d];
  }
  return offset;
}

// Small whole numbers, so that every sum of them is exact.
std::vector<double> whole_numbers(Index n) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i * 7 % 23) - 9;
  return x;
}

// sum_to into a new leaf of that shape, twice: the second time it adds.
Tensor summed(const Shape& shape, const Tensor& d, const Broadcast& s, Side side, real factor) {
  Tensor x = zeros(shape).set_requires_grad();
  sum_to(x.node(), d.data(), s, side, factor);
  sum_to(x.node(), d.data(), s, side, factor);
  return x.grad();
}

}  // namespace

TEST_CASE("shapes broadcast in both orders, and each element comes from where NumPy says") {
  for (const Pattern& p : patterns) {
    CAPTURE(p.a.to_string());
    CAPTURE(p.b.to_string());
    CHECK(broadcast_shape("add", p.a, p.b).to_string() == p.result.to_string());
    CHECK(broadcast_shape("add", p.b, p.a).to_string() == p.result.to_string());
    CHECK(broadcast_shape("where", p.a, {}, p.b).to_string() == p.result.to_string());
    CHECK_NOTHROW(check_broadcasts_to("masked_fill", p.a, p.result));
    const Broadcast s = broadcast(p.a, p.b, p.result);
    CHECK(s.numel == p.result.numel());
    Index product = 1, wrong = 0;
    for (int d = 0; d < s.ndim; ++d) product *= s.size[d];
    CHECK(product == s.numel);
    for (Index at = 0; at < s.numel; ++at) {
      wrong += offset_by(s, s.a, at) != offset_of(p.a, p.result, at);
      wrong += offset_by(s, s.b, at) != offset_of(p.b, p.result, at);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("dimensions that can be one are one") {
  const auto dimensions = [](const Shape& a, const Shape& b) {
    return broadcast(a, b, broadcast_shape("add", a, b)).ndim;
  };
  CHECK(dimensions({2, 3, 4, 5}, {2, 3, 4, 5}) == 1);
  CHECK(dimensions({2, 3, 4, 5}, {1, 2, 3, 4, 5}) == 1);
  CHECK(dimensions({2, 3, 4, 5}, {}) == 1);
  CHECK(dimensions({2, 3, 4, 5}, {4, 5}) == 2);
  CHECK(dimensions({2, 3, 4, 5}, {2, 3, 1, 1}) == 2);
  CHECK(dimensions({2, 3, 1, 5}, {3, 1, 5}) == 2);
  CHECK(dimensions({2, 1, 2, 1, 2, 1}, {1, 3, 1, 3, 1, 3}) == 6);
}

TEST_CASE(
    "sum_to adds every element to the one it was repeated from; broadcast_to is the way there") {
  for (const Pattern& p : patterns) {
    CAPTURE(p.a.to_string());
    CAPTURE(p.b.to_string());
    const Index n = p.result.numel();
    const Broadcast s = broadcast(p.a, p.b, p.result);
    const std::vector<double> d = whole_numbers(n);
    const Tensor from = from_values(p.result, std::span<const double>(d));
    for (const Side side : {Side::a, Side::b}) {
      const Shape& shape = side == Side::a ? p.a : p.b;
      std::vector<double> want(static_cast<std::size_t>(shape.numel()));
      for (Index at = 0; at < n; ++at) {
        want[static_cast<std::size_t>(offset_of(shape, p.result, at))] +=
            d[static_cast<std::size_t>(at)];
      }
      for (const double factor : {1.0, -1.0}) {
        const Tensor sums = summed(shape, from, s, side, static_cast<real>(factor));
        REQUIRE(sums.defined());
        const std::vector<real> got = sums.to_vector();
        Index wrong = 0;
        for (std::size_t i = 0; i < want.size(); ++i) {
          wrong += static_cast<double>(got[i]) != 2 * factor * want[i];
        }
        CHECK(wrong == 0);
      }
      const std::vector<double> x = whole_numbers(shape.numel());
      const Tensor repeated =
          broadcast_to(from_values(shape, std::span<const double>(x)), p.result);
      Index wrong = 0;
      for (Index at = 0; at < n; ++at) {
        const auto source = static_cast<std::size_t>(offset_of(shape, p.result, at));
        wrong += static_cast<double>(element(repeated, at)) != x[source];
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("a result without elements leaves the gradient that its input has") {
  const Tensor x = ones({2, 1}).set_requires_grad();
  const Tensor empty = x + zeros({2, 0});
  (sum(empty) + sum(x * 3)).backward();  // the gradient of 3 x comes first
  CHECK(x.grad().to_vector() == std::vector<real>{3, 3});
}

TEST_CASE("sum_to gives the same bits for any number of threads") {
  check_same_bits([] {
    const Shape shape{5, 1, 70, 1}, result{5, 130, 70, 3};
    const Tensor d = uniform(result, CounterRandom(1), -1, 1);
    return summed(shape, d, broadcast(shape, result, result), Side::a, 1).to_vector();
  });
}

TEST_CASE("shapes that do not fit are refused with op, shapes, dimension, rule and a hint") {
  struct Wrong {
    Shape a, b;
    int dimension;
    const char* what;
  };
  const Wrong wrong[] = {
      {{2, 3},
       {4, 3},
       0,
       "add: cannot broadcast [2,3] with [4,3]: dimension 0 is 2 and 4; expected equal sizes, or "
       "one of them 1. Try: reshape or slice one of them"},
      {{2, 3},
       {2},
       1,
       "add: cannot broadcast [2,3] with [2]: dimension 1 is 3 and 2; expected equal sizes, or one "
       "of them 1. Try: unsqueeze(x, -1), which makes [2] a [2,1]"},
      {{2, 3},
       {3, 2},
       0,
       "add: cannot broadcast [2,3] with [3,2]: dimension 0 is 2 and 3; expected equal sizes, or "
       "one of them 1. Try: transpose(x, 0, 1) of one of them"},
      {{0, 3},
       {2, 3},
       0,
       "add: cannot broadcast [0,3] with [2,3]: dimension 0 is 0 and 2; expected equal sizes, or "
       "one of them 1. Try: reshape or slice one of them"},
      {{5},
       {2, 3, 4},
       2,
       "add: cannot broadcast [5] with [2,3,4]: dimension 2 is 5 and 4; expected equal sizes, or "
       "one of them 1. Try: reshape or slice one of them"},
  };
  for (const Wrong& w : wrong) {
    const ShapeError error = error_of<ShapeError>([&] { broadcast_shape("add", w.a, w.b); });
    CHECK(std::string(error.what()) == w.what);
    CHECK(error.where() == "add");
    CHECK(error.dimension() == w.dimension);
    REQUIRE(error.shapes().size() == 2);
    CHECK(error.shapes()[0] == w.a);
    CHECK(error.shapes()[1] == w.b);
  }
}

TEST_CASE("three shapes that do not fit are all named") {
  const ShapeError error = error_of<ShapeError>([] { broadcast_shape("where", {2, 1}, {3}, {4}); });
  CHECK(std::string(error.what()) ==
        "where: cannot broadcast [2,1] with [3] and [4]: dimension 1 is 3 and 4; expected equal "
        "sizes, or one of them 1. Try: reshape or slice one of them");
  CHECK(error.shapes().size() == 3);
  CHECK(error.dimension() == 1);
}

TEST_CASE("a result that is too large to count is refused in the name of the op") {
  const Index large = Index{1} << 40;
  const ShapeError error = error_of<ShapeError>([&] {
    broadcast_shape("mul", {large, 1}, {large});
  });
  CHECK(error.where() == "mul");
  CHECK(error.shapes().size() == 2);
  CHECK(error.found() ==
        "[1099511627776,1] with [1099511627776]: [1099511627776,1099511627776] has more elements "
        "than a 64-bit number counts");
}

TEST_CASE("a shape that cannot be repeated to another is refused") {
  const auto message = [](const Shape& from, const Shape& to) {
    return message_of([&] { check_broadcasts_to("masked_fill", from, to); });
  };
  CHECK(message({2}, {2, 3}) ==
        "masked_fill: cannot broadcast [2] to [2,3]: dimension 1 is 2 and 3; expected equal sizes, "
        "or 1 where it is repeated. Try: unsqueeze, to say which dimension is repeated");
  CHECK(message({1, 3}, {3}) ==
        "masked_fill: cannot broadcast [1,3] to [3]: 2 and 1 dimensions; expected not more "
        "dimensions than there are to be. Try: unsqueeze, to say which dimension is repeated");
  CHECK(message({3}, {1}) ==
        "masked_fill: cannot broadcast [3] to [1]: dimension 0 is 3 and 1; expected equal sizes, "
        "or 1 where it is repeated. Try: unsqueeze, to say which dimension is repeated");
  CHECK(message({3}, {2, 3}) == "no error");
}

}  // namespace broadcast_test
