// shape_cuda.cu: copies between two layouts, for permute, slice, cat and stack.
#include <utility>

#include "backend/cuda/cuda.h"
#include "backend/cuda/strides.cuh"

namespace holo {
namespace {

// A move: for each of the `numel` indices i below size [ndim], the element of x at i . x goes to y
// at i . y (with the strides x and y).
struct Layouts {
  int ndim;
  Index numel;
  Index size[max_ndim];
  Strides y, x;
};

constexpr unsigned tile_size = 32;    // rows and columns of a tile
constexpr unsigned rows_at_once = 8;  // rows of threads in a block, one for each warp
constexpr Index fewest_rows = 8;      // with fewer rows, a 32-byte read wastes little

// y[i . y_strides] = x[i . x_strides], one element for each thread.
__global__ void move_kernel(Output y, const real* x, Layouts m) {
  const Index i = element_of_thread();
  if (i >= m.numel) return;
  put(y, offset_of(i, m.ndim, m.size, m.y), x[offset_of(i, m.ndim, m.size, m.x)]);
}

// Moves matrices (the last two dimensions) that are stored transposed: neighbours in a column are
// neighbours in x, and neighbours in a row are neighbours in y. A block moves one of the `down` x
// `across` tiles of a matrix through shared memory, so that the threads of a warp read and write
// neighbours. Rows of the tile have one unused element, so that a column is in different banks.
__global__ void move_transposed_kernel(Output y, const real* x, Layouts m, Index down,
                                       Index across) {
  __shared__ real tile[tile_size][tile_size + 1];
  const int row_dim = m.ndim - 2, column_dim = m.ndim - 1;
  const Index rows = m.size[row_dim], columns = m.size[column_dim];
  const Index matrix = blockIdx.x / (down * across);
  const Index first_row = blockIdx.x / across % down * tile_size;
  const Index first_column = blockIdx.x % across * tile_size;
  const Index from = offset_of(matrix, row_dim, m.size, m.x);
  const Index to = offset_of(matrix, row_dim, m.size, m.y);
  // 1. each warp reads a column of the matrix
  for (unsigned k = threadIdx.y; k < tile_size; k += rows_at_once) {
    const Index row = first_row + threadIdx.x, column = first_column + k;
    if (row < rows && column < columns) {
      tile[threadIdx.x][k] = x[from + row * m.x.stride[row_dim] + column * m.x.stride[column_dim]];
    }
  }
  __syncthreads();
  // 2. each warp writes a row of the matrix
  for (unsigned k = threadIdx.y; k < tile_size; k += rows_at_once) {
    const Index row = first_row + k, column = first_column + threadIdx.x;
    if (row < rows && column < columns) {
      put(y, to + row * m.y.stride[row_dim] + column * m.y.stride[column_dim],
          tile[k][threadIdx.x]);
    }
  }
}

void swap_dims(Layouts& m, int d, int e) {
  std::swap(m.size[d], m.size[e]);
  std::swap(m.y.stride[d], m.y.stride[e]);
  std::swap(m.x.stride[d], m.x.stride[e]);
}

// The dimension along which elements are neighbours, if there are enough for a tile; else -1.
int contiguous_dim(const Layouts& m, const Strides& s) {
  int d = m.ndim - 1;
  while (d >= 0 && (s.stride[d] != 1 || m.size[d] < fewest_rows)) --d;
  return d;
}

}  // namespace

void Cuda::move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
                const Shape& shape) {
  const int ndim = shape.ndim();
  Layouts m{.ndim = ndim, .numel = shape.numel(), .size = {}, .y = y_strides, .x = x_strides};
  for (int d = 0; d < ndim; ++d) m.size[d] = shape[d];
  const int row_dim = contiguous_dim(m, x_strides), column_dim = contiguous_dim(m, y_strides);
  if (m.numel == 0 || row_dim < 0 || column_dim < 0 || row_dim == column_dim) {
    launch_for_each(m.numel, move_kernel, y, x, m);
    return;
  }
  const Index down = blocks_of(shape[row_dim], tile_size);
  const Index across = blocks_of(shape[column_dim], tile_size);
  const Index matrices = m.numel / (shape[row_dim] * shape[column_dim]);
  swap_dims(m, column_dim, ndim - 1);
  swap_dims(m, row_dim == ndim - 1 ? column_dim : row_dim, ndim - 2);
  launch(move_transposed_kernel, matrices * down * across, dim3(tile_size, rows_at_once), y, x, m,
         down, across);
}

}  // namespace holo
