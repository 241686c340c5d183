// gemm.cuh: two matrix products on a GPU: cuBLAS, and one in tiles, to read and to compare with it.
#pragma once

#include "backend/backend.h"

namespace holo::cuda_gemm {

/// C = or += op(A) op(B), as MatmulSizes says, by the product that gemm_choice.h names.
void gemm(Output C, const real* A, const real* B, const MatmulSizes& s);

/// Multiplies as exactly as matmul_precision() says. REQUIRES: K > 0 and C is not empty.
void cublas(Output C, const real* A, const real* B, const MatmulSizes& s);
/// Sums in double for any matmul_precision().
void tiled(Output C, const real* A, const real* B, const MatmulSizes& s);

}  // namespace holo::cuda_gemm
