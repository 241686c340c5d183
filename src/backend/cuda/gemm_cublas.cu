// gemm_cublas.cu: matrix products with cuBLAS, which stores matrices column by column. Our C is
// stored row by row, so to cuBLAS it is C^T, and
//   C^T = op(B)^T op(A)^T,
// So we pass B first, then A, with M and N swapped, and need no further transpose.
#include <cublas_v2.h>

#include <cstddef>

#include "backend/cuda/gemm.cuh"
#include "backend/cuda/launch.cuh"
#include "holo/check.h"
#include "holo/matmul_precision.h"

namespace holo {
namespace {

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

}  // namespace holo
