// matmul_rows_cpu.h: how many rows of A a product reads at a time, so that what is read again is
// still in a cache; and the copy of a transposed A, which caches keep better.
#pragma once

#include <algorithm>

#include "backend/cpu/caches.h"
#include "backend/cpu/vec.h"
#include "ops/matmul_pack_cpu.h"
#include "ops/matmul_serial_cpu.h"

namespace holo {
namespace matmul {

// The same for every product: so the order of a sum depends on nothing else.
inline constexpr Index most_depth = 2048 / sizeof(real);

constexpr Index bytes_of(Index count) { return count * static_cast<Index>(sizeof(real)); }

// Rows of `depth` numbers that take two thirds of an L2 cache.
constexpr Index rows_of_cache(Index size, Index depth) {
  return ceil_div(2 * size, 3 * bytes_of(depth));
}

// In how many rows at a time A [M, depth] is read: in few, since panels of B are packed for each.
inline Index rows_at_a_time(Index M, Index depth) {
  if (M <= rows_of_cache(least_l2_cache, most_depth)) return M;
  return ceil_div(M, ceil_div(M, rows_of_cache(l2_cache_size(), depth)));
}

// ---- the copy of a transposed A ----

// Whether so many rows, `row` elements apart, are more than the L2 cache can keep one line each
// of. Where a line may be follows from its address modulo a power of two. Let p be the largest
// power of two that divides the distance of the rows in bytes: they meet in every p-th place only.
inline bool collide(Index rows, Index row) {
  const Index distance = bytes_of(row), p = distance & -distance;
  return rows * p >= l2_cache_size();
}

// With fewer columns copying A costs too much.
inline constexpr Index least_columns_for_copy = 8 * Vec::width;

// The copy and what it is copied from share the L2 cache.
inline Index most_rows_of_copy() {
  return std::max<Index>(rows_of_cache(l2_cache_size(), most_depth) / 2 / Vec::width, 1) *
         Vec::width;
}

// From one row of the copy to the next, which has so many numbers: an odd number of registers, so
// that they do not collide.
constexpr Index row_of_copy(Index numbers) { return (numbers / Vec::width | 1) * Vec::width; }

// Whether the copy lies as an A that is not transposed, and is made of every A too large for L2.
//
// For each k a tile takes few numbers of a row of A, of which a cache keeps a whole line. With AVX2
// these are 6 floats of 16, and the lines of 512 rows fill an L1 cache of 32 KiB alone: so each
// tile asks L2 for them, which has not all when A is large. Six rows of the copy are 12 KiB without
// gaps. With AVX-512 the copy lies as A does.
inline constexpr bool copies_rows = Vec::bytes == 32;

inline Index numbers_of_copy() {
  return copies_rows ? most_rows_of_copy() * row_of_copy(most_depth)
                     : most_depth * row_of_copy(most_rows_of_copy());
}

/// Copies A [depth, rows], `row` elements from one row to the next; in the copy these are
/// `copied_row`.
inline void copy_transposed(Index depth, Index rows, const real* A, Index row, real* copy,
                            Index copied_row) {
  if constexpr (copies_rows) {
    transpose(depth, rows, A, row, copy, copied_row, false, false);
  } else {
    pack(depth, rows, A, row, copy, copied_row);
  }
}

}  // namespace matmul
}  // namespace holo
