// matmul_serial_cpu.h: the product of matrices on one thread, which matmul_cpu.cpp shares among
// all.
#pragma once

#include "backend/backend.h"

namespace holo {
namespace matmul {

constexpr Index ceil_div(Index a, Index b) { return (a + b - 1) / b; }

/// What C[M, N] takes for each k: the arithmetic of whole tiles, and packing.
Index cost_of_product(Index M, Index N);

/// Numbers for a copy of parts of A, where it pays in a product that has so many rows and columns
/// of this one; else 0.
Index size_of_copy(const MatmulSizes& s, Index rows, Index columns);

/// gemm() of gemm.h on the calling thread. `copy`: room for size_of_copy() numbers, or null: A is
/// read where it lies. REQUIRES: 0 < M, N.
void multiply(Output C, const real* A, const real* B, const MatmulSizes& s, real* copy);

}  // namespace matmul
}  // namespace holo
