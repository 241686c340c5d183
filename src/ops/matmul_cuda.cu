// matmul_cuda.cu: a batch of matrix products: C [M, N], op(A) [M, K], op(B) [K, N].
#include "backend/cuda/cuda.h"
#include "backend/cuda/gemm.cuh"
#include "backend/cuda/gemm_choice.h"

namespace holo {

void cuda_gemm::gemm(Output C, const real* A, const real* B, const MatmulSizes& s) {
  if (s.batch == 0 || s.M == 0 || s.N == 0) return;
  // cuBLAS refuses matrices without columns, like A if K == 0.
  if (chosen_gemm() == GemmChoice::tiled || s.K == 0) return tiled(C, A, B, s);
  cublas(C, A, B, s);
}

// C_mn = sum_k op(A)_mk op(B)_kn
void Cuda::matmul(Output C, const real* A, const real* B, const MatmulSizes& s) {
  cuda_gemm::gemm(C, A, B, s);
}

}  // namespace holo
