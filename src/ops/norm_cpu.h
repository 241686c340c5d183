// norm_cpu.h: blocks of rows for the threads of the norm kernels, and sums over rows that are the
// same bits for any number of threads.
#pragma once

#include <algorithm>

#include "backend/backend.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/scratch.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// How many rows of C numbers a block has follows from the shape alone; there are at most 64.
struct RowBlocks {
  Index rows, size, count;
  Index work;  // elements of all

  RowBlocks(Index row_count, Index C)
      : rows(row_count),
        size(std::max({Index{32}, grain::chunk / std::max<Index>(C, 1), (rows + 63) / 64})),
        count((rows + size - 1) / size),
        work(rows * C) {}
  Index first(Index b) const { return b * size; }
  Index last(Index b) const { return std::min(rows, (b + 1) * size); }
};

/// In rows of so few channels the terms of dx cancel almost wholly, for any dy when C is 1 (2 with
/// a mean); what rounding leaves of them is put right.
inline constexpr Index short_row = Vec::width < 4 ? Vec::width : 4;

/// body(b) for every block.
template <class Body>
void for_blocks(const RowBlocks& blocks, const Body& body) {
  parallel_for(blocks.count, blocks.work, body);
}

/// total[c] = or += sum_b partial_sums[b * step + c], in the order of b
inline void add_blocks(Output total, const real* partial_sums, Index step, Index blocks, Index C) {
  for_each_vec(C, [&](Index c, Index lanes) {
    Vec y = total.overwrite ? Vec(0) : load(total.data + c, lanes);
    for (Index b = 0; b < blocks; ++b) y += load(partial_sums + b * step + c, lanes);
    store(total.data + c, y, lanes);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
