// attention_cpu.cpp: attention on the processor, forward, as matrix products. The way back stands
// in attention_backward_cpu.cpp, the plan of both in attention_cpu.h.
#include "ops/attention_cpu.h"

#include "backend/cpu/cpu.h"
#include "backend/cpu/gemm.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

using namespace attention_kernel;

namespace {

// Queries at a time: whole registers, and few enough that their scores stay in the second cache.
constexpr Index lanes = 32;

// One head of one sequence.
void head_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                  const AttentionSizes& s, real* scratch) {
  real* const turned_q = scratch;
  real* const scores = turned_q + s.D * lanes;
  const Index y_row = s.H * s.D;
  for (Index first = 0; first < s.Tq; first += lanes) {
    const Block b = block_at(first, lanes, s);
    const Index width = whole_registers(b.count);
    // 1. scores
    turn({turned_q, true}, lanes, width, q + first * s.q_row, s.q_row, b.count, s.D, s.scale);
    gemm_serial({scores, true}, k, turned_q,
                {.M = b.keys, .N = width, .K = s.D, .lda = s.k_row, .ldb = lanes, .ldc = lanes});
    hide(scores, lanes, b);
    // 2. softmax, but for the division
    real share[lanes], lse_block[lanes];
    for (Index t = 0; t < width; t += Vec::width) {
      const SoftmaxSums sums = softmax_lanes(scores + t, lanes, b.keys);
      store(share + t, 1 / sums.total);
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
                 .lda = lanes,
                 .ldb = s.v_row,
                 .ldc = y_row});
    for (Index t = 0; t < b.count; ++t) {
      real* const y_t = y_block + t * y_row;
      const Vec share_t(share[t]);
      for_parts(s.D, [&](Index d, Index n) { store(y_t + d, load(y_t + d, n) * share_t, n); });
    }
  }
}

}  // namespace

// y_t = sum_j p_tj v_j,  p_tj = e^(scale q_t . k_j - lse_t),  for each sequence and head
void Cpu::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                    const AttentionSizes& s) {
  if (s.D < Vec::width) return narrow_forward(y, lse, q, k, v, s);
  const double work = scores_in(s) * static_cast<double>(2 * s.D);
  for_tasks(s.B * s.H, work, (s.D + s.Tk) * lanes, [&](Index i, real* scratch) {
    const Index b = i / s.H, h = i % s.H, h_kv = h / (s.H / s.Hkv);
    head_forward(y + (b * s.Tq * s.H + h) * s.D, lse + i * s.Tq, q + b * s.q_batch + h * s.D,
                 k + b * s.k_batch + h_kv * s.D, v + b * s.v_batch + h_kv * s.D, s, scratch);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
