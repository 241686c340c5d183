// gemm_tiled.cu: a matrix product in tiles, written by hand: the loops of matmul_plain.cpp, in
// which each thread computes one element of C.
#include "backend/cuda/gemm.cuh"
#include "backend/cuda/launch.cuh"

namespace holo {
namespace {

// The width of the tiles of A, B and C, and of a block of threads.
constexpr int tile_width = 16;

// op(X), which has rows x columns numbers. As stored, element (i, j) of X is data[i * ld + j].
struct Matrix {
  const real* data;
  Index rows, columns, ld;
  bool transposed;
};

// A tile in shared memory. Its rows have one unused number, so that the numbers of a column are in
// different banks.
using Tile = real[tile_width][tile_width + 1];

// to[i][j] = op(X)(row + i, column + j), or 0 outside X. Neighbouring threads read neighbouring
// numbers of X. If X is transposed, these form a column of op(X).
__device__ void load(Tile& to, const Matrix& x, Index row, Index column) {
  const unsigned i = x.transposed ? threadIdx.x : threadIdx.y;
  const unsigned j = x.transposed ? threadIdx.y : threadIdx.x;
  const Index r = row + i, c = column + j;
  const bool inside = r < x.rows && c < x.columns;
  to[i][j] = inside ? x.data[x.transposed ? c * x.ld + r : r * x.ld + c] : 0;
}

// C_mn = sum_k op(A)_mk op(B)_kn: C [M, N], op(A) [M, K], op(B) [K, N]. A block computes a tile of
// one C, and each thread one element, as the sum of `products` products.
__global__ void gemm_kernel(Output C, const real* A, const real* B, MatmulSizes s, Index products) {
  __shared__ Tile a_tile, b_tile;
  const Index tiles_n = (s.N + tile_width - 1) / tile_width,
              tiles_m = (s.M + tile_width - 1) / tile_width;
  const Index block = blockIdx.x, batch = block / tiles_n / tiles_m;
  const Index row = block / tiles_n % tiles_m * tile_width, column = block % tiles_n * tile_width;
  double total = 0;
  for (Index product = 0; product < products; ++product) {
    const Index i = batch + product;
    const Matrix a{A + i * s.a_step, s.M, s.K, s.lda, s.transpose_a};
    const Matrix b{B + i * s.b_step, s.K, s.N, s.ldb, s.transpose_b};
    for (Index k = 0; k < s.K; k += tile_width) {
      load(a_tile, a, row, k);
      load(b_tile, b, k, column);
      __syncthreads();  // the tiles are complete
      for (int j = 0; j < tile_width; ++j) {
        total += double(a_tile[threadIdx.y][j]) * b_tile[j][threadIdx.x];
      }
      __syncthreads();  // all threads have read them
    }
  }
  const Index m = row + threadIdx.y, n = column + threadIdx.x;
  if (m < s.M && n < s.N) put(C, batch * s.c_step + m * s.ldc + n, real(total));
}

}  // namespace

void cuda_gemm::tiled(Output C, const real* A, const real* B, const MatmulSizes& s) {
  // If c_step is 0, there is one C, the sum of all products.
  const Index matrices = s.c_step == 0 && s.batch > 0 ? 1 : s.batch;
  const Index products = s.c_step == 0 ? s.batch : 1;
  const Index blocks = matrices * blocks_of(s.M, tile_width) * blocks_of(s.N, tile_width);
  if (blocks == 0) return;
  launch(gemm_kernel, blocks, dim3(tile_width, tile_width), C, A, B, s, products);
}

}  // namespace holo
