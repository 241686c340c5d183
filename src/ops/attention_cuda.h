// attention_cuda.h: the two ways in which attention is computed on a GPU, and which one is taken.
// Shapes as in backend.h.
#pragma once

#include "backend/backend.h"

namespace holo::cuda_attention {

// `cuda` is the GPU, from which they take what memory they need besides.

/// The arrays of a forward.
struct Forward {
  real *y, *lse;
  const real *q, *k, *v;
};

/// The arrays of a backward. dq, dk, dv may have data == nullptr: not wanted.
struct Backward {
  Output dq, dk, dv;
  const real *dy, *q, *k, *v, *y, *lse;
};

/// Row by row, without an array of scores; there to be read, and for short rows. Sums of floats in
/// tiles of 32, and of those in double, whatever matmul_precision() says. With `only_if`, a number
/// in the memory of the GPU, they write nothing when it is 0: the host need not know.
void direct(Backend& cuda, const Forward& a, const AttentionSizes& s,
            const real* only_if = nullptr);
void direct(Backend& cuda, const Backward& a, const AttentionSizes& s,
            const real* only_if = nullptr);

/// How many scores are in memory at once, for all heads of a sequence or of several.
struct ScoreLimits {
  /// Two arrays of so many in the backward; more only where a single query of all heads of a
  /// sequence has more. 32 MiB of floats, which the caches of large GPUs can hold.
  Index scores = Index{1} << 23;
  /// When causal: no product with keys that only later queries see.
  Index causal_queries = 256;
};

/// Products of matrices (gemm.cuh), as exact as matmul_precision() says, and a softmax of rows of
/// scores. Besides the scores it takes the memory of copies of q, k and v, in the backward also of
/// dy, dk and dv. A NaN or an infinity reaches the queries and keys that see it alone, as in
/// direct, which is called where a product would spread it.
void gemm(Backend& cuda, const Forward& a, const AttentionSizes& s, const ScoreLimits& limits = {});
void gemm(Backend& cuda, const Backward& a, const AttentionSizes& s,
          const ScoreLimits& limits = {});

/// Whether gemm is called for these sizes, in place of direct: from 64 queries and 64 keys on, when
/// the scores of all heads take 2^24 multiplications or more. With fewer rows the tiles of a
/// product are hardly filled, and its copies cost as much as it saves. Estimates: no GPU was asked.
inline bool suits_gemm(const AttentionSizes& s) {
  const double scores = double(s.B * s.H) * double(s.Tq) * double(s.Tk);
  return s.Tq >= 64 && s.Tk >= 64 && scores * double(s.D) >= double(1 << 24);
}

}  // namespace holo::cuda_attention
