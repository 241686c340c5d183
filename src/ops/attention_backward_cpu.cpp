// attention_backward_cpu.cpp: the way back of attention on the processor. The probabilities are
// computed again, from the log of the sum of exponentials of each row.
#include "ops/attention_cpu.h"

#include "backend/cpu.h"
#include "backend/parts.h"
#include "backend/vec_math.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

using namespace attention_blocks;

// One query head of one sequence: where its rows begin.
struct Head {
  const real *dy, *q, *k, *v, *lse;
  Gradient dq, dk, dv;
};

// For one register of queries: p from the scores, ds = scale p (dp - sum p dp) from dp, in place.
// lse is rounded, by 1e-3 where the scores are 1e4; so p is divided by its sum once more.
void softmax_lanes_backward(real* scores, real* dp, Index keys, real scale, Vec lse) {
  Vec total(0), along(0);
  for (Index j0 = 0; j0 < keys; j0 += piece) {
    Vec part(0), part_along(0);
    for (Index j = j0; j < std::min(keys, j0 + piece); ++j) {
      const Vec e = exp(load(scores + j * lanes) - lse);
      store(scores + j * lanes, e);
      part += e;
      part_along += e * load(dp + j * lanes);
    }
    total += part;
    along += part_along;
  }
  const Vec share = 1 / total, mean = along * share;
  for (Index j = 0; j < keys; ++j) {
    const Vec p = load(scores + j * lanes) * share;
    store(scores + j * lanes, p);
    store(dp + j * lanes, p * (load(dp + j * lanes) - mean) * scale);
  }
}

// One block of queries. It is the last one first: that sees every key, and so it writes all of dk
// and dv when they are fresh.
void block_backward(const Head& h, const Block& b, bool fresh, const AttentionSizes& s,
                    real* scratch) {
  const Index D = s.D, y_row = s.H * D;
  const real* const q = h.q + b.first * s.q_row;
  const real* const dy = h.dy + b.first * y_row;
  real* const turned = scratch;
  real* const scores = turned + D * lanes;
  real* const dp = scores + s.Tk * lanes;
  // 1. scores
  turn(turned, q, s.q_row, b, D, s.scale);
  scores_of(scores, turned, h.k, s.k_row, b, D);
  // 3. dp = v dy^T
  turn(turned, dy, y_row, b, D, 1);
  gemm_serial(false, false, b.keys, b.width, D, h.v, s.v_row, turned, lanes, dp, lanes, false);
  // 2. softmax
  real lse[lanes] = {};
  std::copy(h.lse + b.first, h.lse + b.first + b.count, lse);
  for (Index t = 0; t < b.width; t += Vec::width) {
    softmax_lanes_backward(scores + t, dp + t, b.keys, s.scale, load(lse + t));
  }
  // 3. dv += p^T dy
  if (h.dv.data != nullptr) {
    gemm_serial(false, false, b.keys, D, b.count, scores, lanes, dy, y_row, h.dv.data, s.v_row,
                !(h.dv.fresh && fresh));
  }
  // 1. dk += ds^T q,  dq += ds k
  if (h.dk.data != nullptr) {
    gemm_serial(false, false, b.keys, D, b.count, dp, lanes, q, s.q_row, h.dk.data, s.k_row,
                !(h.dk.fresh && fresh));
  }
  if (h.dq.data != nullptr) {
    gemm_serial(true, false, b.count, D, b.keys, dp, lanes, h.k, s.k_row,
                h.dq.data + b.first * s.q_row, s.q_row, !h.dq.fresh);
  }
}

Gradient at(Gradient dx, Index i) { return {dx.data == nullptr ? nullptr : dx.data + i, dx.fresh}; }

}  // namespace

// dv_j += sum_t p_tj dy_t,   ds_tj = scale p_tj (dp_tj - sum_i p_ti dp_ti),   dp_tj = dy_t . v_j
// dq_t += sum_j ds_tj k_j,   dk_j += sum_t ds_tj q_t
// A thread has all query heads of one key head: nobody else adds to its dk and dv.
void Cpu::attention_backward(Gradient dq, Gradient dk, Gradient dv, const real* dy, const real* q,
                             const real* k, const real* v, const real*, const real* lse,
                             const AttentionSizes& s) {
  const Index work = s.B * s.H * s.Tq * s.Tk * (5 * s.D + 16);
  const Index shared = s.H / s.Hkv;
  for_tasks(s.B * s.Hkv, work, (s.D + 2 * s.Tk) * lanes, [&](Index i, real* scratch) {
    const Index b = i / s.Hkv, h_kv = i % s.Hkv;
    const Index k_at = b * s.k_batch + h_kv * s.D, v_at = b * s.v_batch + h_kv * s.D;
    for (Index h = h_kv * shared; h < (h_kv + 1) * shared; ++h) {
      const Index q_at = b * s.q_batch + h * s.D, y_at = b * s.Tq * s.H * s.D + h * s.D;
      const Head head{dy + y_at,    q + q_at,     k + k_at,    v + v_at, lse + (b * s.H + h) * s.Tq,
                      at(dq, q_at), at(dk, k_at), at(dv, v_at)};
      for (Index first = last_block(s); first >= 0; first -= lanes) {
        const bool fresh = h == h_kv * shared && first == last_block(s);
        block_backward(head, block_at(first, s), fresh, s, scratch);
      }
    }
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
