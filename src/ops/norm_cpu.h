// norm_cpu.h: blocks of rows for the threads of the norm kernels, and sums over rows that have the
// same bits for any number of threads.
#pragma once

#include <algorithm>
#include <array>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/scratch.h"

namespace holo {

/// Blocks of rows of C numbers. Their size depends only on the shape, and is so small that sums
/// over the rows lose no digits.
struct RowBlocks {
  Index rows, size, count;
  Index work;  // all elements

  RowBlocks(Index row_count, Index C)
      : rows(row_count),
        size(std::clamp<Index>(std::max(grain::chunk / std::max<Index>(C, 1), (rows + 63) / 64), 32,
                               256)),
        count((rows + size - 1) / size),
        work(rows * C) {}
  Index first(Index b) const { return b * size; }
  Index last(Index b) const { return std::min(rows, (b + 1) * size); }
};

/// In rows with so few channels the terms of dx almost cancel; if C is 1 (2 with a mean), for any
/// dy. So the kernel corrects the rounding error.
inline constexpr Index short_row = Vec::width < 4 ? Vec::width : 4;

/// False if the mean of a row's squares, 1 / rstd^2, is wrong, because a square was too large for a
/// real, or too small to keep its digits. The plain kernel computes such a row in double.
inline bool in_range(real rstd) {
  constexpr real most = sizeof(real) == 4 ? real(0x1p51) : real(0x1p485);  // sqrt(epsilon / min)
  return rstd > 0 && rstd < most;
}

/// Calls body(b) for every block.
template <class Body>
void for_blocks(const RowBlocks& blocks, const Body& body) {
  parallel_for(blocks.count, blocks.work, body);
}

/// Computes `count` sums over a row of C numbers. add(sums, c, lanes) adds the terms of the
/// elements c ... c + lanes - 1. A long row has four of each sum, so that no addition waits for
/// another. Which term goes to which sum depends only on C.
template <int count, class Add>
[[gnu::always_inline]] inline std::array<real, count> sums_of_row(Index C, Add add) {
  constexpr Index width = Vec::width;
  Vec sum0[count] = {}, sum1[count] = {}, sum2[count] = {}, sum3[count] = {};
  if (C < 8 * width) {
    for_each_vec(C, [&](Index c, Index lanes) { add(sum0, c, lanes); });
  } else {
    Index c = 0;
    for (; c + 4 * width <= C; c += 4 * width) {
      add(sum0, c, width);
      add(sum1, c + width, width);
      add(sum2, c + 2 * width, width);
      add(sum3, c + 3 * width, width);
    }
    for_each_vec(C - c, [&](Index i, Index lanes) { add(sum0, c + i, lanes); });
    for (int i = 0; i < count; ++i) sum0[i] = (sum0[i] + sum1[i]) + (sum2[i] + sum3[i]);
  }
  std::array<real, count> sums;
  for (int i = 0; i < count; ++i) sums[static_cast<std::size_t>(i)] = sum(sum0[i]);
  return sums;
}

/// total[c] = or += sum_b partial_sums[b * step + c], in the order of b, in sums of 64 blocks
inline void add_blocks(Output total, const real* partial_sums, Index step, Index blocks, Index C) {
  for_each_vec(C, [&](Index c, Index lanes) {
    Vec y(0), part = total.overwrite ? Vec(0) : load(total.data + c, lanes);
    for (Index b = 0; b < blocks; ++b) {
      part += load(partial_sums + b * step + c, lanes);
      if (b % 64 < 63 && b + 1 < blocks) continue;
      y += part;
      part = Vec(0);
    }
    store(total.data + c, y, lanes);
  });
}

}  // namespace holo
