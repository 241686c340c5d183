// matmul_cuda.cu: a batch of matrix products: C [M, N], op(A) [M, K], op(B) [K, N].
#include <cstdlib>
#include <string>

#include "backend/cuda/cuda.h"
#include "backend/cuda/gemm.cuh"
#include "holo/check.h"

namespace holo {

// The environment variable HOLO_CUDA_GEMM chooses between the two products of gemm.cuh.
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
