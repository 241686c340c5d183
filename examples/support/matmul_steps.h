// matmul_steps.h: the product of two square matrices, C = A B, made fast in six steps. Each is a
// whole program for its job; the library's own (src/ops/matmul_cpu.cpp) is the last of them for
// matrices of any shape.
// REQUIRES: n is a multiple of tile_rows, tile_columns and block; C overlaps neither A nor B.
#pragma once

#include <algorithm>
#include <vector>

#include "backend/cpu/vec.h"
#include "holo/shape.h"
#include "holo/version.h"

namespace holo::matmul_steps {

/// 1. The definition. Each multiply-add waits for the one before, and column j of B is read with
/// a step of n: a cache line for each number.
inline void three_loops(Index n, const real* A, const real* B, real* C) {
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      real sum = 0;
      for (Index k = 0; k < n; ++k) sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
  }
}

/// 2. The same multiply-adds with k outside of j: now the inner loop goes along rows, and the
/// compiler does a register of them at a time. But it loads C and stores it for each.
inline void along_rows(Index n, const real* A, const real* B, real* C) {
  std::fill_n(C, n * n, real(0));
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < n; ++k) {
      const real a = A[i * n + k];
      for (Index j = 0; j < n; ++j) C[i * n + j] += a * B[k * n + j];
    }
  }
}

inline constexpr Index tile_rows = Vec::bytes == 64 ? 8 : 4;
inline constexpr Index tile_vectors = 3, tile_columns = tile_vectors * Vec::width;

/// c[tile_rows, tile_columns] += a[tile_rows, depth] b[depth, tile_columns]; the sums stay in
/// registers.
inline void add_tile(Index depth, const real* a, Index a_row, const real* b, Index b_row, real* c,
                     Index c_row) {
  Vec sum[tile_rows][tile_vectors] = {};
  for (Index k = 0; k < depth; ++k) {
#pragma GCC unroll 8
    for (Index i = 0; i < tile_rows; ++i) {
#pragma GCC unroll 3
      for (Index j = 0; j < tile_vectors; ++j) {
        sum[i][j] += Vec(a[i * a_row + k]) * load(b + k * b_row + j * Vec::width);
      }
    }
  }
#pragma GCC unroll 8
  for (Index i = 0; i < tile_rows; ++i) {
#pragma GCC unroll 3
    for (Index j = 0; j < tile_vectors; ++j) {
      real* const to = c + i * c_row + j * Vec::width;
      store(to, load(to) + sum[i][j]);
    }
  }
}

/// 3. C in tiles. A number of A is used for a row of the tile, a vector of B for a column.
inline void tiles(Index n, const real* A, const real* B, real* C) {
  std::fill_n(C, n * n, real(0));
  for (Index i = 0; i < n; i += tile_rows) {
    for (Index j = 0; j < n; j += tile_columns) {
      add_tile(n, A + i * n, n, B + j, n, C + i * n + j, n);
    }
  }
}

/// C[rows, columns] += A[rows, depth] B[depth, columns] by panels: columns of B as wide as a tile.
/// Each is packed (its rows put side by side) and then used by all tiles of these columns.
inline void add_panels(Index rows, Index columns, Index depth, Index n, const real* A,
                       const real* B, real* C) {
  std::vector<real> panel(static_cast<std::size_t>(depth * tile_columns));
  for (Index j = 0; j < columns; j += tile_columns) {
    for (Index k = 0; k < depth; ++k) {
      std::copy_n(B + k * n + j, tile_columns, panel.data() + k * tile_columns);
    }
    for (Index i = 0; i < rows; i += tile_rows) {
      add_tile(depth, A + i * n, n, panel.data(), tile_columns, C + i * n + j, n);
    }
  }
}

/// 4. B packed: a panel is read from near memory, in order.
inline void packed(Index n, const real* A, const real* B, real* C) {
  std::fill_n(C, n * n, real(0));
  add_panels(n, n, n, n, A, B, C);
}

inline constexpr Index block = 384;
static_assert(block % tile_rows == 0 && block % tile_columns == 0);

/// 5. In blocks of rows and of k: a block of A stays in the L2 cache while all panels pass by.
inline void blocks(Index n, const real* A, const real* B, real* C) {
  std::fill_n(C, n * n, real(0));
  for (Index k = 0; k < n; k += block) {
    for (Index i = 0; i < n; i += block) {
      add_panels(block, n, block, n, A + i * n + k, B + k * n, C + i * n);
    }
  }
}

/// 6. Blocks of C to the threads. No two write the same, so none waits for another.
inline void threads(Index n, const real* A, const real* B, real* C) {
  std::fill_n(C, n * n, real(0));
  const Index across = n / block;
#pragma omp parallel for
  for (Index piece = 0; piece < across * across; ++piece) {
    const Index i = piece / across * block, j = piece % across * block;
    for (Index k = 0; k < n; k += block) {
      add_panels(block, block, block, n, A + i * n + k, B + k * n + j, C + i * n + j);
    }
  }
}

}  // namespace holo::matmul_steps
