// layouts_test.cpp: ops that only move elements. Every element of the result is the element of x
// that NumPy or Python names, and its gradient goes back there. Whole numbers: all sums are exact.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
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
using Rows = std::vector<Reals>;
using Op = std::function<Tensor(const Tensor&)>;

constexpr Index most = std::numeric_limits<Index>::max();
constexpr Index least = std::numeric_limits<Index>::min();

// 1, 2, 3, ...
Tensor counting(const Shape& shape, double first = 1) {
  std::vector<double> values;
  for (Index i = 0; i < shape.numel(); ++i) values.push_back(first + static_cast<double>(i % 8191));
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

Index same(Index i) { return i; }

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

// One slice for each of some leading dimensions.
void check_slices(const Shape& from, const std::vector<Slice>& slices) {
  std::vector<Indexes> taken;
  Indexes sizes;
  for (int d = 0; d < from.ndim(); ++d) {
    const auto i = static_cast<std::size_t>(d);
    taken.push_back(positions(i < slices.size() ? slices[i] : Slice{}, from[d]));
    sizes.push_back(static_cast<Index>(taken.back().size()));
  }
  const Shape shape{std::span<const Index>(sizes)};
  check([&](const Tensor& x) { return slice(x, std::span<const Slice>(slices)); }, from, shape,
        [&](Index i) {
          Indexes at = indices_of(shape, i);
          for (std::size_t d = 0; d < at.size(); ++d) {
            at[d] = taken[d][static_cast<std::size_t>(at[d])];
          }
          return element_of(from, at);
        });
}

// `count` numbers from 0 to below - 1, some of them again and again.
Indexes choices(Index count, Index below) {
  Indexes list;
  for (Index i = 0; i < count; ++i) list.push_back((i * i + i / 3) % below);
  return list;
}

void check_embedding(Index V, Index C, const Shape& places) {
  const Indices index(places, choices(places.numel(), V));
  check([&](const Tensor& table) { return embedding(table, index); }, {V, C},
        places.inserted(places.ndim(), C),
        [&](Index i) { return index.values()[static_cast<std::size_t>(i / C)] * C + i % C; });
}

void check_gather(const Shape& from, int dim, const Shape& places) {
  const Indices index(places, choices(places.numel(), from[dim]));
  check([&](const Tensor& x) { return gather(x, dim, index); }, from, places,
        [&](Index i) {
          Indexes at = indices_of(places, i);
          at[static_cast<std::size_t>(dim)] = index.values()[static_cast<std::size_t>(i)];
          return element_of(from, at);
        });
}

Rows numbers(const std::vector<Tensor>& pieces) {
  Rows all;
  for (const Tensor& piece : pieces) all.push_back(piece.to_vector());
  return all;
}

// A zero of either sign, 1, another number, NaN.
Tensor mask(const Shape& shape) {
  const real values[] = {0, 1, real(-0.0), -3, real(NAN)};
  Reals x;
  for (Index i = 0; i < shape.numel(); ++i) x.push_back(values[i * 3 % 5]);
  return from_values(shape, std::span<const real>(x));
}

}  // namespace

TEST_CASE("layouts: reshape, view, squeeze and unsqueeze share the numbers") {
  check([](const Tensor& x) { return reshape(x, {6, -1}); }, {2, 3, 4}, {6, 4}, same);
  check([](const Tensor& x) { return reshape(x, {-1, 24}); }, {2, 3, 4}, {1, 24}, same);
  check([](const Tensor& x) { return reshape(x, {}); }, {1, 1}, {}, same);
  check([](const Tensor& x) { return reshape(x, {1, -1, 1}); }, {}, {1, 1, 1}, same);
  check([](const Tensor& x) { return reshape(x, {-1, 3}); }, {0}, {0, 3}, same);
  check([](const Tensor& x) { return reshape(x, {0, 5}); }, {7, 0}, {0, 5}, same);
  check([](const Tensor& x) { return reshape(x, Indexes{2, 3}); }, {6}, {2, 3}, same);
  check([](const Tensor& x) { return view(x, {2, -1}); }, {4}, {2, 2}, same);
  check([](const Tensor& x) { return squeeze(x, 1); }, {2, 1, 3}, {2, 3}, same);
  check([](const Tensor& x) { return squeeze(x, -1); }, {2, 1}, {2}, same);
  check([](const Tensor& x) { return squeeze(x); }, {1, 2, 1, 3, 1}, {2, 3}, same);
  check([](const Tensor& x) { return squeeze(x); }, {}, {}, same);
  check([](const Tensor& x) { return squeeze(x); }, {1, 0}, {0}, same);
  check([](const Tensor& x) { return unsqueeze(x, 1); }, {2, 3}, {2, 1, 3}, same);
  check([](const Tensor& x) { return unsqueeze(x, -1); }, {2, 3}, {2, 3, 1}, same);
  check([](const Tensor& x) { return unsqueeze(x, -3); }, {2, 3}, {1, 2, 3}, same);
  check([](const Tensor& x) { return unsqueeze(x, 0); }, {}, {1}, same);
  Tensor x = counting({2, 3});
  const Tensor y = reshape(x, {3, 2});
  CHECK(y.data() == x.data());
  x.fill_(7);
  CHECK(y.at({2, 1}) == 7);
  CHECK(std::string(view(x, {6}).op()) == "view");
}

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
  check([](const Tensor& t) { return transpose(t, 1, 1); }, {3, 4}, {3, 4}, same);
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

TEST_CASE("layouts: one slice for each leading dimension; overlapping ones add up") {
  check_slices({6, 7}, {{1, 4, 1}, {0, 6, 2}});
  check_slices({6, 4}, {{-3, {}, 1}});
  check_slices({4, 5, 2}, {{}, {1, 2, 1}});
  check_slices({4, 5}, {{2, 2, 1}});
  check_slices({}, {});
  check_slices({4, 5, 6}, {{{}, {}, -1}, {}, {{}, {}, -1}});
  check_slices({4, 5, 6}, {{{}, {}, -2}, {4, 0, -3}, {1, {}, 2}});
  check_slices({3, 0, 2}, {{1, 2}, {}, {{}, {}, -1}});
  check_slices({2, 3, 2, 3, 2, 3}, {{1}, {0, 2}, {}, {{}, {}, 2}, {}, {{}, {}, -1}});
  const auto columns = [](const Tensor& x) { return slice(x, -1, -3, 99); };
  check(columns, {3, 4}, {3, 3}, [](Index i) { return i / 3 * 4 + 1 + i % 3; });
  const auto backwards = [](const Tensor& x) { return slice(x, 0, 2, 0, -1); };
  check(backwards, {3, 2}, {2, 2}, [](Index i) { return i < 2 ? i + 4 : i; });
  const Tensor x = counting({1, 4}).set_requires_grad();
  sum(mul(slice(x, 1, 0, 3), slice(x, 1, 1, 4))).backward();  // x0 x1, x1 x2, x2 x3
  CHECK(x.grad().to_vector() == Reals{2, 1 + 3, 2 + 4, 3});
}

TEST_CASE("layouts: cat and stack, with empty parts, constants and one tensor several times") {
  const Tensor a = counting({2, 1, 2}).set_requires_grad();      // 1 ... 4
  const Tensor b = counting({2, 3, 2}, 11).set_requires_grad();  // 11 ... 22
  const Tensor none = zeros({2, 0, 2}).set_requires_grad();
  const Tensor y = cat({a, none, b}, -2);
  CHECK(y.shape() == Shape{2, 4, 2});
  CHECK(y.to_vector() == Reals{1, 2, 11, 12, 13, 14, 15, 16, 3, 4, 17, 18, 19, 20, 21, 22});
  y.backward(counting({2, 4, 2}, 101));
  CHECK(a.grad().to_vector() == Reals{101, 102, 109, 110});
  CHECK(none.grad().shape() == Shape{2, 0, 2});
  check([](const Tensor& x) { return cat({x}, -1); }, {2, 0}, {2, 0}, same);
  check(
      [](const Tensor& x) {
        return cat({x, x}, 1);
      },
      {2, 2}, {2, 4}, [](Index i) { return i / 4 * 2 + i % 2; });
  check(
      [](const Tensor& x) {
        return stack({x, x, x, x}, 1);
      },
      {3}, {3, 4}, [](Index i) { return i / 4; });
  const Tensor first = counting({2, 3}), second = counting({2, 3}, 11);
  CHECK(stack({first, second}, 0).to_vector() == Reals{1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16});
  const Tensor last = stack({first, second}, -1);
  CHECK(last.shape() == Shape{2, 3, 2});
  CHECK(last.to_vector() == Reals{1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16});
  CHECK(stack({first, second}, -3).shape() == Shape{2, 2, 3});
  CHECK(stack({zeros({0, 2})}, 1).shape() == Shape{0, 1, 2});

  std::vector<Tensor> parts;
  for (int i = 0; i < 100; ++i) {
    parts.push_back(counting({1 + i % 3, 2}, i).set_requires_grad(i % 2 == 1));
  }
  const Tensor many = cat(parts, 0);
  many.backward(counting(many.shape()));
  real next = 1;
  for (const Tensor& part : parts) {
    CHECK(part.grad().defined() == part.requires_grad());
    for (Index i = 0; i < part.numel(); ++i, ++next) {
      if (part.requires_grad()) CHECK(part.grad().at({i / 2, i % 2}) == next);
    }
  }
}

TEST_CASE("layouts: split and chunk; a piece that is not used sends nothing") {
  const Tensor x = counting({2, 7}).set_requires_grad();
  const std::vector<Tensor> pieces = split(x, {2, 4, 1}, -1);
  CHECK(numbers(pieces) == Rows{{1, 2, 8, 9}, {3, 4, 5, 6, 10, 11, 12, 13}, {7, 14}});
  pieces[2].backward(counting({2, 1}, 5));
  CHECK(x.grad().to_vector() == Reals{0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 6});
  CHECK(split(x, {0, 7, 0}, 1)[2].shape() == Shape{2, 0});
  CHECK(split(zeros({0}), Indexes(), 0).empty());
  CHECK(numbers(chunk(arange(7), 3, -1)) == Rows{{0, 1, 2}, {3, 4, 5}, {6}});
  CHECK(numbers(chunk(arange(5), 4, 0)) == Rows{{0, 1}, {2, 3}, {4}});
  CHECK(numbers(chunk(arange(2), most, 0)) == Rows{{0}, {1}});
  CHECK(chunk(zeros({2, 0}), 3, 1)[2].shape() == Shape{2, 0});
}

TEST_CASE("layouts: embedding takes rows and gather elements, some of them again and again") {
  check_embedding(9, 4, {7});
  check_embedding(5, 3, {2, 4});
  check_embedding(1, 6, {4});
  check_embedding(5, 3, {});
  check_embedding(5, 3, {0});
  check_embedding(5, 0, {2});
  check_embedding(3, 2, {2, 1, 2, 1, 2});
  CHECK(embedding(zeros({0, 3}), Indices()).shape() == Shape{0, 3});
  check_gather({3, 5}, 1, {3, 4});
  check_gather({3, 5}, 0, {7, 5});
  check_gather({2, 3, 4}, 1, {2, 6, 4});
  check_gather({2, 3, 4}, 0, {5, 3, 4});
  check_gather({6}, 0, {3});
  check_gather({3, 5}, 1, {3, 0});
  check_gather({3, 5}, 1, {0, 4});
  check_gather({3, 5}, 1, {2, 4});  // these leave out the end of other dimensions
  check_gather({4, 5, 6}, 1, {2, 9, 3});
  CHECK(gather(counting({2, 3}), -1, Indices({2, 1}, {2, 0})).to_vector() == Reals{3, 4});
}

TEST_CASE("layouts: where and masked_fill choose by a mask that is repeated as well") {
  const Shape shapes[][2] = {{{7}, {7}}, {{}, {2, 3}}, {{3}, {2, 3}}, {{2, 1, 5}, {2, 3, 5}}};
  for (const auto& [of_mask, result] : shapes) {
    const Tensor condition = mask(of_mask);
    const Tensor a = counting(result).set_requires_grad(), b = counting(result, 50);
    const Tensor y = where(condition, a, b), filled = masked_fill(a, condition, -2.5);
    y.backward(counting(result, 3));
    for (Index i = 0; i < result.numel(); ++i) {
      const bool chosen = element(condition, repeated_from(of_mask, result, i)) != 0;
      CHECK(element(y, i) == element(chosen ? a : b, i));
      CHECK(element(a.grad(), i) == (chosen ? real(i + 3) : 0));
      CHECK(element(filled, i) == (chosen ? real(-2.5) : element(a, i)));
    }
  }
}

}  // namespace layouts_test
