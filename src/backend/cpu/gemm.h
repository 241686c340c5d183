// gemm.h: the product of two matrices on the CPU, for kernels: with pointers and sizes, no Tensor.
// matmul_cpu.cpp defines it.
#pragma once

#include "backend/backend.h"

namespace holo {

/// C = op(A) op(B), or C += op(A) op(B): one product of MatmulSizes, without `batch` and steps.
/// Addresses need no alignment, but are fastest as multiples of 64 bytes.
///
/// An element of C is a sum over k in blocks of 512 (256 in double). Each block adds in order from
/// 0, then the blocks are added in order. So, to the last bit, the element depends only on a row of
/// op(A), a column of op(B) and its old value, but not on the number of threads or on other rows
/// and columns. No factor is skipped: 0 * inf is NaN. With K = 0, C becomes 0, or does not change
/// if the product is added to it.
///
/// REQUIRES: sizes >= 0; C overlaps neither A nor B.
///
/// The threads share the work. For little work, and inside a parallel region, where threads already
/// share work, it uses one thread.
void gemm(Output C, const real* A, const real* B, const MatmulSizes& s);

/// The same product on the calling thread. It takes no memory, so tasks of threads may call it.
void gemm_serial(Output C, const real* A, const real* B, const MatmulSizes& s);

}  // namespace holo
