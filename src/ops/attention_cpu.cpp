// attention_cpu.cpp: attention on the processor, forward. The way back stands in
// attention_backward_cpu.cpp, the plan of both in attention_cpu.h.
#include "ops/attention_cpu.h"

#include "backend/cpu.h"
#include "backend/parts.h"
#include "backend/vec_math.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

using namespace attention_blocks;

// For one register of queries, from their scores: e^(score - largest) in place, the sum of it, and
// the log of the sum of e^score.
void softmax_lanes(real* scores, Index keys, real* total, real* lse) {
  Vec top(-std::numeric_limits<real>::infinity());
  for (Index j = 0; j < keys; ++j) top = max(load(scores + j * lanes), top);
  Vec all(0);
  for (Index j0 = 0; j0 < keys; j0 += piece) {
    Vec part(0);
    for (Index j = j0; j < std::min(keys, j0 + piece); ++j) {
      const Vec e = exp(load(scores + j * lanes) - top);
      store(scores + j * lanes, e);
      part += e;
    }
    all += part;
  }
  store(total, all);
  store(lse, top + log(all));
}

// One head of one sequence.
void head_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                  const AttentionSizes& s, real* scratch) {
  real* const turned_q = scratch;
  real* const scores = turned_q + s.D * lanes;
  const Index y_row = s.H * s.D;
  for (Index first = 0; first < s.Tq; first += lanes) {
    const Block b = block_at(first, s);
    // 1. scores
    turn(turned_q, q + first * s.q_row, s.q_row, b, s.D, s.scale);
    scores_of(scores, turned_q, k, s.k_row, b, s.D);
    // 2. softmax, but for the division
    real total[lanes], lse_block[lanes];
    for (Index t = 0; t < b.width; t += Vec::width) {
      softmax_lanes(scores + t, b.keys, total + t, lse_block + t);
    }
    std::copy(lse_block, lse_block + b.count, lse + first);
    // 3. the values, then the division
    real* const y_block = y + first * y_row;
    gemm_serial(true, false, b.count, s.D, b.keys, scores, lanes, v, s.v_row, y_block, y_row,
                false);
    for (Index t = 0; t < b.count; ++t) {
      real* const y_t = y_block + t * y_row;
      const Vec share(1 / total[t]);
      for_parts(s.D, [&](Index d, Index n) { store(y_t + d, load(y_t + d, n) * share, n); });
    }
  }
}

}  // namespace

// y_t = sum_j p_tj v_j,  p_tj = e^(scale q_t . k_j - lse_t),  for each sequence and head
void Cpu::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                    const AttentionSizes& s) {
  const Index work = s.B * s.H * s.Tq * s.Tk * (2 * s.D + 16);
  for_tasks(s.B * s.H, work, (s.D + s.Tk) * lanes, [&](Index i, real* scratch) {
    const Index b = i / s.H, h = i % s.H, h_kv = h / (s.H / s.Hkv);
    head_forward(y + b * s.Tq * s.H * s.D + h * s.D, lse + i * s.Tq, q + b * s.q_batch + h * s.D,
                 k + b * s.k_batch + h_kv * s.D, v + b * s.v_batch + h_kv * s.D, s, scratch);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
