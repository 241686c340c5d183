// vec_loop.h: the loops of a kernel over an array and over rows of neighbours, one register at a
// time. The last elements, the tail, may fill only some lanes of a register.
#pragma once

#include <algorithm>
#include <limits>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec.h"

namespace holo {

/// 0, 1, 2, ...
inline Vec lane_numbers() {
  static constexpr real lane[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return load(lane);
}

/// True in lanes 0 ... n - 1.
inline Mask first_lanes(Index n) { return lane_numbers() < n; }

/// The largest number of all lanes. REQUIRES: no lane is NaN.
template <int by = Vec::width / 2>
real largest_lane(Vec x) {
  if constexpr (by == 0) return x.lanes[0];
  return largest_lane<by / 2>(max(x, rotate<by>(x)));
}

/// Lanes 0 ... n - 1 become from[0 ... n - 1]; the other lanes become 0, or `fill`.
/// REQUIRES: 0 < n <= Vec::width.
inline Vec load(const real* from, Index n) {
  if (n == Vec::width) return load(from);
  const auto count = static_cast<Vec::Word>(n);  // as wide as a lane, which gives one masked load
  real x[Vec::width];
#pragma GCC unroll 1  // otherwise g++ unrolls it to 16 branches
  for (Vec::Word i = 0; i < Vec::width; ++i) x[i] = i < count ? from[i] : 0;
  return load(x);
}
inline Vec load(const real* from, Index n, real fill) {
  return n == Vec::width ? load(from) : select(first_lanes(n), load(from, n), fill);
}
/// to[0 ... n - 1] = lanes 0 ... n - 1
inline void store(real* to, Vec x, Index n) {
  if (n == Vec::width) return store(to, x);
  const auto count = static_cast<Vec::Word>(n);
  real from[Vec::width];
  store(from, x);
#pragma GCC unroll 1
  for (Vec::Word i = 0; i < Vec::width; ++i) {
    if (i < count) to[i] = from[i];
  }
}

/// y[at ... at + n - 1] = or += lanes 0 ... n - 1
inline void add(Output y, Index at, Vec x, Index n) {
  store(y.data + at, y.overwrite ? x : load(y.data + at, n) + x, n);
}

/// Calls body(i, lanes) for the elements i ... i + lanes - 1 of n. `lanes` is Vec::width, or less
/// for the tail.
template <class Body>
inline void for_each_vec(Index n, Body body) {
  Index i = 0;
  for (; i + Vec::width <= n; i += Vec::width) body(i, Index{Vec::width});
  if (i < n) body(i, n - i);
}

// ---- rows of n neighbours, for kernels with several passes over each row ----
//
// The passes over one row wait for each other: in a softmax the sum waits for the exponentials, and
// these wait for the largest element. Different rows do not wait for each other, so blocks of short
// rows save a quarter of the time.

/// A block has at most so many elements, unless it is a single row, and at most so many rows.
inline constexpr Index block_elements = 2048, max_block_rows = 512;

/// A number for each row of a block.
struct RowResults {
  alignas(Vec) real of[max_block_rows];
};

/// Calls body(first, count) for each block of rows, first ... first + count - 1.
template <class Body>
void for_row_blocks(Index rows, Index n, const Body& body) {
  const Index size = std::clamp<Index>(block_elements / std::max<Index>(n, 1), 1, max_block_rows);
  parallel_for((rows + size - 1) / size, rows * n, [&](Index block) {
    const Index first = block * size;
    body(first, std::min(size, rows - first));
  });
}

/// The distance to the next block, which is fetched while this one is computed. It is 0 for long
/// rows, which the hardware fetches without help.
inline Index next_block(Index rows, Index n) { return n <= 16384 ? rows * n : 0; }
inline void prefetch(const real* x) { __builtin_prefetch(x); }
inline void prefetch_to_write(const real* y) { __builtin_prefetch(y, 1); }

/// Calls body(r, i, lanes) for the elements i ... i + lanes - 1 of each row r of a block. The tails
/// of the rows come last, because storing part of a register delays the next load.
template <class Body>
[[gnu::always_inline]] inline void for_each_vec(Index rows, Index n, Body body) {
  const Index end = n / Vec::width * Vec::width;
  for (Index r = 0; r < rows; ++r) {
    for (Index i = 0; i < end; i += Vec::width) body(r, i, Index{Vec::width});
  }
  if (end == n) return;
  for (Index r = 0; r < rows; ++r) body(r, end, n - end);
}

/// The largest element of x [n], without NaNs; -inf if there is none.
inline real largest_of_row(const real* x, Index n) {
  Vec largest(-std::numeric_limits<real>::infinity());
  for_each_vec(n, [&](Index i, Index lanes) {
    largest = max(load(x + i, lanes, -std::numeric_limits<real>::infinity()), largest);
  });
  return largest_lane(largest);
}

/// The sum of term(i, lanes), a Vec for the elements i ... i + lanes - 1 of a row. It uses four
/// sums, so that no addition waits for another. Each sum has 512 terms, so that none grows large.
template <class Term>
[[gnu::always_inline]] inline real sum_of_row(Index n, Term term) {
  constexpr Index width = Vec::width;
  Vec total(0);
  for (Index i = 0; i < n;) {
    const Index end = std::min(n, i + 512);
    Vec t0(0), t1(0), t2(0), t3(0);
    for (; i + 4 * width <= end; i += 4 * width) {
      t0 += term(i, width);
      t1 += term(i + width, width);
      t2 += term(i + 2 * width, width);
      t3 += term(i + 3 * width, width);
    }
    for (; i + width <= end; i += width) t0 += term(i, width);
    if (i < end) t1 += select(first_lanes(end - i), term(i, end - i), 0);
    total += (t0 + t1) + (t2 + t3);
    i = end;
  }
  return sum(total);
}

}  // namespace holo
