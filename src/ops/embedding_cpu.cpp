// embedding_cpu.cpp: embedding and gather on the CPU. Indices may repeat, so in the backward
// threads share columns, never rows: each sum is computed by one thread, in the order of the rows.
#include <algorithm>
#include <cstring>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// Columns for one thread: whole cache lines, so that two threads do not write to one.
constexpr Index tile_columns = 64;
// Elements of several small planes that one thread adds at a time.
constexpr Index task_elements = 2048;

// dtable[index[r], c] += dy[r, c] for the columns first <= c < end
void add_rows(real* dtable, const real* dy, const Index* index, Index rows, Index C, Index first,
              Index end) {
  for (Index r = 0; r < rows; ++r) {
    real* const to = dtable + index[r] * C;
    const real* const from = dy + r * C;
    for (Index c = first; c < end; ++c) to[c] += from[c];
  }
}

// y[i, k] = x[index[i, k], k] for one o and one i
void gather_row(real* y, const real* x, const Index* index, Index inner) {
  for (Index k = 0; k < inner; ++k) y[k] = x[index[k] * inner + k];
}

// dx[o, index[o, i, k], k] += dy[o, i, k] for o < planes and first <= k < end. A function of its
// own: so g++ keeps what its inner loop needs in registers.
[[gnu::noinline]] void scatter(real* dx, const real* dy, const Index* index, Index planes,
                               const GatherSizes& s, Index first, Index end) {
  const Index n = s.y.n, inner = s.y.inner, x_plane = s.x_n * inner;
  for (Index o = 0; o < planes; ++o, dx += x_plane) {
    for (Index i = 0; i < n; ++i, dy += inner, index += inner) {
      for (Index k = first; k < end; ++k) dx[index[k] * inner + k] += dy[k];
    }
  }
}

}  // namespace

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
  if (rows * C < grain::elements) {
    add_rows(dtable, dy, index, rows, C, 0, C);
    return;
  }
  parallel_tasks((C + tile_columns - 1) / tile_columns, [=](Index task) {
    const Index first = task * tile_columns;
    add_rows(dtable, dy, index, rows, C, first, std::min(C, first + tile_columns));
  });
}

// y[o, i, k] = x[o, index[o, i, k], k]; x [outer, x_n, inner]
void Cpu::gather(real* y, const real* x, const Index* index, const GatherSizes& s) {
  const Index inner = s.y.inner, rows = s.y.outer * s.y.n;
  parallel_for(rows, rows * inner, [=](Index row) {
    const Index o = row / s.y.n;
    gather_row(y + row * inner, x + o * s.x_n * inner, index + row * inner, inner);
  });
}

// dx[o, index[o, i, k], k] += dy[o, i, k]
void Cpu::gather_backward(real* dx, const real* dy, const Index* index, const GatherSizes& s) {
  const Index inner = s.y.inner, plane = s.y.n * inner;
  const Index tiles = (inner + tile_columns - 1) / tile_columns;
  // A task: a tile of columns, of several planes where these are small.
  const Index group = std::max<Index>(1, task_elements / std::max<Index>(1, plane));
  const Index groups = (s.y.outer + group - 1) / group;
  parallel_for(groups * tiles, s.y.outer * plane, [=](Index task) {
    const Index o = task / tiles * group, first = task % tiles * tile_columns;
    scatter(dx + o * s.x_n * inner, dy + o * plane, index + o * plane,
            std::min(group, s.y.outer - o), s, first, std::min(inner, first + tile_columns));
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
