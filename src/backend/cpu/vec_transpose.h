// vec_transpose.h: the transpose of a matrix, square by square, with one register for each row.
#pragma once

#include <algorithm>
#include <utility>

#include "backend/cpu/vec_loop.h"

namespace holo {

/// a[0], b[0], a[1], b[1], ... from the lower halves of a and b, or from the upper halves if first
/// = width / 2.
template <int first, int... lane>
Vec interleave(Vec a, Vec b, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(a.lanes, b.lanes, (first + lane / 2 + (lane % 2) * Vec::width)...);
}

/// Lane j of row i becomes lane i of row j. Each round shuffles the rows like a deck of cards cut
/// in the middle. That rotates the bits of the position row * width + lane by one, so log2(width)
/// rounds exchange row and lane.
inline void transpose(Vec (&rows)[Vec::width]) {
  constexpr int half = Vec::width / 2;
  constexpr auto lanes = std::make_integer_sequence<int, Vec::width>();
  for (int round = 1; round < Vec::width; round *= 2) {
    Vec shuffled[Vec::width];
    for (int i = 0; i < half; ++i) {
      shuffled[2 * i] = interleave<0>(rows[i], rows[i + half], lanes);
      shuffled[2 * i + 1] = interleave<half>(rows[i], rows[i + half], lanes);
    }
    for (int i = 0; i < Vec::width; ++i) rows[i] = shuffled[i];
  }
}

/// to[j][i] = from[i][j], or += with `accumulate`, for a whole square of registers. It is not
/// inlined, so that the square can use all registers.
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

/// Transposes less than a square. Each row of `to` gets `lanes` >= rows numbers. Zeros replace the
/// rows that `from` does not have.
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

/// to[j][i] = from[i][j], or += with `accumulate`, for i < rows, j < columns. With `padded`, each
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

}  // namespace holo
