// attention_cpu.cpp: attention on the CPU, as matrix products. The backward pass computes the
// probabilities again from the logsumexp of each row. attention_cpu.h has the plan of both passes.
#include "ops/attention_cpu.h"

#include "backend/cpu/cpu.h"
#include "backend/cpu/gemm.h"

namespace holo {

using namespace attention_kernel;

namespace {

// How many queries a block has: whole registers, and so few that their scores stay in the L2 cache.
constexpr Index block_queries = 32;

// ---- forward ----

// Computes one head of one sequence.
void head_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                  const AttentionSizes& s, real* scratch) {
  real* const q_transposed = scratch;
  real* const scores = q_transposed + s.D * block_queries;
  const Index y_row = s.H * s.D;
  for (Index first = 0; first < s.Tq; first += block_queries) {
    const Block b = block_at(first, block_queries, s);
    const Index padded = whole_registers(b.count);
    // 1. scores
    transpose_scaled(q_transposed, block_queries, padded, q + first * s.q_row, s.q_row, b.count,
                     s.D, s.scale);
    gemm_serial({scores, true}, k, q_transposed,
                {.M = b.keys,
                 .N = padded,
                 .K = s.D,
                 .lda = s.k_row,
                 .ldb = block_queries,
                 .ldc = block_queries});
    apply_causal_mask(scores, block_queries, b);
    // 2. softmax, without the division
    real inverse[block_queries], lse_block[block_queries];
    for (Index t = 0; t < padded; t += Vec::width) {
      const SoftmaxSums sums = softmax_of_queries(scores + t, block_queries, b.keys);
      store(inverse + t, 1 / sums.total);
      store(lse_block + t, sums.lse);
    }
    std::copy(lse_block, lse_block + b.count, lse + first);
    // 3. the values, then the division
    real* const y_block = y + first * y_row;
    gemm_serial({y_block, true}, scores, v,
                {.M = b.count,
                 .N = s.D,
                 .K = b.keys,
                 .transpose_a = true,
                 .lda = block_queries,
                 .ldb = s.v_row,
                 .ldc = y_row});
    for (Index t = 0; t < b.count; ++t) {
      real* const y_t = y_block + t * y_row;
      const Vec inverse_t(inverse[t]);
      for_each_vec(s.D, [&](Index d, Index lanes) {
        store(y_t + d, load(y_t + d, lanes) * inverse_t, lanes);
      });
    }
  }
}

// ---- backward ----

// Where the rows of one query head of one sequence begin.
struct Head {
  const real *dy, *q, *k, *v, *lse;
  Output dq, dk, dv;
};

// Computes one block of queries. The first block to run overwrites dk and dv. It has the last
// queries, which see every key, so it writes all elements.
void block_backward(const Head& h, const Block& b, bool overwrite, const AttentionSizes& s,
                    real* scratch) {
  const Index D = s.D, y_row = s.H * D, padded = whole_registers(b.count);
  const real* const q = h.q + b.first * s.q_row;
  const real* const dy = h.dy + b.first * y_row;
  real* const transposed = scratch;
  real* const scores = transposed + D * block_queries;
  real* const dp = scores + s.Tk * block_queries;
  // 1. scores
  transpose_scaled(transposed, block_queries, padded, q, s.q_row, b.count, D, s.scale);
  const MatmulSizes by_keys{
      .M = b.keys, .N = padded, .K = D, .lda = s.k_row, .ldb = block_queries, .ldc = block_queries};
  gemm_serial({scores, true}, h.k, transposed, by_keys);
  apply_causal_mask(scores, block_queries, b);
  // 3. the values: dp = v dy^T
  transpose_scaled(transposed, block_queries, padded, dy, y_row, b.count, D, 1);
  MatmulSizes by_values = by_keys;
  by_values.lda = s.v_row;
  gemm_serial({dp, true}, h.v, transposed, by_values);
  // 2. softmax: scores become p, dp becomes ds
  real lse[block_queries] = {};
  std::copy(h.lse + b.first, h.lse + b.first + b.count, lse);
  for (Index t = 0; t < padded; t += Vec::width) {
    softmax_of_queries_backward(scores + t, dp + t, block_queries, b.keys, load(lse + t), s.scale);
  }
  // 3. dv += p^T dy
  if (h.dv.data != nullptr) {
    gemm_serial(
        {h.dv.data, h.dv.overwrite && overwrite}, scores, dy,
        {.M = b.keys, .N = D, .K = b.count, .lda = block_queries, .ldb = y_row, .ldc = s.v_row});
  }
  // 1. dk += ds^T q,  dq += ds k
  if (h.dk.data != nullptr) {
    gemm_serial(
        {h.dk.data, h.dk.overwrite && overwrite}, dp, q,
        {.M = b.keys, .N = D, .K = b.count, .lda = block_queries, .ldb = s.q_row, .ldc = s.k_row});
  }
  if (h.dq.data != nullptr) {
    gemm_serial({h.dq.data + b.first * s.q_row, h.dq.overwrite}, dp, h.k,
                {.M = b.count,
                 .N = D,
                 .K = b.keys,
                 .transpose_a = true,
                 .lda = block_queries,
                 .ldb = s.k_row,
                 .ldc = s.q_row});
  }
}

}  // namespace

// y_t = sum_j p_tj v_j,  p_tj = e^(scale q_t . k_j - lse_t),  for each sequence and head
void Cpu::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                    const AttentionSizes& s) {
  if (is_short(s)) return short_forward(y, lse, q, k, v, s);
  const double work = scores_in(s) * static_cast<double>(2 * s.D);
  for_tasks(s.B * s.H, work, (s.D + s.Tk) * block_queries, [&](Index i, real* scratch) {
    const Index b = i / s.H, h = i % s.H, h_kv = h / (s.H / s.Hkv);
    head_forward(y + (b * s.Tq * s.H + h) * s.D, lse + i * s.Tq, q + b * s.q_batch + h * s.D,
                 k + b * s.k_batch + h_kv * s.D, v + b * s.v_batch + h_kv * s.D, s, scratch);
  });
}

// dv_j += sum_t p_tj dy_t,   dp_tj = dy_t . v_j,   ds_tj = scale p_tj (dp_tj - sum_i p_ti dp_ti)
// dq_t += sum_j ds_tj k_j,   dk_j += sum_t ds_tj q_t
// One thread computes all query heads of a key head, so no other thread adds to its dk and dv.
void Cpu::attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                             const real* k, const real* v, const real*, const real* lse,
                             const AttentionSizes& s) {
  if (is_short(s)) return short_backward(dq, dk, dv, dy, q, k, v, lse, s);
  const double work = scores_in(s) * static_cast<double>(5 * s.D);
  const Index heads_per_kv = s.H / s.Hkv, last = (s.Tq - 1) / block_queries * block_queries;
  for_tasks(s.B * s.Hkv, work, (s.D + 2 * s.Tk) * block_queries, [&](Index i, real* scratch) {
    const Index b = i / s.Hkv, h_kv = i % s.Hkv;
    const Index k_at = b * s.k_batch + h_kv * s.D, v_at = b * s.v_batch + h_kv * s.D;
    for (Index h = h_kv * heads_per_kv; h < (h_kv + 1) * heads_per_kv; ++h) {
      const Index q_at = b * s.q_batch + h * s.D;
      const Head head{dy + (b * s.Tq * s.H + h) * s.D, q + q_at,     k + k_at,     v + v_at,
                      lse + (b * s.H + h) * s.Tq,      at(dq, q_at), at(dk, k_at), at(dv, v_at)};
      for (Index first = last; first >= 0; first -= block_queries) {
        const bool overwrite = h == h_kv * heads_per_kv && first == last;
        block_backward(head, block_at(first, block_queries, s), overwrite, s, scratch);
      }
    }
  });
}

}  // namespace holo
