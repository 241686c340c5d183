// layouts_test.cpp: permutations, broadcasting and slices in more layouts than the golden cases
// have: every element of the result is the element of x that NumPy or Python names, and its
// gradient goes back there. Whole numbers: all sums are exact.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "backend/cpu/vec.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/broadcast.h"

namespace layouts_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;
using Indexes = std::vector<Index>;
using Op = std::function<Tensor(const Tensor&)>;

constexpr Index most = std::numeric_limits<Index>::max();
constexpr Index least = std::numeric_limits<Index>::min();

// 1, 2, 3, ...
Tensor counting(const Shape& shape) {
  std::vector<double> values;
  for (Index i = 0; i < shape.numel(); ++i) values.push_back(1 + static_cast<double>(i % 8191));
  return from_values(shape, std::span<const double>(values));
}

// Small whole numbers, whose sums are exact.
Tensor seeds_of(const Shape& shape) {
  std::vector<double> values;
  for (Index i = 0; i < shape.numel(); ++i) values.push_back(static_cast<double>(i * 7 % 23) - 9);
  return from_values(shape, std::span<const double>(values));
}

// The indices of element i, and back.
Indexes indices_of(const Shape& shape, Index i) {
  Indexes at(static_cast<std::size_t>(shape.ndim()));
  for (int d = shape.ndim(); d-- > 0; i /= shape[d]) at[static_cast<std::size_t>(d)] = i % shape[d];
  return at;
}
Index element_of(const Shape& shape, const Indexes& at) {
  Index i = 0;
  for (int d = 0; d < shape.ndim(); ++d) i = i * shape[d] + at[static_cast<std::size_t>(d)];
  return i;
}

// Element i of the result, of this shape, must be element source(i) of x; the gradients add up.
void check(const Op& op, const Shape& from, const Shape& shape,
           const std::function<Index(Index)>& source) {
  CAPTURE(from.to_string());
  CAPTURE(shape.to_string());
  const Reals numbers = counting(from).to_vector(), seeds = seeds_of(shape).to_vector();
  Reals y(seeds.size()), dx(numbers.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto at = static_cast<std::size_t>(source(static_cast<Index>(i)));
    y[i] = numbers.at(at);
    dx.at(at) += seeds[i];
  }
  const Tensor x = counting(from).set_requires_grad();
  const Tensor result = op(x);
  REQUIRE(result.shape() == shape);
  CHECK(result.to_vector() == y);
  result.backward(seeds_of(shape));
  REQUIRE(x.grad().defined());
  CHECK(x.grad().shape() == from);
  CHECK(x.grad().to_vector() == dx);
}

void check_permute(const Shape& from, const std::vector<int>& dims) {
  Indexes sizes;
  for (const int d : dims) sizes.push_back(from[d]);
  const Shape shape{std::span<const Index>(sizes)};
  check([&](const Tensor& x) { return permute(x, std::span<const int>(dims)); }, from, shape,
        [&](Index i) {
          const Indexes at = indices_of(shape, i);
          Indexes x_at(at.size());
          for (std::size_t k = 0; k < at.size(); ++k) {
            x_at[static_cast<std::size_t>(dims[k])] = at[k];
          }
          return element_of(from, x_at);
        });
}

// The rule of broadcasting: the element of a shape that element i of the result comes from.
Index repeated_from(const Shape& from, const Shape& result, Index i) {
  const Indexes at = indices_of(result, i);
  Indexes own;
  for (int d = 0; d < from.ndim(); ++d) {
    own.push_back(from[d] == 1 ? 0 : at[static_cast<std::size_t>(d + result.ndim() - from.ndim())]);
  }
  return element_of(from, own);
}

// range(n)[start:stop:step]: what counting from start by step reaches.
Indexes positions(const Slice& s, Index n) {
  const auto position = [n](Index i) { return i < 0 ? i + n : i; };  // may still be outside
  Indexes list;
  if (s.step > 0) {
    const Index stop = std::min(n, s.stop ? position(*s.stop) : n);
    Index i = std::max<Index>(0, s.start ? position(*s.start) : 0);
    for (; i < stop; i += s.step) list.push_back(i);
  } else {
    const Index stop = std::max<Index>(-1, s.stop ? position(*s.stop) : -1);
    Index i = std::min(n - 1, s.start ? position(*s.start) : n - 1);
    for (; i > stop; i += s.step) list.push_back(i);
  }
  return list;
}

}  // namespace

TEST_CASE("layouts: permute and transpose, in every order, around a register and a tile") {
  for (const Shape& from : {Shape{3, 5}, Shape{2, 3, 5}, Shape{2, 3, 1, 5}}) {
    std::vector<int> dims(static_cast<std::size_t>(from.ndim()));
    std::iota(dims.begin(), dims.end(), 0);
    do {
      check_permute(from, dims);
    } while (std::next_permutation(dims.begin(), dims.end()));
  }
  check_permute({2, 3, 2, 4, 3, 2}, {5, 3, 1, 4, 2, 0});
  check_permute({2, 3, 2, 4, 3, 2}, {1, 0, 3, 2, 5, 4});
  check_permute({}, {});
  check_permute({3, 0, 2}, {2, 0, 1});
  const Tensor x = counting({2, 3, 4});
  CHECK(permute(x, {-1, 0, 1}).to_vector() == permute(x, {2, 0, 1}).to_vector());
  const Index w = Vec::width;
  for (const Index rows : {Index{1}, w - 1, w, w + 1, Index{63}, Index{65}}) {
    for (const Index columns : {Index{1}, w - 1, 2 * w + 1, Index{64}, Index{130}}) {
      check([](const Tensor& t) { return transpose(t, 0, 1); }, {rows, columns}, {columns, rows},
            [&](Index i) { return i % rows * columns + i / rows; });
    }
  }
  check([](const Tensor& t) { return transpose(t, -1, -2); }, {2, 17, 19}, {2, 19, 17},
        [](Index i) { return i / 323 * 323 + i % 17 * 19 + i / 17 % 19; });
}

TEST_CASE("layouts: shapes broadcast as NumPy says, and gradients are summed") {
  struct Pattern {
    Shape a, b, result;
  };
  const Pattern patterns[] = {
      {{}, {}, {}},
      {{1}, {1}, {1}},
      {{3}, {1}, {3}},
      {{}, {4}, {4}},
      {{2, 3}, {3}, {2, 3}},
      {{2, 3}, {2, 1}, {2, 3}},
      {{2, 1}, {1, 3}, {2, 3}},
      {{2, 1, 5}, {3, 1}, {2, 3, 5}},
      {{4, 1, 1}, {1, 5, 6}, {4, 5, 6}},
      {{2, 3, 4, 5}, {4, 5}, {2, 3, 4, 5}},
      {{2, 3, 4, 5}, {2, 3, 1, 1}, {2, 3, 4, 5}},
      {{2, 1, 4, 1}, {1, 3, 1, 5}, {2, 3, 4, 5}},
      {{1, 2, 1, 3, 1, 4}, {2, 1, 3, 1, 2, 1}, {2, 2, 3, 3, 2, 4}},
      {{2, 1, 2, 1, 2, 1}, {1, 3, 1, 3, 1, 3}, {2, 3, 2, 3, 2, 3}},
      {{1, 2, 3}, {4, 2, 1}, {4, 2, 3}},
      {{0}, {1}, {0}},
      {{2, 0}, {2, 1}, {2, 0}},
      {{0, 3}, {}, {0, 3}},
      {{1152921504606846976, 1, 0}, {4, 1}, {1152921504606846976, 4, 0}},
      {{130, 67}, {67}, {130, 67}},
      {{130, 1}, {130, 177}, {130, 177}},
      {{5000, 1, 3}, {1, 2, 1}, {5000, 2, 3}},
  };
  for (const Pattern& p : patterns) {
    CHECK(broadcast_shape("add", p.a, p.b) == p.result);
    CHECK(broadcast_shape("add", p.b, p.a) == p.result);
    CHECK(broadcast_shape("where", p.a, {}, p.b) == p.result);
    for (const Shape& from : {p.a, p.b}) {
      const auto source = [&](Index i) { return repeated_from(from, p.result, i); };
      check([&](const Tensor& x) { return broadcast_to(x, p.result); }, from, p.result, source);
      if (from.numel() == 0) continue;
      check([&](const Tensor& x) { return x + zeros(p.result); }, from, p.result, source);
      check([&](const Tensor& x) { return zeros(p.result) - (zeros(p.result) - x); }, from,
            p.result, source);
      check([&](const Tensor& x) { return where(zeros({}), zeros(p.result), x); }, from, p.result,
            source);
    }
  }
  const auto dimensions = [](const Shape& a, const Shape& b) {
    return broadcast(a, b, broadcast_shape("add", a, b)).ndim;
  };
  CHECK(dimensions({2, 3, 4, 5}, {1, 2, 3, 4, 5}) == 1);
  CHECK(dimensions({2, 3, 4, 5}, {}) == 1);
  CHECK(dimensions({2, 3, 4, 5}, {2, 3, 1, 1}) == 2);
  CHECK(dimensions({2, 3, 1, 5}, {3, 1, 5}) == 2);
  CHECK(dimensions({2, 1, 2, 1, 2, 1}, {1, 3, 1, 3, 1, 3}) == 6);
}

TEST_CASE("layouts: slices are Python's for every start, stop and step around the ends") {
  using Bound = std::optional<Index>;
  const std::vector<Bound> bounds = {std::nullopt, -7, -6, -5, -4, -1, 0, 1, 3, 4, 5, 6, 7};
  Index wrong = 0;
  for (const Index n : {0, 1, 5}) {
    for (const Bound start : bounds) {
      for (const Bound stop : bounds) {
        for (const Index step : {-6, -5, -2, -1, 1, 2, 5, 6}) {
          const Slice s{start, stop, step};
          const Indexes want = positions(s, n);
          wrong += slice(arange(static_cast<double>(n)), {s}).to_vector() !=
                   Reals(want.begin(), want.end());
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

}  // namespace layouts_test
