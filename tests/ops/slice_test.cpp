// slice_test.cpp: slices are Python's, for every start, stop and step; cat, stack, split and chunk
// join and cut; gradients go where the elements came from; and what they refuse.
#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <vector>

#include "ops/moved.h"

namespace slice_test {
namespace {

using namespace holo;
using moved::check, moved::check_threads, moved::counting, moved::refused;

constexpr Index most = std::numeric_limits<Index>::max();
constexpr Index least = std::numeric_limits<Index>::min();

// What Python says: i is in range(n)[start:stop:step] when counting from start by step reaches it.
std::vector<Index> positions(const Slice& s, Index n) {
  const auto position = [n](Index i) { return i < 0 ? i + n : i; };  // may still be outside
  std::vector<Index> list;
  if (s.step > 0) {
    const Index stop = s.stop ? position(*s.stop) : n;
    Index start = s.start ? position(*s.start) : 0;
    if (start < 0) start = 0;
    for (Index i = start; i < stop && i < n; i += s.step) {
      list.push_back(i);
      if (s.step > n) break;
    }
  } else {
    const Index stop = s.stop ? position(*s.stop) : -1;
    Index start = s.start ? position(*s.start) : n - 1;
    if (start > n - 1) start = n - 1;
    for (Index i = start; i > stop && i >= 0; i += s.step) {
      list.push_back(i);
      if (s.step < -n) break;
    }
  }
  return list;
}

// One slice for each of some leading dimensions.
void check_slices(const Shape& from, const std::vector<Slice>& slices, bool threads = false) {
  std::vector<std::vector<Index>> taken;
  std::vector<Index> sizes;
  for (int d = 0; d < from.ndim(); ++d) {
    const auto i = static_cast<std::size_t>(d);
    taken.push_back(positions(i < slices.size() ? slices[i] : Slice{}, from[d]));
    sizes.push_back(static_cast<Index>(taken.back().size()));
  }
  const Shape shape{std::span<const Index>(sizes)};
  const auto op = [&](const Tensor& x) { return slice(x, std::span<const Slice>(slices)); };
  const auto source = [&](Index i) {
    std::vector<Index> at = moved::indices_of(shape, i);
    for (std::size_t d = 0; d < at.size(); ++d) at[d] = taken[d][static_cast<std::size_t>(at[d])];
    return moved::element_of(from, at);
  };
  threads ? check_threads(op, from, shape, source) : check(op, from, shape, source);
}

// The numbers of the pieces, one after the other.
std::vector<std::vector<real>> numbers(const std::vector<Tensor>& pieces) {
  std::vector<std::vector<real>> all;
  for (const Tensor& piece : pieces) all.push_back(piece.to_vector());
  return all;
}

std::vector<std::string> shapes(const std::vector<Tensor>& pieces) {
  std::vector<std::string> all;
  for (const Tensor& piece : pieces) all.push_back(piece.shape().to_string());
  return all;
}

using Rows = std::vector<std::vector<real>>;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("slice: Python's positions for every start, stop and step around the ends") {
  using Bound = std::optional<Index>;
  const std::vector<Bound> bounds = {std::nullopt, -7, -6, -5, -4, -1, 0, 1, 3, 4, 5, 6, 7};
  for (const Index n : {0, 1, 5}) {
    for (const Bound start : bounds) {
      for (const Bound stop : bounds) {
        for (const Index step : {-6, -5, -2, -1, 1, 2, 5, 6}) {
          const Slice s{start, stop, step};
          std::vector<real> expected;
          for (const Index i : positions(s, n)) expected.push_back(static_cast<real>(i));
          CAPTURE(n);
          CAPTURE(start.value_or(99));
          CAPTURE(stop.value_or(99));
          CAPTURE(step);
          CHECK(slice(arange(static_cast<double>(n)), {s}).to_vector() == expected);
        }
      }
    }
  }
}

TEST_CASE("slice: bounds and steps as large as there are") {
  const Tensor x = arange(5);
  using Reals = std::vector<real>;
  CHECK(slice(x, {{least, most, 1}}).to_vector() == Reals{0, 1, 2, 3, 4});
  CHECK(slice(x, {{most, least, -1}}).to_vector() == Reals{4, 3, 2, 1, 0});
  CHECK(slice(x, {{least, most, most}}).to_vector() == Reals{0});
  CHECK(slice(x, {{most, least, least}}).to_vector() == Reals{4});
  CHECK(slice(x, {{2, most, most}}).to_vector() == Reals{2});
  CHECK(slice(ones({3, 0}), {{{}, {}, most}}).shape() == Shape{1, 0});
  CHECK(slice(ones({3, 4}), {{{}, {}, most}}).shape() == Shape{1, 4});
  CHECK(slice(ones({3, 4}), {{{}, {}, least}}).shape() == Shape{1, 4});
}

TEST_CASE("slice: one for each leading dimension, the others stay whole") {
  check_slices({6, 7}, {{1, 4, 1}, {0, 6, 2}});
  check_slices({6, 4}, {{-3, {}, 1}});
  check_slices({4, 5, 2}, {{}, {1, 2, 1}});
  check_slices({4, 5}, {{2, 2, 1}});
  check_slices({4, 5}, {});
  check_slices({}, {});
  check_slices({4, 5, 6}, {{{}, {}, -1}, {}, {{}, {}, -1}});
  check_slices({4, 5, 6}, {{{}, {}, -2}, {4, 0, -3}, {1, {}, 2}});
  check_slices({4, 5}, {{}, {{}, {}, -1}});
  check_slices({3, 0, 2}, {{1, 2}, {}, {{}, {}, -1}});
  check_slices({3, 0, 2}, {{2, 1}});
  check_slices({2, 3, 2, 3, 2, 3}, {{1}, {0, 2}, {}, {{}, {}, 2}, {}, {{}, {}, -1}});
  const auto columns = [](const Tensor& x) { return slice(x, -1, -3, 99); };
  check(columns, {3, 4}, {3, 3}, [](Index i) { return i / 3 * 4 + 1 + i % 3; });
  const auto backwards = [](const Tensor& x) { return slice(x, 0, 2, 0, -1); };
  check(backwards, {3, 2}, {2, 2}, [](Index i) { return i < 2 ? i + 4 : i; });
}

TEST_CASE("slice: large ones, for any number of threads") {
  check_slices({301, 211}, {{1, 300}, {3, 200}}, true);
  check_slices({301, 211}, {{{}, {}, -1}, {{}, {}, -1}}, true);
  check_slices({70001}, {{{}, {}, -2}}, true);
  check_slices({3, 50021}, {{0, 2}, {1, {}}}, true);
}

TEST_CASE("slice: overlapping ones add up their gradients") {
  const Tensor x = counting({1, 4}).set_requires_grad();
  const Tensor y = mul(slice(x, 1, 0, 3), slice(x, 1, 1, 4));  // x0 x1, x1 x2, x2 x3
  sum(y).backward();
  CHECK(x.grad().to_vector() == std::vector<real>{2, 1 + 3, 2 + 4, 3});
}

TEST_CASE("slice: what it refuses, and how it says it") {
  const Tensor x = ones({2, 3});
  refused("slice",
          "slice: a step of 0 in dimension 1; expected a step of 1 or more, or of -1 or less. Try: "
          "unsqueeze and broadcast_to repeat",
          [&] {
            slice(x, {{}, {0, 2, 0}});
          });
  refused("slice",
          "slice: 3 slices of [2,3]; expected at most 2, one for each dimension. Try: fewer "
          "slices: the last dimensions stay whole",
          [&] {
            slice(x, {{}, {}, {}});
          });
  CHECK_THROWS_AS(slice(x, 0, 0, 1, 0), ShapeError);
  CHECK_THROWS_AS(slice(x, 2, 0, 1), ShapeError);
  CHECK_THROWS_AS(slice(ones({}), 0, 0, 1), ShapeError);
}

TEST_CASE("cat: along each dimension, empty parts and one part included") {
  const Tensor a = counting({2, 1, 2}).set_requires_grad();      // 1 ... 4
  const Tensor b = counting({2, 3, 2}, 11).set_requires_grad();  // 11 ... 22
  const Tensor none = zeros({2, 0, 2}).set_requires_grad();
  const Tensor y = cat({a, none, b}, -2);
  CHECK(y.shape() == Shape{2, 4, 2});
  CHECK(y.to_vector() ==
        std::vector<real>{1, 2, 11, 12, 13, 14, 15, 16, 3, 4, 17, 18, 19, 20, 21, 22});
  y.backward(counting({2, 4, 2}, 101));
  CHECK(a.grad().to_vector() == std::vector<real>{101, 102, 109, 110});
  CHECK(b.grad().to_vector() ==
        std::vector<real>{103, 104, 105, 106, 107, 108, 111, 112, 113, 114, 115, 116});
  CHECK(none.grad().shape() == Shape{2, 0, 2});

  const auto same = [](Index i) { return i; };
  check([](const Tensor& x) { return cat({x}, 0); }, {2, 3}, {2, 3}, same);
  check([](const Tensor& x) { return cat({x}, -1); }, {2, 0}, {2, 0}, same);
  const Tensor left = ones({3, 2});
  const auto behind = [&](const Tensor& x) { return slice(cat({left, x}, 1), 1, 2, 5); };
  check(behind, {3, 3}, {3, 3}, same);
}

TEST_CASE("cat and stack: the same tensor several times gets every gradient") {
  check(
      [](const Tensor& x) {
        return cat({x, x, x}, 0);
      },
      {2, 2}, {6, 2}, [](Index i) { return i % 4; });
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
}

TEST_CASE("cat: many tensors, some of them constants") {
  std::vector<Tensor> parts;
  std::vector<real> expected;
  for (int i = 0; i < 100; ++i) {
    parts.push_back(counting({1 + i % 3, 2}, i));
    if (i % 2 == 1) parts.back().set_requires_grad();
    for (const real x : parts.back().to_vector()) expected.push_back(x);
  }
  const Tensor y = cat(parts, 0);
  CHECK(y.to_vector() == expected);
  y.backward(counting(y.shape()));
  real next = 1;
  for (const Tensor& part : parts) {
    CHECK(part.grad().defined() == part.requires_grad());
    for (Index i = 0; i < part.numel(); ++i, ++next) {
      if (part.requires_grad()) CHECK(part.grad().at({i / 2, i % 2}) == next);
    }
  }
}

TEST_CASE("cat: of nothing, and a constant") {
  const Tensor x = zeros({0, 3}).set_requires_grad(), constant = zeros({0, 3});
  cat({x, constant}, 0).backward(zeros({0, 3}));
  CHECK(x.grad().defined());
  CHECK_FALSE(constant.grad().defined());
}

TEST_CASE("cat: large ones, for any number of threads") {
  const Tensor other = ones({300, 41}, Device::cpu);
  check_threads(
      [&](const Tensor& x) {
        return slice(cat({other, x, other}, 1), 1, 41, 171);
      },
      {300, 130}, {300, 130}, [](Index i) { return i; });
}

TEST_CASE("stack: a new dimension at every position") {
  const Tensor a = counting({2, 3}).set_requires_grad(), b = counting({2, 3}, 11);
  CHECK(stack({a, b}, 0).to_vector() ==
        std::vector<real>{1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16});
  CHECK(stack({a, b}, 1).to_vector() ==
        std::vector<real>{1, 2, 3, 11, 12, 13, 4, 5, 6, 14, 15, 16});
  const Tensor last = stack({a, b}, -1);
  CHECK(last.shape() == Shape{2, 3, 2});
  CHECK(last.to_vector() == std::vector<real>{1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16});
  CHECK(stack({a, b}, -3).shape() == Shape{2, 2, 3});
  last.backward(counting({2, 3, 2}));
  CHECK(a.grad().to_vector() == std::vector<real>{1, 3, 5, 7, 9, 11});
  CHECK(stack({tensor(3), tensor(4)}, 0).to_vector() == std::vector<real>{3, 4});
  CHECK(stack({zeros({0, 2})}, 1).shape() == Shape{0, 1, 2});
}

TEST_CASE("cat and stack: what they refuse, and how they say it") {
  const std::vector<Tensor> none;
  CHECK_THROWS_WITH_AS(cat(none, 0),
                       "cat: a list of no tensors; expected one or more. Try: zeros of the shape "
                       "that is meant",
                       ShapeError);
  CHECK_THROWS_WITH_AS(stack(none, 0),
                       "stack: a list of no tensors; expected one or more. Try: zeros of the shape "
                       "that is meant",
                       ShapeError);
  refused("cat",
          "cat: tensor 2 is [2,4] and tensor 0 is [2,3]: dimension 1 is 4 and 3; expected equal "
          "sizes outside of dimension 0. Try: join along the dimension that differs, or slice",
          [] {
            cat({ones({2, 3}), ones({5, 3}), ones({2, 4})}, 0);
          });
  refused("cat",
          "cat: tensor 1 is [3] and tensor 0 is [2,3]: 1 and 2 dimensions; expected equally many "
          "dimensions. Try: unsqueeze or reshape one of them",
          [] {
            cat({ones({2, 3}), ones({3})}, 0);
          });
  refused("cat",
          "cat: tensor 0 is [], a single number; expected tensors of one dimension or more. Try: "
          "stack, which joins along a new dimension",
          [] {
            cat({tensor(1), tensor(2)}, 0);
          });
  CHECK_THROWS_AS(cat({ones({2})}, 1), ShapeError);
  CHECK_THROWS_AS(cat({ones({2}), Tensor()}, 0), Error);
  CHECK_THROWS_AS(cat({zeros({0, most}), zeros({0, most})}, 1), ShapeError);
  refused("stack",
          "stack: tensor 1 is [3] and tensor 0 is [2]: dimension 0 is 3 and 2; expected equal "
          "shapes. Try: cat, which joins along a dimension that they have",
          [] {
            stack({ones({2}), ones({3})}, 0);
          });
  refused("stack",
          "stack: dimension 2 for tensors [2]; expected -2 to 1. Try: -1 for a new last dimension",
          [] { stack({ones({2})}, 2); });
  refused("stack",
          "stack: tensors [1,1,1,1,1,1] of 6 dimensions; expected at most 5, before one is added. "
          "Try: cat, or reshape neighbours into one dimension",
          [] {
            stack({ones({1, 1, 1, 1, 1, 1})}, 0);
          });
}

TEST_CASE("split: pieces of given sizes; a piece that is not used sends nothing") {
  const Tensor x = counting({2, 7}).set_requires_grad();
  const std::vector<Tensor> pieces = split(x, {2, 4, 1}, -1);
  CHECK(numbers(pieces) == Rows{{1, 2, 8, 9}, {3, 4, 5, 6, 10, 11, 12, 13}, {7, 14}});
  pieces[2].backward(counting({2, 1}, 5));
  CHECK(x.grad().to_vector() == std::vector<real>{0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 6});
  CHECK(shapes(split(x, {0, 7, 0}, 1)) == Names{"[2,0]", "[2,7]", "[2,0]"});
  CHECK(split(zeros({0}), std::vector<Index>(), 0).empty());

  const auto again = [](const Tensor& t) {
    const std::vector<Tensor> parts = split(t, {1, 5}, 0);
    return cat({parts[1], parts[0]}, 0);
  };
  check(again, {6, 2}, {6, 2}, [](Index i) { return (i + 2) % 12; });
}

TEST_CASE("chunk: pieces of the rounded up size, the last one smaller, maybe fewer") {
  CHECK(numbers(chunk(arange(6), 3, 0)) == Rows{{0, 1}, {2, 3}, {4, 5}});
  CHECK(numbers(chunk(arange(7), 3, -1)) == Rows{{0, 1, 2}, {3, 4, 5}, {6}});
  CHECK(numbers(chunk(arange(5), 4, 0)) == Rows{{0, 1}, {2, 3}, {4}});
  CHECK(numbers(chunk(arange(2), 5, 0)) == Rows{{0}, {1}});
  CHECK(numbers(chunk(arange(2), most, 0)) == Rows{{0}, {1}});
  CHECK(shapes(chunk(zeros({2, 0}), 3, 1)) == Names{"[2,0]", "[2,0]", "[2,0]"});
  const auto swapped = [](const Tensor& x) {
    const std::vector<Tensor> halves = chunk(x, 2, 1);
    return cat({halves[1], halves[0]}, 1);
  };
  check(swapped, {2, 4}, {2, 4}, [](Index i) { return i / 4 * 4 + (i + 2) % 4; });
}

TEST_CASE("split and chunk: what they refuse, and how they say it") {
  const Tensor x = ones({2, 7});
  refused("split",
          "split: sizes [2,4] for dimension 1 of [2,7]; expected sizes of 0 or more that add up to "
          "7. Try: chunk, which computes the sizes",
          [&] {
            split(x, {2, 4}, 1);
          });
  refused("split",
          "split: sizes [-1,8] for dimension 1 of [2,7]; expected sizes of 0 or more that add up "
          "to 7. Try: chunk, which computes the sizes",
          [&] {
            split(x, {-1, 8}, 1);
          });
  CHECK_THROWS_AS(split(x, {most, most}, 1), ShapeError);
  CHECK_THROWS_AS(split(x, {2, 5}, 2), ShapeError);
  refused("chunk",
          "chunk: 0 pieces of [2,7]; expected 1 or more. Try: split, for pieces of given sizes",
          [&] { chunk(x, 0, 1); });
  CHECK_THROWS_AS(chunk(x, -1, 1), ShapeError);
  CHECK_THROWS_AS(chunk(x, 2, 2), ShapeError);
}

}  // namespace slice_test
