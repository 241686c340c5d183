// embedding_cuda.cu: embedding on a GPU. Indices may repeat, so in the backward each sum
// belongs to one thread, which adds in the order of the rows.
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "backend/scratch.h"

namespace holo {
namespace {

// y[r, :] = table[index[r], :];   y [rows, C], table [V, C], index [rows]; one element per thread
__global__ void embedding_kernel(real* y, const real* table, const Index* index, EmbeddingSizes s) {
  const Index i = element_of_thread();
  if (i < s.rows * s.C) y[i] = table[index[i / s.C] * s.C + i % s.C];
}

// next[r] is the next row with the token of row r, or `rows`; first[r] tells whether r is the first
// row with its token. A thread for each row looks for both.
__global__ void next_kernel(Index* next, bool* first, const Index* index, Index rows) {
  const Index r = element_of_thread();
  if (r >= rows) return;
  Index after = r + 1, before = r - 1;
  while (after < rows && index[after] != index[r]) ++after;
  while (before >= 0 && index[before] != index[r]) --before;
  next[r] = after;
  first[r] = before < 0;
}

// dtable[index[r], :] += dy[r, :] for all rows r of a token, in order. The thread for one channel
// of the token's first row adds up all its rows.
__global__ void embedding_backward_kernel(real* dtable, const real* dy, const Index* index,
                                          const Index* next, const bool* first, EmbeddingSizes s) {
  const Index i = element_of_thread(), c = i % s.C;
  if (i >= s.rows * s.C || !first[i / s.C]) return;
  real& sum = dtable[index[i / s.C] * s.C + c];
  double total = sum;
  for (Index r = i / s.C; r < s.rows; r = next[r]) total += dy[r * s.C + c];
  sum = real(total);
}

}  // namespace

void Cuda::embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) {
  launch_for_each(s.rows * s.C, embedding_kernel, y, table, index, s);
}

void Cuda::embedding_backward(real* dtable, const real* dy, const Index* index,
                              const EmbeddingSizes& s) {
  const ScratchOf<Index> next(*this, s.rows);
  const ScratchOf<bool> first(*this, s.rows);
  launch_for_each(s.rows, next_kernel, next.data(), first.data(), index, s.rows);
  launch_for_each(s.rows * s.C, embedding_backward_kernel, dtable, dy, index, next.data(),
                  first.data(), s);
}

}  // namespace holo
