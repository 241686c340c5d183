// gemm.h: the product of two matrices on the CPU, for kernels: pointers and sizes, no Tensor. It is
// defined in matmul_cpu.cpp and matmul_serial_cpu.cpp.
#pragma once

#include "backend/backend.h"

namespace holo {

/// C = op(A) op(B), or C += op(A) op(B): one product of MatmulSizes, whose `batch` and steps are
/// not read. No address need be aligned (multiples of 64 bytes are fastest).
///
/// An element of C is the sum over k in blocks of 512 (256 in double): each block in order from 0,
/// and then the blocks in order. So it depends on one row of op(A), one column of op(B) and what
/// was in C, to the last bit: not on the number of threads, nor on the other rows and columns. No
/// factor is skipped: 0 * inf is NaN. K = 0: C is 0, or stays as it is when it is added to.
///
/// REQUIRES: sizes >= 0; C overlaps neither A nor B.
///
/// Shares the work among the threads; on one thread when the work is small or other threads of
/// this program share in some work already (inside of a parallel region).
void gemm(Output C, const real* A, const real* B, const MatmulSizes& s);

/// The same on the calling thread. It takes no memory, so that threads may call it in their tasks.
void gemm_serial(Output C, const real* A, const real* B, const MatmulSizes& s);

}  // namespace holo
