// attention_cuda.h: the two ways to compute attention on a GPU, and the choice between them. Shapes
// as in backend.h.
#pragma once

#include "backend/backend.h"

namespace holo::cuda_attention {

// `cuda` is the GPU, which gives them temporary memory.

/// The arrays of a forward.
struct Forward {
  real *y, *lse;
  const real *q, *k, *v;
};

/// The arrays of a backward. If dq, dk or dv has data == nullptr, nobody wants it.
struct Backward {
  Output dq, dk, dv;
  const real *dy, *q, *k, *v, *y, *lse;
};

/// Works row by row, without an array of scores: to read, and for short rows. It sums floats in
/// tiles of 32 and the tiles in double, for any matmul_precision(). `only_if` is a number in GPU
/// memory. If it is 0, direct writes nothing, and the host need not know.
void direct(Backend& cuda, const Forward& a, const AttentionSizes& s,
            const real* only_if = nullptr);
void direct(Backend& cuda, const Backward& a, const AttentionSizes& s,
            const real* only_if = nullptr);

/// Limits the scores that are in memory at once, for all heads of one or several sequences.
struct ScoreLimits {
  /// The scores of each of two arrays in the backward; more only if a single query of all heads
  /// needs more. 32 MiB of floats fit into the caches of large GPUs.
  Index scores = Index{1} << 23;
  /// The queries of a causal chunk, which leaves out keys that only later queries see.
  Index causal_queries = 256;
};

/// Uses matrix products (gemm.cuh), as exact as matmul_precision() says, and a softmax of rows of
/// scores. It takes memory for the scores and for copies of q, k and v, in the backward also of dy,
/// dk and dv. If a product would spread a NaN or an infinity, it calls direct instead. So these
/// reach only the queries and keys that see them.
void gemm(Backend& cuda, const Forward& a, const AttentionSizes& s, const ScoreLimits& limits = {});
void gemm(Backend& cuda, const Backward& a, const AttentionSizes& s,
          const ScoreLimits& limits = {});

/// Tells whether to call gemm for these sizes, not direct: from 64 queries and 64 keys on, if the
/// scores of all heads take at least 2^24 multiplications. With fewer rows a product hardly fills
/// its tiles, and its copies cost as much as it saves. These are estimates, not measured on a GPU.
inline bool suits_gemm(const AttentionSizes& s) {
  const double scores = double(s.B * s.H) * double(s.Tq) * double(s.Tk);
  return s.Tq >= 64 && s.Tk >= 64 && scores * double(s.D) >= double(1 << 24);
}

}  // namespace holo::cuda_attention
