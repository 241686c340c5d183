// row_block.h: loops over blocks of rows of n neighbours, for kernels with several passes; and the
// reductions of a row: the sum of its terms and its largest element.
//
// The passes over one row wait for each other: in a softmax the sum waits for the exponentials, and
// these wait for the largest element. Different rows do not wait for each other, so blocks of short
// rows save a quarter of the time.
#pragma once

#include <algorithm>
#include <limits>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"

namespace holo {

/// A block has at most so many elements, unless it is a single row, and at most so many rows.
inline constexpr Index block_size = 2048, max_block_rows = 512;

/// A number for each row of a block.
struct RowResults {
  alignas(Vec) real of[max_block_rows];
};

/// Calls body(first, count) for each block of rows, first ... first + count - 1.
template <class Body>
void for_row_blocks(Index rows, Index n, const Body& body) {
  const Index size = std::clamp<Index>(block_size / std::max<Index>(n, 1), 1, max_block_rows);
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
