// attention_cuda.h: two ways to compute attention on a GPU, and the choice between them. The shapes
// are as in backend.h.
#pragma once

#include "backend/backend.h"

namespace holo::cuda_attention {

// `cuda` is the GPU; it also gives the functions temporary memory.

/// The arrays of a forward pass.
struct Forward {
  real *y, *lse;
  const real *q, *k, *v;
};

/// The arrays of a backward pass. If dq, dk or dv has data == nullptr, it is not needed.
struct Backward {
  Output dq, dk, dv;
  const real *dy, *q, *k, *v, *y, *lse;
};

/// Computes row by row, without an array of scores: to read, and for short rows. It adds floats in
/// tiles of 32, and the tiles in double, for any matmul_precision().
void direct(Backend& cuda, const Forward& a, const AttentionSizes& s);
void direct(Backend& cuda, const Backward& a, const AttentionSizes& s);

/// Limits how many scores are in memory at once, for all heads of one or several sequences.
struct ScoreLimits {
  /// How many scores each of two arrays has in the backward; more only if a single query of all
  /// heads needs more. 32 MiB of floats fit into the caches of large GPUs.
  Index scores = Index{1} << 23;
  /// How many queries a causal chunk has. It leaves out keys that only later queries see.
  Index causal_queries = 256;
};

/// Computes with matrix products (gemm.cuh), in the precision of matmul_precision(), and a softmax
/// of rows of scores. It takes memory for the scores and for copies of q, k and v; in the backward
/// also of dy, dk and dv. A NaN or an infinity may reach all queries and keys of its head, because
/// 0 times it is NaN.
void gemm(Backend& cuda, const Forward& a, const AttentionSizes& s, const ScoreLimits& limits = {});
void gemm(Backend& cuda, const Backward& a, const AttentionSizes& s,
          const ScoreLimits& limits = {});

/// Tells whether gemm is better than direct for these sizes: from 64 queries and 64 keys on, if the
/// scores of all heads take at least 2^24 multiplications. With fewer rows a product hardly fills
/// its tiles, and its copies cost as much as it saves. These are estimates, not measured on a GPU.
inline bool suits_gemm(const AttentionSizes& s) {
  const double scores = double(s.B * s.H) * double(s.Tq) * double(s.Tk);
  return s.Tq >= 64 && s.Tk >= 64 && scores * double(s.D) >= double(1 << 24);
}

}  // namespace holo::cuda_attention
