// matmul_cpu.h: what matmul_cpu.cpp and matmul_serial_cpu.cpp share: the product on one thread, and
// when it copies parts of A. A product reads some rows of A at a time, so that they are still in a
// cache for the next read. The copy of a transposed A stays in caches more easily.
#pragma once

#include <unistd.h>

#include <algorithm>

#include "backend/backend.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_transpose.h"

namespace holo {
namespace matmul {

constexpr Index ceil_div(Index a, Index b) { return (a + b - 1) / b; }

/// The cost of C[M, N] per k: the arithmetic of whole tiles, and packing.
Index cost_of_product(Index M, Index N);

/// How many numbers a copy of parts of A needs, if it pays for `rows` rows and `columns` columns of
/// this product; else 0.
Index size_of_copy(const MatmulSizes& s, Index rows, Index columns);

/// gemm() of gemm.h on the calling thread. `copy` has size_of_copy() numbers; if it is null, A is
/// read in place. REQUIRES: 0 < M, N.
void multiply(Output C, const real* A, const real* B, const MatmulSizes& s, real* copy);

// ---- copies to where matmul_kernel_cpu.h reads them fast, and of its sums to C ----

/// to[k][j] = from[k][j] for k < depth, j < columns, and zeros up to the next multiple of
/// Vec::width.
inline void pack(Index depth, Index columns, const real* from, Index from_row, real* to,
                 Index to_row) {
  for (Index k = 0; k < depth; ++k) {
    for_each_vec(columns, [&](Index j, Index n) {
      store(to + k * to_row + j, load(from + k * from_row + j, n));
    });
  }
}

/// C[i][j] = from[i][j], or += with `accumulate`, for i < rows, j < columns.
inline void unpack(Index rows, Index columns, const real* from, Index from_row, real* C, Index ldc,
                   bool accumulate) {
  for (Index i = 0; i < rows; ++i) {
    for_each_vec(columns, [&](Index j, Index n) {
      const Vec x = load(from + i * from_row + j, n);
      real* const c = C + i * ldc + j;
      store(c, accumulate ? load(c, n) + x : x, n);
    });
  }
}

// ---- how many rows of A a product reads at a time ----

// The depth is the same for every product, so that the order of a sum depends on nothing else.
inline constexpr Index most_depth = 2048 / sizeof(real);

constexpr Index bytes_of(Index count) { return count * static_cast<Index>(sizeof(real)); }

// The limits of l2_cache_size(): several cores share a larger cache.
inline constexpr Index least_l2_cache = Index{256} << 10, most_l2_cache = Index{2} << 20;

// Bytes of a core's L2 cache; 1 MiB if the system does not tell. It changes the time of a product,
// but not its result.
inline Index l2_cache_size() {
  static const Index size = [] {
#ifdef _SC_LEVEL2_CACHE_SIZE
    if (const Index bytes = sysconf(_SC_LEVEL2_CACHE_SIZE); bytes > 0) {
      return std::clamp(bytes, least_l2_cache, most_l2_cache);
    }
#endif
    return Index{1} << 20;
  }();
  return size;
}

// How many rows of `depth` numbers fit into two thirds of an L2 cache.
constexpr Index rows_of_cache(Index size, Index depth) {
  return ceil_div(2 * size, 3 * bytes_of(depth));
}

// How many rows of A [M, depth] to read at a time: many, because each time packs panels of B.
inline Index rows_at_a_time(Index M, Index depth) {
  if (M <= rows_of_cache(least_l2_cache, most_depth)) return M;
  return ceil_div(M, ceil_div(M, rows_of_cache(l2_cache_size(), depth)));
}

// ---- the copy of a transposed A ----

// Tells whether the L2 cache cannot keep one line of each of `rows` rows that are `row` elements
// apart. The place of a line in the cache depends on its address modulo a power of two. Let p be
// the largest power of two that divides the distance of the rows in bytes. Then the rows only use
// every p-th place.
inline bool collide(Index rows, Index row) {
  const Index distance = bytes_of(row), p = distance & -distance;
  return rows * p >= l2_cache_size();
}

// With fewer columns, the copy of A costs too much.
inline constexpr Index least_columns_for_copy = 8 * Vec::width;

// The copy and its source share the L2 cache.
inline Index most_rows_of_copy() {
  return std::max<Index>(rows_of_cache(l2_cache_size(), most_depth) / 2 / Vec::width, 1) *
         Vec::width;
}

// The distance between the rows of the copy, which have `numbers` numbers: an odd number of
// registers, so that they do not collide.
constexpr Index row_of_copy(Index numbers) { return (numbers / Vec::width | 1) * Vec::width; }

// True if we copy every A that is too large for L2, in the layout of an A that is not transposed.
//
// For each k a tile needs few numbers of a row of A, but a cache keeps a whole line. With AVX2 the
// tile needs 6 floats of 16, and the lines of 512 rows already fill an L1 cache of 32 KiB. So each
// tile asks L2 for them, and if A is large, L2 does not have them all. Six rows of the copy are 12
// KiB without gaps. With AVX-512 the copy has the layout of A.
inline constexpr bool copies_rows = Vec::bytes == 32;

inline Index numbers_of_copy() {
  return copies_rows ? most_rows_of_copy() * row_of_copy(most_depth)
                     : most_depth * row_of_copy(most_rows_of_copy());
}

/// Copies A [depth, rows]. Rows of A are `row` elements apart, rows of the copy `copied_row`.
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
