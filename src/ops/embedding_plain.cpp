// embedding_plain.cpp: embedding and gather: elements selected by index.
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
  for (Index r = 0; r < s.rows; ++r) {
    for (Index c = 0; c < s.C; ++c) dtable[index[r] * s.C + c] += dy[r * s.C + c];
  }
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
  for (Index i = 0; i < s.y.outer * plane; ++i) {
    dx[(i / plane * s.x_n + index[i]) * inner + i % inner] += dy[i];
  }
}

}  // namespace holo
