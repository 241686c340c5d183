// embedding_cpu.cpp: embedding on the CPU. Indices may repeat, so in the backward threads share
// columns, but not rows: one thread computes each sum, in the order of the rows.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"

namespace holo {

// y [rows, C], table [V, C], index [rows]
void Cpu::embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) {
  const Index rows = s.rows, C = s.C;
  const std::size_t bytes = static_cast<std::size_t>(C) * sizeof(real);
  if (bytes == 0) return;
  parallel_for(rows, rows * C,
               [=](Index r) { std::memcpy(y + r * C, table + index[r] * C, bytes); });
}

// dtable[index[r], :] += dy[r, :]; like plain(), adds in double for more rows than a chunk has
void Cpu::embedding_backward(real* dtable, const real* dy, const Index* index,
                             const EmbeddingSizes& s) {
  const Index rows = s.rows, C = s.C;
  if (rows == 0 || C == 0) return;    // then other sizes may be huge
  constexpr Index tile_columns = 64;  // whole cache lines: no two threads write to one
  const Index tiles = (C + tile_columns - 1) / tile_columns;
  if (rows <= grain::chunk) {
    return parallel_for(tiles, rows * C, [=](Index tile) {
      const Index first = tile * tile_columns, end = std::min(C, first + tile_columns);
      for (Index r = 0; r < rows; ++r) {
        real* const to = dtable + index[r] * C;
        const real* const from = dy + r * C;
        for (Index c = first; c < end; ++c) to[c] += from[c];
      }
    });
  }
  // 1. Sort the rows by their tokens. The rows of one token keep their order.
  std::vector<Index> sorted(static_cast<std::size_t>(rows));
  std::iota(sorted.begin(), sorted.end(), Index{0});
  const auto is_before = [=](Index a, Index b) { return index[a] < index[b]; };
  if (!std::is_sorted(index, index + rows)) {
    std::stable_sort(sorted.begin(), sorted.end(), is_before);
  }
  // 2. Add up the rows of each token.
  parallel_for(tiles, rows * C, [=, row = sorted.data()](Index tile) {
    const Index column = tile * tile_columns, n = std::min(tile_columns, C - column);
    double total[tile_columns];
    for (Index k = 0; k < rows;) {
      const Index word = index[row[k]];
      real* const to = dtable + word * C + column;
      std::copy(to, to + n, total);
      for (; k < rows && index[row[k]] == word; ++k) {
        const real* const from = dy + row[k] * C + column;
        for (Index c = 0; c < n; ++c) total[c] += from[c];
      }
      for (Index c = 0; c < n; ++c) to[c] = static_cast<real>(total[c]);
    }
  });
}

}  // namespace holo
