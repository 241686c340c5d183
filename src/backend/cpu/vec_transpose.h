// vec_transpose.h: the transpose of a square of numbers, one register for each row.
#pragma once

#include <utility>

#include "backend/cpu/vec.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// a[0], b[0], a[1], b[1], ... from the lower halves of a and b; with first = width / 2 from the
/// upper ones.
template <int first, int... lane>
Vec interleave(Vec a, Vec b, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(a.lanes, b.lanes, (first + lane / 2 + (lane % 2) * Vec::width)...);
}

/// Lane j of row i becomes lane i of row j. Each round shuffles the rows like a deck of cards that
/// is cut in the middle, which rotates the bits of the position row * width + lane by one; after
/// log2(width) rounds row and lane have been exchanged.
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

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
