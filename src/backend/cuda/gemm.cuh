// gemm.cuh: products of matrices on a GPU, of which there are two: that of cuBLAS, and one in tiles
// that is there to be read, and to be compared with the first.
#pragma once

#include "backend/backend.h"

namespace holo::cuda_gemm {

/// C = op(A) op(B), or added to it, as MatmulSizes says; by the one that gemm_choice.h names.
void gemm(Output C, const real* A, const real* B, const MatmulSizes& s);

/// As exact as matmul_precision() says. REQUIRES: K > 0 and C is not empty.
void cublas(Output C, const real* A, const real* B, const MatmulSizes& s);
/// Sums in double, whatever matmul_precision() says.
void tiled(Output C, const real* A, const real* B, const MatmulSizes& s);

}  // namespace holo::cuda_gemm
