// attention_gemm_cuda.cuh: what forward and backward of attention by products of matrices share.
// G = H / Hkv heads of queries share a head of keys, and with it a matrix of
//   q, dy, y, dq [B, Hkv, Tq, G, D]  and  k, v, dk, dv [B, Hkv, Tk, D]:
// their copies are in this order, in which a chunk of all scores is one batch of products.
#pragma once

#include <vector>

#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"
#include "ops/attention_cuda.h"

namespace holo::cuda_attention {

/// An array [B, T, Hkv, width] whose sequences begin `batch` and whose rows `row` elements apart.
struct Layout {
  Index B, T, Hkv, width, batch, row;
};
inline Layout layout_of_q(const AttentionSizes& s) {
  return {s.B, s.Tq, s.Hkv, s.H / s.Hkv * s.D, s.q_batch, s.q_row};
}
inline Layout layout_of_y(const AttentionSizes& s) {
  return {s.B, s.Tq, s.Hkv, s.H / s.Hkv * s.D, s.Tq * s.H * s.D, s.H * s.D};
}
inline Layout layout_of_k(const AttentionSizes& s) {
  return {s.B, s.Tk, s.Hkv, s.D, s.k_batch, s.k_row};
}
inline Layout layout_of_v(const AttentionSizes& s) {
  return {s.B, s.Tk, s.Hkv, s.D, s.v_batch, s.v_row};
}

/// An array [B, Hkv, T, width], uninitialised.
Scratch array_of_heads(Backend& cuda, const Layout& layout);
/// A count on the device: 0.
Scratch no_count(Backend& cuda);
/// factor x in that order. *unsafe, such a count, is increased when there is a number in x, or in
/// factor x, that a product could spread to places which do not see it: 0 times it is NaN. That is
/// one that is not finite, or that rounding to bf16 could make infinite.
Scratch copy_of_heads(Backend& cuda, const real* x, real factor, const Layout& layout,
                      real* unsafe);
/// x = or += factor from [B, Hkv, T, width]; nothing when *unsafe is not 0, or x is not wanted.
void put_heads(Output x, const real* from, real factor, const Layout& layout, const real* unsafe);

/// Scores that are in memory at the same time: [sequences, Hkv, queries, G, ld], of which `keys`
/// are those that its queries see. ld is a multiple of `four`.
struct Chunk {
  Index sequence, sequences;  // the first one, and how many
  Index query, queries;
  Index keys, ld;
};

/// All of them; of one sequence the last queries come first, since they see all keys.
std::vector<Chunk> chunks_of(const AttentionSizes& s, const ScoreLimits& limits);
/// Room for the scores of the largest chunk.
Scratch room_for(Backend& cuda, const std::vector<Chunk>& chunks, const AttentionSizes& s);

/// The products of a chunk. All arrays but the scores are whole.
struct Products {
  AttentionSizes s;
  Chunk c;
  /// scores = q k^T
  void by_channels(real* scores, const real* q, const real* k) const;
  /// y = scores v
  void by_keys(real* y, const real* scores, const real* v) const;
  /// dv = scores^T dy; added to it, except by the first chunk of a sequence.
  void by_queries(real* dv, const real* scores, const real* dy) const;
};

/// p_tj = e^score_tj / sum_i e^score_ti in place of the scores, 0 for keys that are not seen; lse
/// [B, H, Tq] is the log of that sum, and may be null.
void softmax_of_scores(real* scores, real* lse, const Chunk& c, const AttentionSizes& s);

/// A row of scores, that of a warp, if it exists: it begins at number `begin`, and `seen` keys are
/// seen. `of_lse` is the number of its query in lse.
struct ScoreRow {
  Index begin, seen, of_lse;
  bool exists;
  __device__ ScoreRow(const Chunk& c, const AttentionSizes& s) {
    const Index G = s.H / s.Hkv, r = row_of_warp();
    const Index t = c.query + r / G % c.queries, head = c.sequence * s.Hkv + r / G / c.queries;
    exists = r < c.sequences * s.H * c.queries;
    begin = r * c.ld;
    seen = s.causal ? t + 1 + s.Tk - s.Tq : s.Tk;
    of_lse = (head * G + r % G) * s.Tq + t;
  }
};

/// launch() with a warp for each row of scores.
template <class... Parameters, class... Arguments>
void launch_score_rows(const Chunk& c, const AttentionSizes& s, void (*kernel)(Parameters...),
                       const Arguments&... arguments) {
  launch_rows(c.sequences * s.H * c.queries, kernel, arguments..., c, s);
}

/// x[j] ... x[j + 3]; `other` for those from `end` on, which are not read.
__device__ inline Pack<four> read_below(Index end, const real* x, Index j, real other) {
  if (j + four <= end) return read<four>(x + j);
  Pack<four> pack = repeated<four>(other);
  for_each_number<four>([&](int k) {
    if (j + k < end) pack[k] = x[j + k];
  });
  return pack;
}

}  // namespace holo::cuda_attention
