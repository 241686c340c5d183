// matmul_pack_cpu.h: copies parts of a matrix to where the kernel of matmul_kernel_cpu.h reads them
// fast, and the sums that it leaves to C.
#pragma once

#include <algorithm>

#include "backend/cpu/vec.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_transpose.h"
#include "holo/shape.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace matmul {

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

/// C[i][j] = from[i][j], or += when `accumulate`, for i < rows, j < columns.
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

/// to[j][i] = from[i][j], or += when `accumulate`, for a whole square of registers. Not inlined, so
/// that the square has all registers.
[[gnu::noinline]] inline void transpose_square(const real* from, Index from_row, real* to,
                                               Index to_row, bool accumulate) {
  Vec x[Vec::width];
#pragma GCC unroll 16
  for (int i = 0; i < Vec::width; ++i) x[i] = load(from + i * from_row);
  transpose(x);
#pragma GCC unroll 16
  for (int j = 0; j < Vec::width; ++j) {
    real* const t = to + j * to_row;
    store(t, accumulate ? load(t) + x[j] : x[j]);
  }
}

/// The same for less than a square. Each row of `to` gets `lanes` >= rows numbers; zeros stand for
/// the rows that `from` does not have.
inline void transpose_tail(Index rows, Index columns, const real* from, Index from_row, real* to,
                           Index to_row, Index lanes, bool accumulate) {
  Vec x[Vec::width] = {};
  for (Index i = 0; i < rows; ++i) x[i] = load(from + i * from_row, columns);
  transpose(x);
  for (Index j = 0; j < columns; ++j) {
    real* const t = to + j * to_row;
    store(t, accumulate ? load(t, lanes) + x[j] : x[j], lanes);
  }
}

/// to[j][i] = from[i][j], or += when `accumulate`, for i < rows, j < columns; when `padded`, each
/// row of `to` gets zeros up to the next multiple of Vec::width.
inline void transpose(Index rows, Index columns, const real* from, Index from_row, real* to,
                      Index to_row, bool padded, bool accumulate) {
  constexpr Index width = Vec::width;
  for (Index i = 0; i < rows; i += width) {
    const Index m = std::min(width, rows - i);
    for (Index j = 0; j < columns; j += width) {
      const Index n = std::min(width, columns - j);
      const real* const f = from + i * from_row + j;
      real* const t = to + j * to_row + i;
      if (m == width && n == width) {
        transpose_square(f, from_row, t, to_row, accumulate);
      } else {
        transpose_tail(m, n, f, from_row, t, to_row, padded ? width : m, accumulate);
      }
    }
  }
}

}  // namespace matmul
}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
