// shape_ops_test.cpp: reshape and its kin share the numbers; permute, transpose and broadcast_to
// copy each to its place, forward and backward, for every layout the kernel knows; and what they
// refuse.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/vec.h"
#include "ops/moved.h"

namespace shape_ops_test {
namespace {

using namespace holo;
using moved::check, moved::check_threads, moved::counting, moved::refused;

Index same(Index i) { return i; }

// Element i of a permuted x.
Index permuted_source(const Shape& from, const Shape& shape, const std::vector<int>& dims,
                      Index i) {
  const std::vector<Index> at = moved::indices_of(shape, i);
  std::vector<Index> x_at(at.size());
  for (std::size_t k = 0; k < at.size(); ++k) x_at[static_cast<std::size_t>(dims[k])] = at[k];
  return moved::element_of(from, x_at);
}

void check_permute(const Shape& from, const std::vector<int>& dims, bool threads = false) {
  std::vector<Index> sizes;
  for (const int d : dims) sizes.push_back(from[d]);
  const Shape shape{std::span<const Index>(sizes)};
  const auto op = [&](const Tensor& x) { return permute(x, std::span<const int>(dims)); };
  const auto source = [&](Index i) { return permuted_source(from, shape, dims, i); };
  threads ? check_threads(op, from, shape, source) : check(op, from, shape, source);
}

// Element i of a repeated x.
Index repeated_source(const Shape& from, const Shape& shape, Index i) {
  const std::vector<Index> at = moved::indices_of(shape, i);
  std::vector<Index> x_at;
  for (int d = 0; d < from.ndim(); ++d) {
    const Index index = at[static_cast<std::size_t>(d + shape.ndim() - from.ndim())];
    x_at.push_back(from[d] == 1 ? 0 : index);
  }
  return moved::element_of(from, x_at);
}

void check_broadcast(const Shape& from, const Shape& shape) {
  check([&](const Tensor& x) { return broadcast_to(x, shape); }, from, shape,
        [&](Index i) { return repeated_source(from, shape, i); });
}

std::uint64_t next_random(std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

}  // namespace

TEST_CASE("reshape: the same numbers in the same memory, gradients pass as they are") {
  check([](const Tensor& x) { return reshape(x, {3, 4}); }, {2, 6}, {3, 4}, same);
  check([](const Tensor& x) { return reshape(x, {6, -1}); }, {2, 3, 4}, {6, 4}, same);
  check([](const Tensor& x) { return reshape(x, {-1}); }, {2, 3, 4}, {24}, same);
  check([](const Tensor& x) { return reshape(x, {-1, 24}); }, {2, 3, 4}, {1, 24}, same);
  check([](const Tensor& x) { return reshape(x, {}); }, {1, 1}, {}, same);
  check([](const Tensor& x) { return reshape(x, {1, -1, 1}); }, {}, {1, 1, 1}, same);
  check([](const Tensor& x) { return reshape(x, {3, 0}); }, {0, 3}, {3, 0}, same);
  check([](const Tensor& x) { return reshape(x, {-1, 3}); }, {0}, {0, 3}, same);
  check([](const Tensor& x) { return reshape(x, {0, 5}); }, {7, 0}, {0, 5}, same);
  check([](const Tensor& x) { return view(x, {2, -1}); }, {4}, {2, 2}, same);
  const std::vector<Index> sizes{2, 3};
  check([&](const Tensor& x) { return reshape(x, sizes); }, {6}, {2, 3}, same);

  Tensor x = counting({2, 3});
  Tensor y = reshape(x, {3, 2});
  CHECK(y.data() == x.data());
  x.fill_(7);
  CHECK(y.at({2, 1}) == 7);
  CHECK(std::string(y.op()) == "reshape");
  CHECK(std::string(view(x, {6}).op()) == "view");
}

TEST_CASE("reshape: an input that is used twice gets both gradients") {
  const Tensor x = counting({2, 3}).set_requires_grad();
  const Tensor y = cat({reshape(x, {6}), reshape(x, {6})}, 0);
  y.backward(counting({12}));
  CHECK(x.grad().to_vector() == std::vector<real>{8, 10, 12, 14, 16, 18});
}

TEST_CASE("squeeze and unsqueeze: dimensions of size 1 go and come") {
  check([](const Tensor& x) { return squeeze(x, 1); }, {2, 1, 3}, {2, 3}, same);
  check([](const Tensor& x) { return squeeze(x, -1); }, {2, 1}, {2}, same);
  check([](const Tensor& x) { return squeeze(x); }, {1, 2, 1, 3, 1}, {2, 3}, same);
  check([](const Tensor& x) { return squeeze(x); }, {1, 1}, {}, same);
  check([](const Tensor& x) { return squeeze(x); }, {}, {}, same);
  check([](const Tensor& x) { return squeeze(x); }, {1, 0}, {0}, same);
  check([](const Tensor& x) { return unsqueeze(x, 0); }, {2, 3}, {1, 2, 3}, same);
  check([](const Tensor& x) { return unsqueeze(x, 1); }, {2, 3}, {2, 1, 3}, same);
  check([](const Tensor& x) { return unsqueeze(x, 2); }, {2, 3}, {2, 3, 1}, same);
  check([](const Tensor& x) { return unsqueeze(x, -1); }, {2, 3}, {2, 3, 1}, same);
  check([](const Tensor& x) { return unsqueeze(x, -3); }, {2, 3}, {1, 2, 3}, same);
  check([](const Tensor& x) { return unsqueeze(x, 0); }, {}, {1}, same);
  check([](const Tensor& x) { return unsqueeze(x, -1); }, {}, {1}, same);
}

TEST_CASE("reshape, squeeze, unsqueeze: what they refuse, and how they say it") {
  const Tensor x = ones({2, 3});
  refused("reshape",
          "reshape: [2,3] has 6 elements, [4,2] needs 8; expected as many elements before as "
          "after. Try: -1 for one of the sizes, which is then computed from the others",
          [&] {
            reshape(x, {4, 2});
          });
  refused("view",
          "view: [2,3] has 6 elements, [] needs 1; expected as many elements before as after. Try: "
          "-1 for one of the sizes, which is then computed from the others",
          [&] { view(x, {}); });
  refused("reshape",
          "reshape: [-1,2,-1] has -1 in dimensions 0 and 2; expected sizes of 0 or more, and at "
          "most one -1. Try: give the other sizes as numbers",
          [&] {
            reshape(x, {-1, 2, -1});
          });
  refused("reshape",
          "reshape: [-2,3] has -2 in dimension 0; expected sizes of 0 or more, and at most one -1. "
          "Try: give the other sizes as numbers",
          [&] {
            reshape(x, {-2, 3});
          });
  refused("reshape",
          "reshape: [2,3] has 6 elements, [4,-1] needs a multiple of 4; expected other sizes whose "
          "product divides the number of elements. Try: fewer or other sizes besides the -1",
          [&] {
            reshape(x, {4, -1});
          });
  refused("reshape",
          "reshape: [2,3] has 6 elements, [0,-1] needs a multiple of 0; expected other sizes whose "
          "product divides the number of elements. Try: fewer or other sizes besides the -1",
          [&] {
            reshape(x, {0, -1});
          });
  refused("reshape",
          "reshape: [0,3] is empty, and so is [-1,0] whatever the -1 stands for; expected a -1 "
          "that is not ambiguous. Try: a number instead of the -1",
          [&] {
            reshape(zeros({0, 3}), {-1, 0});
          });
  refused("reshape",
          "reshape: [1,1,1,1,1,2,3] has 7 dimensions; expected at most 6. Try: make neighbours one "
          "dimension",
          [&] {
            reshape(x, {1, 1, 1, 1, 1, 2, 3});
          });
  const Index large = Index{1} << 32;
  CHECK_THROWS_AS(reshape(x, {large, large}), ShapeError);
  CHECK_THROWS_AS(reshape(x, {large, large, -1}), ShapeError);
  refused("squeeze",
          "squeeze: dimension 1 of [2,3] is 3; expected a dimension of size 1. Try: squeeze(x), "
          "which removes only dimensions of size 1",
          [&] { squeeze(x, -1); });
  CHECK_THROWS_AS(squeeze(x, 2), ShapeError);
  CHECK_THROWS_AS(squeeze(ones({}), 0), ShapeError);
  refused("unsqueeze",
          "unsqueeze: dimension 3 for [2,3]; expected -3 to 2. Try: -1 for a new last dimension",
          [&] { unsqueeze(x, 3); });
  CHECK_THROWS_AS(unsqueeze(x, -4), ShapeError);
  refused("unsqueeze",
          "unsqueeze: [1,1,1,1,1,2] has 6 dimensions; expected at most 5, before one is added. "
          "Try: reshape neighbours into one dimension",
          [&] {
            unsqueeze(ones({1, 1, 1, 1, 1, 2}), 0);
          });
}

TEST_CASE("permute: every order of up to four dimensions, and some of six") {
  for (const Shape& from : {Shape{5}, Shape{3, 5}, Shape{2, 3, 5}, Shape{2, 3, 1, 5}}) {
    std::vector<int> dims(static_cast<std::size_t>(from.ndim()));
    std::iota(dims.begin(), dims.end(), 0);
    do {
      check_permute(from, dims);
    } while (std::next_permutation(dims.begin(), dims.end()));
  }
  check_permute({2, 3, 2, 4, 3, 2}, {5, 3, 1, 4, 2, 0});
  check_permute({2, 3, 2, 4, 3, 2}, {1, 0, 3, 2, 5, 4});
  check_permute({2, 1, 2, 4, 3, 2}, {0, 1, 2, 4, 5, 3});
  check_permute({}, {});
  check_permute({0, 3}, {1, 0});
  check_permute({3, 0, 2}, {2, 0, 1});
}

TEST_CASE("permute: dimensions count from the end too") {
  const Tensor x = counting({2, 3, 4});
  CHECK(permute(x, {-1, 0, 1}).to_vector() == permute(x, {2, 0, 1}).to_vector());
  CHECK(permute(x, {-1, 0, 1}).shape() == Shape{4, 2, 3});
}

TEST_CASE("transpose: all sizes around a register and a tile") {
  const Index w = Vec::width;
  for (const Index rows : {Index{1}, Index{3}, w - 1, w, w + 1, Index{63}, Index{64}, Index{65}}) {
    for (const Index columns : {Index{1}, Index{2}, w - 1, w, 2 * w + 1, Index{64}, Index{130}}) {
      check([](const Tensor& x) { return transpose(x, 0, 1); }, {rows, columns}, {columns, rows},
            [&](Index i) { return i % rows * columns + i / rows; });
    }
  }
  check([](const Tensor& x) { return transpose(x, -1, -2); }, {2, 17, 19}, {2, 19, 17},
        [](Index i) { return i / 323 * 323 + i % 17 * 19 + i / 17 % 19; });
  check([](const Tensor& x) { return transpose(x, 1, 1); }, {3, 4}, {3, 4}, same);
}

TEST_CASE("permute: large ones, for any number of threads") {
  check_permute({211, 257}, {1, 0}, true);
  check_permute({3, 20011}, {1, 0}, true);
  check_permute({20011, 3}, {1, 0}, true);
  check_permute({3, 37, 5, 67}, {0, 2, 1, 3}, true);
  check_permute({3, 5, 37, 67}, {0, 1, 3, 2}, true);
  check_permute({17, 40, 53}, {2, 1, 0}, true);
  check_permute({2501, 4, 4}, {0, 2, 1}, true);
}

TEST_CASE("permute, transpose: what they refuse, and how they say it") {
  const Tensor x = ones({2, 3, 4});
  refused("permute",
          "permute: 2 dimensions for [2,3,4]; expected each of its 3 once. Try: name those that "
          "stay too",
          [&] {
            permute(x, {0, 1});
          });
  refused("permute",
          "permute: dimension 1 of [2,3,4] comes twice in [1,-2,0]; expected each dimension once. "
          "Try: 0 to the number of dimensions - 1, in any order",
          [&] {
            permute(x, {1, -2, 0});
          });
  CHECK_THROWS_AS(permute(x, {0, 1, 3}), ShapeError);
  CHECK_THROWS_AS(transpose(x, 0, 3), ShapeError);
  CHECK_THROWS_AS(transpose(x, -4, 0), ShapeError);
  CHECK_THROWS_AS(transpose(ones({}), 0, 0), ShapeError);
}

TEST_CASE("broadcast_to: repeated by the rule of broadcasting; gradients are summed") {
  check_broadcast({}, {3, 4});
  check_broadcast({1}, {5});
  check_broadcast({4}, {3, 4});
  check_broadcast({3, 1}, {3, 4});
  check_broadcast({3, 4}, {3, 4});
  check_broadcast({1, 3, 1}, {2, 3, 4});
  check_broadcast({2, 1, 3, 1}, {2, 5, 3, 7});
  check_broadcast({1, 2, 1, 2, 1}, {3, 3, 2, 2, 2, 3});
  check_broadcast({1}, {0});
  check_broadcast({1, 3}, {0, 3});
  check_broadcast({0, 1}, {2, 0, 3});
  check_broadcast({1, 1}, {1, 1, 1});
  check_broadcast({40, 1}, {40, 600});
  check_broadcast({600}, {40, 600});
}

TEST_CASE("broadcast_to: what it refuses, and how it says it") {
  refused("broadcast_to",
          "broadcast_to: cannot broadcast [2,3] to [4,3]: dimension 0 is 2 and 4; expected equal "
          "sizes, or 1 where it is repeated. Try: unsqueeze, to say which dimension is repeated",
          [] {
            broadcast_to(ones({2, 3}), {4, 3});
          });
  refused("broadcast_to",
          "broadcast_to: cannot broadcast [3] to [3,2]: dimension 1 is 3 and 2; expected equal "
          "sizes, or 1 where it is repeated. Try: unsqueeze, to say which dimension is repeated",
          [] {
            broadcast_to(ones({3}), {3, 2});
          });
  refused("broadcast_to",
          "broadcast_to: cannot broadcast [1,3] to [3]: 2 and 1 dimensions; expected not more "
          "dimensions than there are to be. Try: unsqueeze, to say which dimension is repeated",
          [] {
            broadcast_to(ones({1, 3}), {3});
          });
}

TEST_CASE("move: any strides, against one element at a time; nothing else is touched") {
  std::uint64_t state = 7;
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    // y: an array with room between the elements; x: any strides, also 0 and backwards.
    const int ndim = static_cast<int>(next_random(state) % 5);
    Index size[max_ndim] = {};
    Strides ys{}, xs{};
    Index room = 1, y_first = 0, x_first = 0, x_room = 1;
    std::vector<int> order(static_cast<std::size_t>(ndim));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(next_random(state) % i)]);
    for (const int d : order) {  // in the order of their strides in y
      size[d] = static_cast<Index>(next_random(state) % (ndim > 2 ? 6 : 40));
      ys.stride[d] = room + static_cast<Index>(next_random(state) % 2);
      room += ys.stride[d] * std::max<Index>(size[d], 1);
      if (next_random(state) % 4 == 0 && size[d] > 0) {
        y_first += ys.stride[d] * (size[d] - 1);
        ys.stride[d] = -ys.stride[d];
      }
    }
    for (int d = ndim; d-- > 0;) {
      const Index choice[] = {x_room, x_room, 0, 1, 3};
      xs.stride[d] = choice[next_random(state) % 5];
      if (size[d] > 0 && next_random(state) % 4 == 0) {
        x_first += xs.stride[d] * (size[d] - 1);
        xs.stride[d] = -xs.stride[d];
      }
      x_room += std::abs(xs.stride[d]) * std::max<Index>(size[d], 1);
    }
    std::vector<real> x(static_cast<std::size_t>(x_room)), y(static_cast<std::size_t>(room));
    std::iota(x.begin(), x.end(), real(1));
    const Shape shape(std::span<const Index>(size, static_cast<std::size_t>(ndim)));
    for (const bool overwrite : {true, false}) {
      std::fill(y.begin(), y.end(), real(-5));
      std::vector<real> expected = y;
      plain().move({expected.data() + y_first, overwrite}, ys, x.data() + x_first, xs, shape);
      cpu().move({y.data() + y_first, overwrite}, ys, x.data() + x_first, xs, shape);
      CHECK(y == expected);
    }
  }
}

}  // namespace shape_ops_test
