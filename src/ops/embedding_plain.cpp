// embedding_plain.cpp: selects rows by index. Many indices may select the same row, so
// embedding_backward sums a row's gradients in double.
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

}  // namespace holo
