// attention_backward_cpu.cpp: the backward pass of attention on the CPU, as matrix products. It
// computes the probabilities again from the logsumexp of each row.
#include "backend/cpu/cpu.h"
#include "backend/cpu/gemm.h"
#include "ops/attention_cpu.h"

namespace holo {

using namespace attention_kernel;

namespace {

// The queries of a block, as in the forward pass.
constexpr Index block_queries = 32;

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
