// attention_gemm_cuda.cu: attention by products of matrices: the chunks of scores, their products,
// their softmax, and the forward. The passes are those of attention_plain.cpp.
#include <algorithm>
#include <cmath>

#include "backend/cuda/gemm.cuh"
#include "ops/attention_gemm_cuda.cuh"

namespace holo::cuda_attention {
namespace {

// The matrices of a chunk, `batch` of them: scores [rows, keys]. A _step is how far the next matrix
// is from one, an _at where the first begins in the copies of queries, and of keys.
struct Matrices {
  Index batch, rows, scores_step, q_step, k_step, q_at, k_at;
  Matrices(const Chunk& c, const AttentionSizes& s) {
    const Index G = s.H / s.Hkv;
    batch = c.sequences * s.Hkv;
    rows = c.queries * G;
    scores_step = rows * c.ld;
    q_step = s.Tq * G * s.D;
    k_step = s.Tk * s.D;
    q_at = c.sequence * s.Hkv * q_step + c.query * G * s.D;
    k_at = c.sequence * s.Hkv * k_step;
  }
};

// p_j = e^x_j / sum_i e^x_i for the keys of a row that are seen, else 0. A warp has a row.
__global__ void softmax_kernel(real* scores, real* lse, Chunk c, AttentionSizes s) {
  const ScoreRow row(c, s);
  if (!row.exists) return;
  real* const x = scores + row.begin;
  // 1. the largest
  real largest = -INFINITY;
  for (Index j = four * lane(); j < row.seen; j += four * 32) {
    for (const real v : read_below(row.seen, x, j, -INFINITY)) largest = std::fmax(largest, v);
  }
  largest = warp_max(largest);
  // 2. the sum of e^(x - largest)
  double total = 0;
  for (Index j = four * lane(); j < row.seen; j += four * 32) {
    Pack<four> p = read_below(row.seen, x, j, -INFINITY);
    for (real& v : p) v = std::exp(v - largest);
    total += sum(p);
  }
  total = warp_sum(total);
  // 3. the shares
  const real share = real(1 / total);
  for (Index j = four * lane(); j < c.keys; j += four * 32) {
    Pack<four> p = read_below(row.seen, x, j, 0);
    for_each_number<four>(
        [&](int k) { p[k] = j + k < row.seen ? std::exp(p[k] - largest) * share : 0; });
    write(x + j, p);
  }
  if (lse != nullptr && lane() == 0) lse[row.of_lse] = real(largest + std::log(total));
}

}  // namespace

std::vector<Chunk> chunks_of(const AttentionSizes& s, const ScoreLimits& limits) {
  const auto packs = [](Index keys) { return blocks_of(keys, four) * four; };
  const Index query = s.H * packs(s.Tk);  // its scores
  Index queries = std::clamp<Index>(limits.scores / query, 1, s.Tq);
  if (s.causal) queries = std::min(queries, limits.causal_queries);
  queries = blocks_of(s.Tq, blocks_of(s.Tq, queries));  // of nearly one size
  const Index sequences = std::clamp<Index>(limits.scores / (query * queries), 1, s.B);
  std::vector<Chunk> chunks;
  for (Index b = 0; b < s.B; b += sequences) {
    for (Index end = s.Tq; end > 0; end -= queries) {
      const Index t = std::max<Index>(end - queries, 0), keys = s.causal ? end + s.Tk - s.Tq : s.Tk;
      chunks.push_back({b, std::min(sequences, s.B - b), t, end - t, keys, packs(keys)});
    }
  }
  return chunks;
}

Scratch room_for(Backend& cuda, const std::vector<Chunk>& chunks, const AttentionSizes& s) {
  Index most = 0;
  for (const Chunk& c : chunks) most = std::max(most, c.sequences * s.H * c.queries * c.ld);
  return Scratch(cuda, most);
}

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
                   .ldc = c.ld,
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
                   .lda = c.ld,
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
                   .lda = c.ld,
                   .ldb = s.D,
                   .ldc = s.D,
                   .a_step = m.scores_step,
                   .b_step = m.q_step,
                   .c_step = m.k_step});
}

void softmax_of_scores(real* scores, real* lse, const Chunk& c, const AttentionSizes& s) {
  launch_score_rows(c, s, softmax_kernel, scores, lse);
}

// y_t = sum_j p_tj v_j,  p_tj = e^score_tj / sum_i e^score_ti,  score_tj = scale q_t . k_j
void gemm(Backend& cuda, const Forward& a, const AttentionSizes& s, const ScoreLimits& limits) {
  const Scratch unsafe = no_count(cuda);
  const Scratch q = copy_of_heads(cuda, a.q, s.scale, layout_of_q(s), unsafe.data()),
                k = copy_of_heads(cuda, a.k, 1, layout_of_k(s), unsafe.data()),
                v = copy_of_heads(cuda, a.v, 1, layout_of_v(s), unsafe.data());
  const std::vector<Chunk> chunks = chunks_of(s, limits);
  const Scratch scores = room_for(cuda, chunks, s);
  for (const Chunk& c : chunks) {
    const Products products{s, c};
    // 1. scores
    products.by_channels(scores.data(), q.data(), k.data());
    // 2. softmax
    softmax_of_scores(scores.data(), a.lse, c, s);
    // 3. the values: y, in place of the queries, which are no longer needed
    products.by_keys(q.data(), scores.data(), v.data());
  }
  put_heads({a.y, true}, q.data(), 1, layout_of_y(s), unsafe.data());
  direct(cuda, a, s, unsafe.data());
}

}  // namespace holo::cuda_attention
