// attention_cpu.cpp: the forward pass of attention on the CPU, as matrix products.
// The backward pass is in attention_backward_cpu.cpp, and the plan of both passes in
// attention_cpu.h.
#include "ops/attention_cpu.h"

#include "backend/cpu/cpu.h"
#include "backend/cpu/gemm.h"

namespace holo {

using namespace attention_kernel;

namespace {

// How many queries a block has: whole registers, and so few that their scores stay in the L2 cache.
constexpr Index block_queries = 32;

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

}  // namespace holo
