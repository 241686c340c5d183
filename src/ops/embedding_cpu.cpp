// embedding_cpu.cpp: embedding on the CPU. Indices may repeat, so in the backward threads share
// columns, never rows: each sum is computed by one thread, in the order of the rows.
#include <algorithm>
#include <cstring>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

// y [rows, C], table [V, C], index [rows]
void Cpu::embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) {
  const Index rows = s.rows, C = s.C;
  const std::size_t bytes = static_cast<std::size_t>(C) * sizeof(real);
  if (bytes == 0) return;
  parallel_for(rows, rows * C,
               [=](Index r) { std::memcpy(y + r * C, table + index[r] * C, bytes); });
}

// dtable[index[r], :] += dy[r, :]
void Cpu::embedding_backward(real* dtable, const real* dy, const Index* index,
                             const EmbeddingSizes& s) {
  const Index rows = s.rows, C = s.C;
  if (rows == 0) return;              // of an empty table C may be any number
  constexpr Index tile_columns = 64;  // whole cache lines: two threads do not write to one
  parallel_for((C + tile_columns - 1) / tile_columns, rows * C, [=](Index tile) {
    const Index first = tile * tile_columns, end = std::min(C, first + tile_columns);
    for (Index r = 0; r < rows; ++r) {
      real* const to = dtable + index[r] * C;
      const real* const from = dy + r * C;
      for (Index c = first; c < end; ++c) to[c] += from[c];
    }
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
