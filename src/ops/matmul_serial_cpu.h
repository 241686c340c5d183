// matmul_serial_cpu.h: the matrix product on one thread, which matmul_cpu.cpp shares among threads.
#pragma once

#include "backend/backend.h"

namespace holo {
namespace matmul {

constexpr Index ceil_div(Index a, Index b) { return (a + b - 1) / b; }

/// The cost of C[M, N] per k: the arithmetic of whole tiles, and packing.
Index cost_of_product(Index M, Index N);

/// How many numbers a copy of parts of A needs, if it pays for `rows` rows and `columns` columns of
/// this product; else 0.
Index size_of_copy(const MatmulSizes& s, Index rows, Index columns);

/// gemm() of gemm.h on the calling thread. `copy` has size_of_copy() numbers; if it is null, A is
/// read in place. REQUIRES: 0 < M, N.
void multiply(Output C, const real* A, const real* B, const MatmulSizes& s, real* copy);

}  // namespace matmul
}  // namespace holo
