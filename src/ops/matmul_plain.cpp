// matmul_plain.cpp: a batch of matrix products. C is [M, N], op(A) [M, K] and op(B) [K, N].
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// C_mn = sum_k op(A)_mk op(B)_kn
void Plain::matmul(Output C, const real* A, const real* B, const MatmulSizes& s) {
  // The distances to the next row and the next column of op(A) and op(B).
  const Index a_row = s.transpose_a ? 1 : s.lda, a_column = s.transpose_a ? s.lda : 1;
  const Index b_row = s.transpose_b ? 1 : s.ldb, b_column = s.transpose_b ? s.ldb : 1;
  for (Index i = 0; i < s.batch; ++i, A += s.a_step, B += s.b_step, C.data += s.c_step) {
    for (Index m = 0; m < s.M && s.N > 0; ++m) {  // if N = 0, M may be too large for a loop
      for (Index n = 0; n < s.N; ++n) {
        double total = 0;
        for (Index k = 0; k < s.K; ++k)
          total += double(A[m * a_row + k * a_column]) * B[k * b_row + n * b_column];
        put(C, m * s.ldc + n, total);
      }
    }
    if (s.c_step == 0) C.overwrite = false;  // C is the sum of all products
  }
}

}  // namespace holo
