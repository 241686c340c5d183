// embedding_plain.cpp: embedding and gather: elements selected by index. In the backward one
// element may be selected often, so its sum is in double.
#include <vector>

#include "backend/plain/plain.h"

namespace holo {

// y[r, :] = table[index[r], :];   y [rows, C], table [V, C], index [rows]
void Plain::embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) {
  for (Index r = 0; r < s.rows; ++r) {
    for (Index c = 0; c < s.C; ++c) y[r * s.C + c] = table[index[r] * s.C + c];
  }
}

// dtable[index[r], :] += dy[r, :]
void Plain::embedding_backward(real* dtable, const real* dy, const Index* index,
                               const EmbeddingSizes& s) {
  std::vector<double> memory(dtable, dtable + s.V * s.C);
  double* const total = memory.data();
  for (Index r = 0; r < s.rows; ++r) {
    for (Index c = 0; c < s.C; ++c) total[index[r] * s.C + c] += dy[r * s.C + c];
  }
  for (Index i = 0; i < s.V * s.C; ++i) dtable[i] = real(total[i]);
}

// y[o, i, k] = x[o, index[o, i, k], k];   y, index [outer, n, inner], x [outer, x_n, inner]
void Plain::gather(real* y, const real* x, const Index* index, const GatherSizes& s) {
  const Index inner = s.y.inner, plane = s.y.n * inner;
  for (Index i = 0; i < s.y.outer * plane; ++i) {
    y[i] = x[(i / plane * s.x_n + index[i]) * inner + i % inner];
  }
}

// dx[o, index[o, i, k], k] += dy[o, i, k]
void Plain::gather_backward(real* dx, const real* dy, const Index* index, const GatherSizes& s) {
  const Index inner = s.y.inner, plane = s.y.n * inner;
  if (s.y.outer * plane == 0) return;  // x_n may be any number
  std::vector<double> memory(static_cast<std::size_t>(s.x_n));
  double* const total = memory.data();
  for (Index column = 0; column < s.y.outer * inner; ++column) {
    real* const dx_c = dx + column / inner * s.x_n * inner + column % inner;
    const Index first = column / inner * plane + column % inner, end = first + plane;
    for (Index i = first; i < end; i += inner) total[index[i]] = dx_c[index[i] * inner];
    for (Index i = first; i < end; i += inner) total[index[i]] += dy[i];
    for (Index i = first; i < end; i += inner) dx_c[index[i] * inner] = real(total[index[i]]);
  }
}

}  // namespace holo
