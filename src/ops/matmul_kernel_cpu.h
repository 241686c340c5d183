// matmul_kernel_cpu.h: the innermost part of the matrix product: one tile of C, which stays in
// registers while its sums grow. matmul_cpu.cpp divides the matrices into tiles.
//
// A core can start two fused multiply-adds in a cycle, each on a whole register (16 floats with
// AVX-512). But it can load only two registers in a cycle, and a multiply-add takes 4 cycles. So
// C[i][j] += A[i][k] * B[k][j], which loads three registers and stores one for each multiply-add,
// runs at a quarter of the speed; and each sum waits 4 cycles for the sum before it. A tile cures
// both. For each k it loads a row of B (one register for each vector of columns) and one number of
// A for each row, and multiplies all pairs. With 9 rows and 3 vectors this takes
//
//     3 + 9 loads, 27 multiply-adds, to 27 sums that do not wait for each other,
//
// and the multiply-adds set the speed. The sums must fit the registers: 27 of them, 3 vectors of B
// and 1 number of A are 31 of the 32 registers of AVX-512. AVX2 has 16: 12 + 2 + 1.
//
// The compiler keeps an array in registers if all its indices are constants. So the shape of a tile
// is a template argument, and the loops over the tile are unrolled.
#pragma once

#include <array>
#include <utility>

#include "backend/cpu/vec.h"
#include "holo/shape.h"

namespace holo {
namespace matmul {

/// The most rows of a tile that has 1, 2, ... vectors of columns.
#if defined(__AVX512F__)
inline constexpr std::array tile_rows = {12, 9, 9};
#elif defined(__aarch64__)
inline constexpr std::array tile_rows = {8, 8, 8};
#else
inline constexpr std::array tile_rows = {8, 6};
#endif
inline constexpr int most_rows = tile_rows.front();
inline constexpr int most_vectors = static_cast<int>(tile_rows.size());
inline constexpr int most_columns = most_vectors * Vec::width;

/// C = A B, or C += A B with `accumulate`. C is [rows, vectors], A [rows, depth], B [depth,
/// vectors]; a vector has Vec::width columns.
struct Tile {
  Index depth;
  const real* a;          // A[i][k] is a[i * a_row + k * a_column]
  Index a_row, a_column;  // one of them is 1
  const real* b;          // B[k] begins at b + k * b_row
  Index b_row;
  real* b_copy;  // a kernel with copy leaves the rows of B here, contiguous
  real* c;       // C[i] begins at c + i * c_row
  Index c_row;
  bool accumulate;
};

template <int rows, int vectors, bool copy>
void multiply_tile(const Tile& tile) {
  constexpr int width = Vec::width;
  const Tile t = tile;  // a local copy, which the stores below cannot change
  // Fetches C now, so that it arrives while the sums grow, unless they have too few terms for that.
  if (t.depth >= 128) {
#pragma GCC unroll 1
    for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 1
      for (int j = 0; j < vectors; ++j) __builtin_prefetch(t.c + i * t.c_row + j * width, 1);
    }
  }
  Vec sum[rows][vectors] = {};
  const auto add_products = [&](Index a_row, Index a_column) __attribute__((always_inline)) {
    for (Index k = 0; k < t.depth; ++k) {
      Vec b[vectors];
#pragma GCC unroll 4
      for (int j = 0; j < vectors; ++j) {
        b[j] = load(t.b + k * t.b_row + j * width);
        if (copy) {
          store(t.b_copy + (k * vectors + j) * width, b[j]);
          __builtin_prefetch(t.b + k * t.b_row + (vectors + j) * width);  // fetches the next panel
        }
      }
#pragma GCC unroll 16
      for (int i = 0; i < rows; ++i) {
        const Vec a = t.a[i * a_row + k * a_column];  // the same number in all lanes
#pragma GCC unroll 4
        for (int j = 0; j < vectors; ++j) sum[i][j] += a * b[j];
      }
    }
  };
  if (t.a_row == 1) {  // a constant step needs no register
    add_products(1, t.a_column);
  } else {
    add_products(t.a_row, 1);
  }
#pragma GCC unroll 16
  for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < vectors; ++j) {
      real* const c = t.c + i * t.c_row + j * width;
      store(c, t.accumulate ? load(c) + sum[i][j] : sum[i][j]);
    }
  }
}

// ---- a table with the kernels for all shapes ----

using Kernel = void (*)(const Tile&);

/// A kernel copies only if there are more tiles than this. The first tile has the mean number of
/// rows, rounded up, so it is not a small one.
inline constexpr int tiles_without_copy = 4;
constexpr int least_rows_of_copy(int most) { return most - most / (tiles_without_copy + 1); }

template <int rows, int vectors, bool copy>
constexpr Kernel kernel_of() {
  if constexpr (!copy || rows >= least_rows_of_copy(tile_rows[vectors - 1])) {
    return multiply_tile<rows, vectors, copy>;
  } else {
    return nullptr;
  }
}

template <int vectors, bool copy, int... i>
constexpr std::array<Kernel, most_rows> kernels_of(std::integer_sequence<int, i...>) {
  return {kernel_of<i + 1, vectors, copy>()...};
}

template <int... v>
constexpr auto all_kernels(std::integer_sequence<int, v...>) {
  return std::array{std::array{
      kernels_of<v + 1, false>(std::make_integer_sequence<int, tile_rows[v]>()),
      kernels_of<v + 1, true>(std::make_integer_sequence<int, tile_rows[v]>()),
  }...};
}

/// kernels[vectors - 1][copy][rows - 1]. No kernel copies with fewer rows than least_rows_of_copy.
inline constexpr auto kernels = all_kernels(std::make_integer_sequence<int, most_vectors>());

}  // namespace matmul
}  // namespace holo
