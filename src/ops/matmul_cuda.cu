// matmul_cuda.cu: a batch of matrix products: C [M, N], op(A) [M, K], op(B) [K, N]. There are two
// products: cuBLAS; and a product in tiles, written by hand, to read and to compare.
#include <cublas_v2.h>

#include <cstddef>
#include <cstdlib>
#include <string>

#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "holo/check.h"
#include "holo/device.h"

namespace holo {
namespace {

// ---- by hand: the loops of matmul_plain.cpp, in which each thread computes one element of C ----

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

namespace {

// ---- cuBLAS, which stores matrices column by column. Our C is stored row by row, so to cuBLAS it
// is C^T, and C^T = op(B)^T op(A)^T. So we pass B first, then A, with M and N swapped, and need no
// further transpose ----

void check_cublas(cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error("cuda", cublasGetStatusString(status), "a GPU and a cuBLAS that work");
}

// The handle gets one workspace, so that it allocates nothing in a step, and its sums have the same
// bits in each run.
cublasHandle_t handle() {
  static const cublasHandle_t made = [] {
    constexpr std::size_t workspace_bytes = std::size_t{32} << 20;
    cublasHandle_t h = nullptr;
    check_cublas(cublasCreate(&h));
    check_cublas(cublasSetWorkspace(h, cuda()->allocate(workspace_bytes), workspace_bytes));
    return h;
  }();
  return made;
}

constexpr bool in_double = sizeof(real) == sizeof(double);

cublasComputeType_t compute_type() {
  if (in_double) return CUBLAS_COMPUTE_64F;
  switch (matmul_precision()) {
    case MatmulPrecision::fp32:
      return CUBLAS_COMPUTE_32F;
    case MatmulPrecision::tf32:
      return CUBLAS_COMPUTE_32F_FAST_TF32;
    case MatmulPrecision::bf16:
      break;
  }
  return CUBLAS_COMPUTE_32F_FAST_16BF;
}

// Computes `batch` products, each into a separate C.
void multiply(Output C, const real* A, const real* B, const MatmulSizes& s, Index batch) {
  constexpr cudaDataType type = in_double ? CUDA_R_64F : CUDA_R_32F;
  const real one = 1, beta = C.overwrite ? real(0) : real(1);
  const auto operation = [](bool transpose) { return transpose ? CUBLAS_OP_T : CUBLAS_OP_N; };
  check_cublas(cublasGemmStridedBatchedEx_64(
      handle(), operation(s.transpose_b), operation(s.transpose_a), s.N, s.M, s.K, &one, B, type,
      s.ldb, s.b_step, A, type, s.lda, s.a_step, &beta, C.data, type, s.ldc, s.c_step, batch,
      compute_type(), CUBLAS_GEMM_DEFAULT));
}

}  // namespace

void cuda_gemm::cublas(Output C, const real* A, const real* B, const MatmulSizes& s) {
  if (s.c_step != 0) return multiply(C, A, B, s, s.batch);
  // cuBLAS computes a batch all at once. So products that add to the same C need separate calls.
  for (Index i = 0; i < s.batch; ++i) {
    multiply(C, A + i * s.a_step, B + i * s.b_step, s, 1);
    C.overwrite = false;
  }
}

// The environment variable HOLO_CUDA_GEMM chooses between the two.
static bool is_tiled_chosen() {
  const char* const text = std::getenv("HOLO_CUDA_GEMM");
  const std::string name = text == nullptr ? "" : text;
  if (name.empty() || name == "cublas") return false;
  if (name == "tiled") return true;
  throw UsageError("HOLO_CUDA_GEMM", "'" + name + "'", "cublas or tiled");
}

void cuda_gemm::gemm(Output C, const real* A, const real* B, const MatmulSizes& s) {
  if (s.batch == 0 || s.M == 0 || s.N == 0) return;
  static const bool is_tiled = is_tiled_chosen();
  // cuBLAS refuses matrices without columns, like A if K == 0.
  if (is_tiled || s.K == 0) return tiled(C, A, B, s);
  cublas(C, A, B, s);
}

// C_mn = sum_k op(A)_mk op(B)_kn
void Cuda::matmul(Output C, const real* A, const real* B, const MatmulSizes& s) {
  cuda_gemm::gemm(C, A, B, s);
}

}  // namespace holo
