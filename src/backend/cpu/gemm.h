// gemm.h: the product of two matrices on the CPU, for kernels: pointers and sizes, no Tensor.
// matmul_cpu.cpp and matmul_serial_cpu.cpp define it.
#pragma once

#include "backend/backend.h"

namespace holo {

/// C = op(A) op(B), or C += op(A) op(B): one product of MatmulSizes, without `batch` and steps.
/// Addresses need no alignment, but multiples of 64 bytes are fastest.
///
/// An element of C is a sum over k in blocks of 512 (256 in double): each block adds in order from
/// 0, then the blocks add in order. So, to the last bit, the element depends only on a row of
/// op(A), a column of op(B) and its old value, not on the number of threads or on other rows and
/// columns. No factor is skipped: 0 * inf is NaN. With K = 0, C becomes 0, or, if added to, does
/// not change.
///
/// REQUIRES: sizes >= 0; C overlaps neither A nor B.
///
/// Shares the work among the threads. It uses one thread for little work, and inside a parallel
/// region, where other threads already share work.
void gemm(Output C, const real* A, const real* B, const MatmulSizes& s);

/// The same product on the calling thread. It takes no memory, so tasks of threads may call it.
void gemm_serial(Output C, const real* A, const real* B, const MatmulSizes& s);

}  // namespace holo
