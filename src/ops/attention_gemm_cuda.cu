// attention_gemm_cuda.cu: attention by matrix products, with the passes of attention_plain.cpp.
// Each pass of the backward kernel has the number of the forward pass that it undoes.
// G = H / Hkv heads of queries share a head of keys, and so they share one matrix of
//   q, dy, y, dq [B, Hkv, Tq, G, D]  and  k, v, dk, dv [B, Hkv, Tk, D]:
// The copies have this order, so that a chunk of all scores is one batch of products.
#include <algorithm>
#include <cmath>
#include <vector>

#include "backend/cuda/gemm.cuh"
#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"
#include "ops/attention_cuda.h"

namespace holo::cuda_attention {
namespace {

// ---- the copies ----

// An array [B, T, Hkv, width]. A sequence begins every `batch` elements, a row every `row`.
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

// The position of number c of row t of sequence b in an array by heads.
__device__ Index place_of(Index b, Index t, Index c, const Layout& at) {
  return ((b * at.Hkv + c / at.width) * at.T + t) * at.width + c % at.width;
}

// to = factor x. One warp for each row.
__global__ void copy_kernel(real* to, const real* x, real factor, Layout at) {
  const Index r = row_of_warp(), b = r / at.T, t = r % at.T;
  if (b >= at.B) return;
  for (Index c = lane(); c < at.Hkv * at.width; c += 32) {
    to[place_of(b, t, c, at)] = factor * x[b * at.batch + t * at.row + c];
  }
}

// x = or += factor from. One warp for each row.
__global__ void put_kernel(Output x, const real* from, real factor, Layout at) {
  const Index r = row_of_warp(), b = r / at.T, t = r % at.T;
  if (b >= at.B) return;
  for (Index c = lane(); c < at.Hkv * at.width; c += 32) {
    put(x, b * at.batch + t * at.row + c, factor * from[place_of(b, t, c, at)]);
  }
}

// An uninitialised array [B, Hkv, T, width].
Scratch array_of_heads(Backend& cuda, const Layout& layout) {
  return Scratch(cuda, layout.B * layout.T * layout.Hkv * layout.width);
}

// Copies factor x, in the order by heads.
Scratch copy_of_heads(Backend& cuda, const real* x, real factor, const Layout& layout) {
  Scratch to = array_of_heads(cuda, layout);
  launch_rows(layout.B * layout.T, copy_kernel, to.data(), x, factor, layout);
  return to;
}

// x = or += factor from [B, Hkv, T, width], unless x is not needed.
void put_heads(Output x, const real* from, real factor, const Layout& layout) {
  if (x.data == nullptr) return;
  launch_rows(layout.B * layout.T, put_kernel, x, from, factor, layout);
}

// ---- chunks of scores, and their products ----

// The scores that are in memory at the same time: [sequences, Hkv, queries, G, keys].
struct Chunk {
  Index sequence, sequences;  // the first sequence, and how many
  Index query, queries;
  Index keys;  // how many keys the last query sees
};

// All chunks. In each sequence the last queries come first, because they see all keys.
std::vector<Chunk> chunks_of(const AttentionSizes& s, const ScoreLimits& limits) {
  const Index query = s.H * s.Tk;  // the scores of a query
  Index queries = std::clamp<Index>(limits.scores / query, 1, s.Tq);
  if (s.causal) queries = std::min(queries, limits.causal_queries);
  queries = blocks_of(s.Tq, blocks_of(s.Tq, queries));  // of nearly equal size
  const Index sequences = std::clamp<Index>(limits.scores / (query * queries), 1, s.B);
  std::vector<Chunk> chunks;
  for (Index b = 0; b < s.B; b += sequences) {
    for (Index end = s.Tq; end > 0; end -= queries) {
      const Index t = std::max<Index>(end - queries, 0), keys = s.causal ? end + s.Tk - s.Tq : s.Tk;
      chunks.push_back({b, std::min(sequences, s.B - b), t, end - t, keys});
    }
  }
  return chunks;
}

// Memory for the scores of the largest chunk.
Scratch room_for(Backend& cuda, const std::vector<Chunk>& chunks, const AttentionSizes& s) {
  Index most = 0;
  for (const Chunk& c : chunks) most = std::max(most, c.sequences * s.H * c.queries * c.keys);
  return Scratch(cuda, most);
}

// The matrix products of a chunk. All arrays except the scores are whole.
struct Products {
  AttentionSizes s;
  Chunk c;
  // scores = q k^T
  void by_channels(real* scores, const real* q, const real* k) const;
  // y = scores v
  void by_keys(real* y, const real* scores, const real* v) const;
  // dv = or += scores^T dy; only the first chunk of a sequence overwrites.
  void by_queries(real* dv, const real* scores, const real* dy) const;
};

// The `batch` matrices of a chunk: scores [rows, keys]. A name with _step is the distance to the
// next matrix. A name with _at is where the first matrix begins in the copies of queries or keys.
struct Matrices {
  Index batch, rows, scores_step, q_step, k_step, q_at, k_at;
  Matrices(const Chunk& c, const AttentionSizes& s) {
    const Index G = s.H / s.Hkv;
    batch = c.sequences * s.Hkv;
    rows = c.queries * G;
    scores_step = rows * c.keys;
    q_step = s.Tq * G * s.D;
    k_step = s.Tk * s.D;
    q_at = c.sequence * s.Hkv * q_step + c.query * G * s.D;
    k_at = c.sequence * s.Hkv * k_step;
  }
};

void Products::by_channels(real* scores, const real* q, const real* k) const {
  const Matrices m(c, s);
  cuda_gemm::gemm({scores, true}, q + m.q_at, k + m.k_at,
                  {.batch = m.batch,
                   .M = m.rows,
                   .N = c.keys,
                   .K = s.D,
                   .transpose_b = true,
                   .lda = s.D,
                   .ldb = s.D,
                   .ldc = c.keys,
                   .a_step = m.q_step,
                   .b_step = m.k_step,
                   .c_step = m.scores_step});
}

void Products::by_keys(real* y, const real* scores, const real* v) const {
  const Matrices m(c, s);
  cuda_gemm::gemm({y + m.q_at, true}, scores, v + m.k_at,
                  {.batch = m.batch,
                   .M = m.rows,
                   .N = s.D,
                   .K = c.keys,
                   .lda = c.keys,
                   .ldb = s.D,
                   .ldc = s.D,
                   .a_step = m.scores_step,
                   .b_step = m.k_step,
                   .c_step = m.q_step});
}

void Products::by_queries(real* dv, const real* scores, const real* dy) const {
  const Matrices m(c, s);
  const bool first = c.query + c.queries == s.Tq;
  cuda_gemm::gemm({dv + m.k_at, first}, scores, dy + m.q_at,
                  {.batch = m.batch,
                   .M = c.keys,
                   .N = s.D,
                   .K = m.rows,
                   .transpose_a = true,
                   .lda = c.keys,
                   .ldb = s.D,
                   .ldc = s.D,
                   .a_step = m.scores_step,
                   .b_step = m.q_step,
                   .c_step = m.k_step});
}

// ---- rows of scores ----

// The row of scores of a warp, if there is one. It begins at element `begin`; its query sees `seen`
// keys, and has number `of_lse` in lse.
struct ScoreRow {
  Index begin, seen, of_lse;
  bool exists;
  __device__ ScoreRow(const Chunk& c, const AttentionSizes& s) {
    const Index G = s.H / s.Hkv, r = row_of_warp();
    const Index t = c.query + r / G % c.queries, head = c.sequence * s.Hkv + r / G / c.queries;
    exists = r < c.sequences * s.H * c.queries;
    begin = r * c.keys;
    seen = s.causal ? t + 1 + s.Tk - s.Tq : s.Tk;
    of_lse = (head * G + r % G) * s.Tq + t;
  }
};

// launch() with one warp for each row of scores.
template <class... Parameters, class... Arguments>
void launch_score_rows(const Chunk& c, const AttentionSizes& s, void (*kernel)(Parameters...),
                       const Arguments&... arguments) {
  launch_rows(c.sequences * s.H * c.queries, kernel, arguments..., c, s);
}

// p_j = e^x_j / sum_i e^x_i for the keys that the query of a row sees, else 0. A warp per row.
__global__ void softmax_kernel(real* scores, real* lse, Chunk c, AttentionSizes s) {
  const ScoreRow row(c, s);
  if (!row.exists) return;
  real* const x = scores + row.begin;
  // 1. the largest
  real largest = -INFINITY;
  for (Index j = lane(); j < row.seen; j += 32) largest = std::fmax(largest, x[j]);
  largest = warp_max(largest);
  // 2. e^(x - largest), and its sum
  double total = 0;
  for (Index j = lane(); j < row.seen; j += 32) total += x[j] = std::exp(x[j] - largest);
  total = warp_sum(total);
  // 3. divide by the sum
  const real share = real(1 / total);
  for (Index j = lane(); j < c.keys; j += 32) x[j] = j < row.seen ? x[j] * share : 0;
  if (lse != nullptr && lane() == 0) lse[row.of_lse] = real(largest + std::log(total));
}

// Replaces the scores by p_tj = e^score_tj / sum_i e^score_ti, or 0 for keys that t does not see.
// lse [B, H, Tq] is the log of the sum, and may be null.
void softmax_of_scores(real* scores, real* lse, const Chunk& c, const AttentionSizes& s) {
  launch_score_rows(c, s, softmax_kernel, scores, lse);
}

// Replaces dp by ds_tj = p_tj (dp_tj - sum_i p_ti dp_ti), or 0 for keys that t does not see. A
// single key gets 0, because p is 1 and the sum is its dp. One warp for each row.
__global__ void ds_kernel(real* scores, const real* p, Chunk c, AttentionSizes s) {
  const ScoreRow row(c, s);
  if (!row.exists) return;
  real* const dp = scores + row.begin;
  const real* const shares = p + row.begin;
  double total = 0;
  for (Index j = lane(); j < row.seen; j += 32) total += shares[j] * dp[j];
  const real along = real(warp_sum(total));
  for (Index j = lane(); j < c.keys; j += 32) {
    dp[j] = j < row.seen ? shares[j] * (dp[j] - along) : 0;
  }
}

}  // namespace

// y_t = sum_j p_tj v_j,  p_tj = e^score_tj / sum_i e^score_ti,  score_tj = scale q_t . k_j
void gemm(Backend& cuda, const Forward& a, const AttentionSizes& s, const ScoreLimits& limits) {
  const Scratch q = copy_of_heads(cuda, a.q, s.scale, layout_of_q(s)),
                k = copy_of_heads(cuda, a.k, 1, layout_of_k(s)),
                v = copy_of_heads(cuda, a.v, 1, layout_of_v(s));
  const std::vector<Chunk> chunks = chunks_of(s, limits);
  const Scratch scores = room_for(cuda, chunks, s);
  for (const Chunk& c : chunks) {
    const Products products{s, c};
    // 1. scores
    products.by_channels(scores.data(), q.data(), k.data());
    // 2. softmax
    softmax_of_scores(scores.data(), a.lse, c, s);
    // 3. the values: y, over the queries, which are no longer needed
    products.by_keys(q.data(), scores.data(), v.data());
  }
  put_heads({a.y, true}, q.data(), 1, layout_of_y(s));
}

// dv_j += sum_t p_tj dy_t,   dp_tj = dy_t . v_j,   ds_tj = p_tj (dp_tj - sum_i p_ti dp_ti)
// dq_t += scale sum_j ds_tj k_j,   dk_j += sum_t ds_tj scale q_t
void gemm(Backend& cuda, const Backward& a, const AttentionSizes& s, const ScoreLimits& limits) {
  const Scratch q = copy_of_heads(cuda, a.q, s.scale, layout_of_q(s)),
                k = copy_of_heads(cuda, a.k, 1, layout_of_k(s)),
                v = copy_of_heads(cuda, a.v, 1, layout_of_v(s)),
                dy = copy_of_heads(cuda, a.dy, 1, layout_of_y(s));
  const Scratch dk = array_of_heads(cuda, layout_of_k(s)),
                dv = array_of_heads(cuda, layout_of_v(s));
  const std::vector<Chunk> chunks = chunks_of(s, limits);
  const Scratch p = room_for(cuda, chunks, s), ds = room_for(cuda, chunks, s);
  for (const Chunk& c : chunks) {
    const Products products{s, c};
    products.by_channels(p.data(), q.data(), k.data());  // again, because p was not kept
    softmax_of_scores(p.data(), nullptr, c, s);
    // 3. the values: dv, dp
    products.by_queries(dv.data(), p.data(), dy.data());
    products.by_channels(ds.data(), dy.data(), v.data());
    // 2. softmax: ds
    launch_score_rows(c, s, ds_kernel, ds.data(), p.data());
    // 1. the scores: dk, and dq over the queries, which are no longer needed
    products.by_queries(dk.data(), ds.data(), q.data());
    products.by_keys(q.data(), ds.data(), k.data());
  }
  put_heads(a.dq, q.data(), s.scale, layout_of_q(s));
  put_heads(a.dk, dk.data(), 1, layout_of_k(s));
  put_heads(a.dv, dv.data(), 1, layout_of_v(s));
}

}  // namespace holo::cuda_attention
