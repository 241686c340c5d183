// gemm.cuh: two matrix products on a GPU, in matmul_cuda.cu: cuBLAS; and a product in tiles, to
// read and to compare.
#pragma once

#include "backend/backend.h"

namespace holo::cuda_gemm {

/// C = or += op(A) op(B), as MatmulSizes says, with the product that HOLO_CUDA_GEMM selects.
void gemm(Output C, const real* A, const real* B, const MatmulSizes& s);

/// Multiplies with the precision of matmul_precision(). REQUIRES: K > 0 and C is not empty.
void cublas(Output C, const real* A, const real* B, const MatmulSizes& s);
/// Adds in double, for any matmul_precision().
void tiled(Output C, const real* A, const real* B, const MatmulSizes& s);

}  // namespace holo::cuda_gemm
