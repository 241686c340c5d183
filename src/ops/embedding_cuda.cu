// embedding_cuda.cu: embedding on a GPU. Indices may repeat, so in the backward each sum
// belongs to one thread, which adds in the order of the rows.
#include <utility>

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

// A merge makes one run from two neighbouring runs of `length` sorted keys. Returns where key i of
// n goes: after earlier keys of its run and smaller keys of the other. All keys differ.
__device__ Index merged_place(const Index* key, Index i, Index n, Index length) {
  const Index own = i / length * length, other = (i / length ^ 1) * length;
  Index low = other < n ? other : n, high = other + length < n ? other + length : n;
  const Index first = low;
  while (low < high) {  // keys before low are smaller, keys from high on are larger
    const Index middle = (low + high) / 2;
    if (key[middle] < key[i]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return (own < other ? own : other) + (i - own) + (low - first);
}

// key[r] = index[r] rows + r. When keys are sorted, the rows of a token are neighbours and keep
// their order. A block sorts its keys by merges, in shared memory.
__global__ void sort_kernel(Index* key, const Index* index, Index rows) {
  __shared__ Index tile[2][block_threads];
  const Index first = blockIdx.x * Index{block_threads}, i = threadIdx.x, r = first + i;
  const Index n = rows - first < block_threads ? rows - first : block_threads;
  int from = 0;
  if (i < n) tile[from][i] = index[r] * rows + r;
  __syncthreads();
  for (Index length = 1; length < n; length *= 2, from = 1 - from) {
    if (i < n) tile[1 - from][merged_place(tile[from], i, n, length)] = tile[from][i];
    __syncthreads();
  }
  if (i < n) key[r] = tile[from][i];
}

// One pass of a merge sort: each two neighbouring runs of `length` sorted keys become one.
__global__ void merge_kernel(Index* to, const Index* from, Index n, Index length) {
  const Index i = element_of_thread();
  if (i < n) to[merged_place(from, i, n, length)] = from[i];
}

// dtable[index[r], :] += dy[r, :], with the rows in the order of the sorted keys. Each thread has
// one channel of one key. If the key is the first of its token, the thread adds up all rows of the
// token. This takes rows C additions in all.
__global__ void sorted_rows_kernel(real* dtable, const real* dy, const Index* key,
                                   EmbeddingSizes s) {
  const Index i = element_of_thread();
  if (i >= s.rows * s.C) return;
  const Index first = i / s.C, c = i % s.C, word = key[first] / s.rows;
  if (first > 0 && key[first - 1] / s.rows == word) return;
  double total = dtable[word * s.C + c];
  for (Index k = first; k < s.rows && key[k] / s.rows == word; ++k) {
    total += dy[key[k] % s.rows * s.C + c];
  }
  dtable[word * s.C + c] = real(total);
}

}  // namespace

void Cuda::embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) {
  launch_for_each(s.rows * s.C, embedding_kernel, y, table, index, s);
}

void Cuda::embedding_backward(real* dtable, const real* dy, const Index* index,
                              const EmbeddingSizes& s) {
  const ScratchOf<Index> keys(*this, s.rows), other_keys(*this, s.rows);
  Index *key = keys.data(), *merged = other_keys.data();
  launch_for_each(s.rows, sort_kernel, key, index, s.rows);
  for (Index length = block_threads; length < s.rows; length *= 2) {
    launch_for_each(s.rows, merge_kernel, merged, key, s.rows, length);
    std::swap(key, merged);
  }
  launch_for_each(s.rows * s.C, sorted_rows_kernel, dtable, dy, key, s);
}

}  // namespace holo
