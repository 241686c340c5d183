// embedding_test.cpp: embedding takes rows, gather takes elements; a row that is taken several
// times gets every gradient, in the same order for any number of threads; and what they refuse.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "element.h"
#include "ops/moved.h"

namespace embedding_test {
namespace {

using namespace holo;
using moved::check, moved::check_threads, moved::counting, moved::refused;

// rows numbers from 0 to below - 1, some of them again and again.
std::vector<Index> choices(Index count, Index below) {
  std::vector<Index> list;
  for (Index i = 0; i < count; ++i) list.push_back((i * i + i / 3) % below);
  return list;
}

void check_embedding(Index V, Index C, const Shape& places, bool threads = false) {
  const Indices index(places, choices(places.numel(), V));
  const auto op = [&](const Tensor& table) { return embedding(table, index); };
  const Shape shape = places.inserted(places.ndim(), C);
  const auto source = [&](Index i) {
    return index.values()[static_cast<std::size_t>(i / C)] * C + i % C;
  };
  threads ? check_threads(op, {V, C}, shape, source) : check(op, {V, C}, shape, source);
}

void check_gather(const Shape& from, int dim, const Shape& places, bool threads = false) {
  const Indices index(places, choices(places.numel(), from[dim]));
  const auto op = [&](const Tensor& x) { return gather(x, dim, index); };
  const auto source = [&](Index i) {
    std::vector<Index> at = moved::indices_of(places, i);
    at[static_cast<std::size_t>(dim)] = index.values()[static_cast<std::size_t>(i)];
    return moved::element_of(from, at);
  };
  threads ? check_threads(op, from, places, source) : check(op, from, places, source);
}

Tensor noise(const Shape& shape, std::uint64_t stream) {
  return normal(shape, CounterRandom(3, stream));
}

}  // namespace

TEST_CASE("embedding: rows of a table, each gradient to its row") {
  check_embedding(9, 4, {7});
  check_embedding(5, 3, {2, 4});
  check_embedding(5, 1, {3});
  check_embedding(1, 6, {4});
  check_embedding(5, 3, {});
  check_embedding(5, 3, {0});
  check_embedding(5, 0, {2});
  check_embedding(3, 2, {2, 1, 2, 1, 2});
  CHECK(embedding(zeros({0, 3}), Indices()).shape() == Shape{0, 3});
  CHECK(embedding(counting({3, 2}), {2, 0, 2}).to_vector() == std::vector<real>{5, 6, 1, 2, 5, 6});
}

TEST_CASE("embedding: large ones, for any number of threads") {
  check_embedding(101, 130, {20, 17}, true);
  check_embedding(27, 16, {3000}, true);
}

TEST_CASE("embedding: a row taken many times is summed in one order, bit for bit") {
  const Indices index(Shape{5000}, choices(5000, 7));
  for_any_threads([&] {
    const Tensor table = zeros({7, 70}).set_requires_grad(), dy = noise({5000, 70}, 1);
    embedding(table, index).backward(dy);
    std::vector<double> sums(7 * 70, 0);
    for (std::size_t r = 0; r < 5000; ++r) {
      for (std::size_t c = 0; c < 70; ++c) {
        sums[static_cast<std::size_t>(index.values()[r]) * 70 + c] +=
            double(element(dy, r * 70 + c));
      }
    }
    std::vector<real> expected;
    for (const double sum : sums) expected.push_back(static_cast<real>(sum));
    CHECK(same_bits(table.grad().to_vector(), expected));
  });
}

TEST_CASE("embedding and gather: the gradient of one taken very often has all its digits") {
  constexpr Index n = 100000;
  const real want = static_cast<real>(n * static_cast<double>(real(0.1)));
  const Indices index(Shape{n}, std::vector<Index>(n, 1));
  const Tensor table = zeros({3, 1}).set_requires_grad(), x = zeros({3}).set_requires_grad();
  const Tensor rows = zeros({2, 3}).set_requires_grad();
  // The last bit of a float; of a double what a long sum rounds off.
  const auto differs = [=](real found) {
    return std::abs(found - want) > (sizeof(real) == 4 ? 0 : 1e-10 * want);
  };
  const auto check = [=](const Tensor& grad, std::vector<std::size_t> taken) {
    const std::vector<real> all = grad.to_vector();
    for (const std::size_t i : taken) CHECK_FALSE(differs(all[i]));
    CHECK(std::count(all.begin(), all.end(), real(0)) + Index(taken.size()) == Index(all.size()));
  };
  embedding(table, index).backward(full({n, 1}, real(0.1)));
  check(table.grad(), {1});
  gather(x, 0, index).backward(full({n}, real(0.1)));
  check(x.grad(), {1});
  gather(rows, 1, Indices(Shape{2, n}, std::vector<Index>(2 * n, 1)))
      .backward(full({2, n}, real(0.1)));
  check(rows.grad(), {1, 4});
}

TEST_CASE("gather: one element for each place, along every dimension") {
  check_gather({3, 5}, 1, {3, 4});
  check_gather({3, 5}, 0, {7, 5});
  check_gather({2, 3, 4}, 1, {2, 6, 4});
  check_gather({2, 3, 4}, 0, {5, 3, 4});
  check_gather({2, 3, 4}, 2, {2, 3, 9});
  check_gather({6}, 0, {3});
  check_gather({3, 5}, 1, {3, 0});
  check_gather({3, 5}, 1, {0, 4});
  check_gather({3, 5}, 0, {2, 5});
  const Tensor x = counting({2, 3});
  CHECK(gather(x, -1, Indices({2, 1}, {2, 0})).to_vector() == std::vector<real>{3, 4});
}

TEST_CASE("gather: places that leave out the end of other dimensions") {
  check_gather({3, 5}, 1, {2, 4});
  check_gather({3, 5}, 0, {4, 2});
  check_gather({4, 5, 6}, 1, {2, 9, 3});
}

TEST_CASE("gather: large ones, for any number of threads") {
  check_gather({130, 300}, 1, {130, 170}, true);
  check_gather({60, 3, 130}, 1, {60, 4, 130}, true);  // a task: a tile of columns of 3 planes
  check_gather({50, 600}, 0, {70, 600}, true);
  check_gather({3, 11, 700}, 1, {3, 25, 700}, true);
}

TEST_CASE("embedding and gather: what they refuse, and how they say it") {
  const Tensor table = ones({9, 4});
  refused("embedding",
          "embedding: index 9 at position 3; expected 0 to 8. Try: is dimension 0 of [9,4] as "
          "large as the vocabulary?",
          [&] {
            embedding(table, {0, 8, 1, 9});
          });
  refused("embedding",
          "embedding: index -1 at position 0; expected 0 to 8. Try: is dimension 0 of [9,4] as "
          "large as the vocabulary?",
          [&] { embedding(table, {-1}); });
  refused("embedding",
          "embedding: index 0 at position 0; expected none: dimension 0 of [0,4] is 0. Try: is "
          "dimension 0 of [0,4] as large as the vocabulary?",
          [&] {
            embedding(zeros({0, 4}), {0});
          });
  refused("embedding",
          "embedding: a table [9] of 1 dimensions; expected [V, C]: a row for each word. Try: "
          "reshape, or gather",
          [&] { embedding(ones({9}), {0}); });
  refused("embedding",
          "embedding: indices [1,1,1,1,1,1]; expected at most 5 dimensions: the result has one "
          "more. Try: make neighbours one dimension",
          [&] {
            embedding(table, Indices({1, 1, 1, 1, 1, 1}, {0}));
          });
  refused("gather",
          "gather: index 4 at position 1; expected 0 to 3. Try: is dimension 1 of [9,4] as large "
          "as the vocabulary?",
          [&] {
            gather(table, 1, Indices({1, 2}, {3, 4}));
          });
  refused("gather",
          "gather: indices [2] for [9,4]: 1 and 2 dimensions; expected equally many dimensions. "
          "Try: embedding, to choose whole rows",
          [&] {
            gather(table, 0, {0, 1});
          });
  refused("gather",
          "gather: indices [2,5] for [9,4]: dimension 1 is 5 and 4; expected sizes of at most "
          "those of x, except in dimension 0. Try: broadcast_to repeats x",
          [&] {
            gather(table, 0, Indices({2, 5}, std::vector<Index>(10)));
          });
  CHECK_THROWS_AS(gather(table, 2, Indices({1, 1}, {0})), ShapeError);
}

}  // namespace embedding_test
