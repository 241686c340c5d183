// matmul_pack_cpu.h: copies parts of a matrix to where matmul_kernel_cpu.h reads them fast, and
// copies its sums to C.
#pragma once

#include "backend/cpu/vec.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_transpose.h"
#include "holo/shape.h"

namespace holo {
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

}  // namespace matmul
}  // namespace holo
