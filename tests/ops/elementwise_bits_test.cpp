// elementwise_bits_test.cpp: what comes out for an element depends on its inputs alone: not on
// where it lies, on how many there are, nor on the threads. And nothing beside an array is touched:
// the arrays are as long as the numbers in them, for the sanitizers.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/vec.h"
#include "holo/threads.h"
#include "ops/broadcast.h"

namespace elementwise_bits_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;

constexpr Index width = Vec::width;
constexpr int unary_count = static_cast<int>(Unary::clamp) + 1;
constexpr int binary_count = static_cast<int>(Binary::binary_cross_entropy) + 1;
constexpr Constants constants{real(0.5), real(1.25)};  // of pow and clamp

// 0.3 to 2.3, without an order.
Reals numbers(Index n, int seed) {
  Reals x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<real>(
        0.3 + static_cast<double>((i * 607 + 31 * static_cast<std::size_t>(seed)) % 1009) / 504);
  }
  return x;
}

Reals part_of(const Reals& x, Index first, Index n) {
  return Reals(x.data() + first, x.data() + first + n);
}

bool same(const Reals& a, const Reals& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(real)) == 0);
}

// Every kernel of one input on x: the function, its gradient, written and added, and of the kernel
// with both the function and the slope, which takes the place of x.
constexpr int unary_kinds = 5;
Reals unary(int op, int kind, const Reals& x, const Reals& dy) {
  const auto n = static_cast<Index>(x.size());
  Reals y = kind == 2 ? x : Reals(x.size(), -7);
  if (kind == 0) {
    cpu().unary(Unary(op), y.data(), x.data(), n, constants);
  } else if (kind == 3) {
    cpu().unary_with_slope(Unary(op), y.data(), Reals(x.size()).data(), x.data(), n, constants);
  } else if (kind == 4) {
    y = x;
    cpu().unary_with_slope(Unary(op), Reals(x.size()).data(), y.data(), y.data(), n, constants);
  } else {
    cpu().unary_backward(Unary(op), {y.data(), kind == 1}, dy.data(), x.data(), dy.data(), n,
                         constants);
  }
  return y;
}

// Every kernel of two inputs: the function, its gradients by a and by b, written and added.
constexpr int binary_kinds = 5;
Reals binary(int op, int kind, const Reals& a, const Reals& b, const Reals& dy,
             const Broadcast& s) {
  const bool adds = kind == 2 || kind == 4;
  Reals y = adds ? dy : Reals(dy.size(), -7);
  const Output d{y.data(), !adds};
  if (kind == 0) {
    cpu().binary(Binary(op), y.data(), a.data(), b.data(), s);
  } else {
    const Side side = kind <= 2 ? Side::a : Side::b;
    cpu().binary_backward(Binary(op), side, d, dy.data(), a.data(), b.data(), s);
  }
  return y;
}

constexpr Index total = 3 * width + 5;

}  // namespace

TEST_CASE("functions of one input: the bits do not depend on the place") {
  const Reals x = numbers(total, 1), dy = numbers(total, 2);
  for (int op = 0; op < unary_count; ++op) {
    for (int kind = 0; kind < unary_kinds; ++kind) {
      const Reals whole = unary(op, kind, x, dy);
      Index wrong = 0;
      for (Index first = 0; first <= width; ++first) {
        for (Index n = 0; first + n <= total; ++n) {
          wrong += !same(unary(op, kind, part_of(x, first, n), part_of(dy, first, n)),
                         part_of(whole, first, n));
        }
      }
      CAPTURE(op);
      CAPTURE(kind);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("functions of two inputs: the bits do not depend on the place, nor on who is repeated") {
  const Reals a = numbers(total, 1), b = numbers(total, 2), dy = numbers(total, 3);
  for (int op = 0; op < binary_count; ++op) {
    for (int kind = 0; kind < binary_kinds; ++kind) {
      CAPTURE(op);
      CAPTURE(kind);
      const auto kernel = [&](const Reals& from_a, const Reals& from_b, Index first, Index n) {
        const Shape a_shape{static_cast<Index>(from_a.size())};
        const Shape b_shape{static_cast<Index>(from_b.size())};
        return binary(op, kind, from_a, from_b, part_of(dy, first, n),
                      broadcast(a_shape, b_shape, {n}));
      };
      const Reals whole = kernel(a, b, 0, total);
      const Reals a_same = kernel(Reals(total, a[0]), b, 0, total);
      const Reals b_same = kernel(a, Reals(total, b[0]), 0, total);
      Index wrong = 0;
      for (Index first = 0; first <= width; ++first) {
        for (Index n = 2; first + n <= total; ++n) {
          const Reals a_part = part_of(a, first, n), b_part = part_of(b, first, n);
          wrong += !same(kernel(a_part, b_part, first, n), part_of(whole, first, n));
          wrong += !same(kernel({a[0]}, b_part, first, n), part_of(a_same, first, n));
          wrong += !same(kernel(a_part, {b[0]}, first, n), part_of(b_same, first, n));
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("the bits do not depend on the threads, and each part of a row goes to one of them") {
  const int threads = num_threads();
  const Index rows = 37, C = 811, n = rows * C;  // more than one thread takes
  const Reals x = numbers(n, 1), dy = numbers(n, 2), a = numbers(rows, 3);
  const Shape result{rows, C};
  const Broadcast equal = broadcast(result, result, result);
  const Broadcast columns = broadcast({rows, 1}, result, result);
  std::vector<Reals> one;
  for (const int count : {1, 2, 3, 4, 7, 8}) {
    set_num_threads(count);
    std::vector<Reals> all;
    for (int op = 0; op < unary_count; ++op) {
      for (int kind = 0; kind < unary_kinds; ++kind) all.push_back(unary(op, kind, x, dy));
    }
    for (int op = 0; op < binary_count; ++op) {
      for (int kind = 0; kind < binary_kinds; ++kind) {
        all.push_back(binary(op, kind, x, dy, dy, equal));
        all.push_back(binary(op, kind, a, x, dy, columns));
      }
    }
    for (const bool overwrite : {true, false}) {
      Reals y = x;
      cpu().add_scaled({y.data(), overwrite}, dy.data(), real(0.3), n);
      all.push_back(y);
    }
    if (count == 1) one = all;
    Index wrong = 0;
    for (std::size_t i = 0; i < all.size(); ++i) wrong += !same(all[i], one[i]);
    CAPTURE(count);
    CHECK(wrong == 0);
  }
  set_num_threads(threads);
  // Against the same rows, one by one.
  for (int op = 0; op < binary_count; ++op) {
    Index wrong = 0;
    const Reals whole = binary(op, 0, a, x, dy, columns);
    for (Index r = 0; r < rows; ++r) {
      const Reals row = part_of(x, r * C, C);
      wrong +=
          !same(binary(op, 0, {a[static_cast<std::size_t>(r)]}, row, row, broadcast({}, {C}, {C})),
                part_of(whole, r * C, C));
    }
    CHECK(wrong == 0);
  }
}

}  // namespace elementwise_bits_test
