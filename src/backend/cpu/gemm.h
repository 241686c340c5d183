// gemm.h: the product of two matrices on the CPU, for kernels: pointers and sizes, no Tensor.
// matmul_cpu.cpp has the code.
#pragma once

#include "holo/real.h"
#include "holo/shape.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// C = op(A) op(B), or C += op(A) op(B) when `accumulate`. C is [M,N]; op(A) is A [M,K], or the
/// transpose of A [K,M] when transpose_a; op(B) is B [K,N], or the transpose of B [N,K].
/// All are row-major; lda, ldb, ldc: elements from one row to the next. No address need be aligned
/// (multiples of 64 bytes are fastest).
///
/// An element of C is the sum over k in blocks of 512 (256 in double): each block in order from 0,
/// and then the blocks in order. So it depends on one row of op(A), one column of op(B) and what
/// was in C, to the last bit: not on the number of threads, nor on the rows and columns beside it.
/// No factor is skipped: 0 * inf is NaN. K = 0: C is 0, or stays as it is when `accumulate`.
///
/// REQUIRES: sizes >= 0; C overlaps neither A nor B.
///
/// Shares the work among the threads; on one thread when the work is small or other threads of
/// this program share in some work already (inside of a parallel region).
void gemm(bool transpose_a, bool transpose_b, Index M, Index N, Index K, const real* A, Index lda,
          const real* B, Index ldb, real* C, Index ldc, bool accumulate);

/// The same on the calling thread.
void gemm_serial(bool transpose_a, bool transpose_b, Index M, Index N, Index K, const real* A,
                 Index lda, const real* B, Index ldb, real* C, Index ldc, bool accumulate);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
