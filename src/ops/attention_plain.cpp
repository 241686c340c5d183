// attention_plain.cpp: attention, one head of one sequence at a time. q, dq [B, Tq, H, D] and k, v,
// dk, dv [B, Tk, Hkv, D] have the layout described by AttentionSizes. y, dy are [B, Tq, H, D], lse
// [B, H, Tq]. Pass i of the backward kernel goes back through pass i of the forward kernel.
#include <algorithm>
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"
#include "backend/scratch.h"

namespace holo {
namespace {

// p_j = e^score_j / sum_i e^score_i,  score_j = scale q_t . k_j;  returns the log of the sum
real softmax_of_scores(real* p, const real* q_t, const real* k, Index keys,
                       const AttentionSizes& s) {
  // 1. the scores and the largest score
  real largest = -INFINITY;
  for (Index j = 0; j < keys; ++j) {
    double score = 0;
    for (Index d = 0; d < s.D; ++d) score += double(q_t[d]) * k[j * s.k_row + d];
    p[j] = real(s.scale * score);
    largest = std::fmax(largest, p[j]);
  }
  // 2. e^(score - largest), divided by its sum
  double total = 0;
  for (Index j = 0; j < keys; ++j) total += p[j] = std::exp(p[j] - largest);
  for (Index j = 0; j < keys; ++j) p[j] = real(p[j] / total);
  return real(largest + std::log(total));
}

}  // namespace

// y_t = sum_j p_tj v_j
void Plain::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                      const AttentionSizes& s) {
  const Scratch memory(*this, s.Tk);
  real* const p = memory.data();
  for (Index b = 0; b < s.B; ++b) {
    for (Index h = 0; h < s.H; ++h) {
      const Index h_kv = h / (s.H / s.Hkv), q_h = b * s.q_batch + h * s.D;
      const Index k_h = b * s.k_batch + h_kv * s.D, v_h = b * s.v_batch + h_kv * s.D;
      for (Index t = 0; t < s.Tq; ++t) {
        const Index keys = s.causal ? t + 1 + s.Tk - s.Tq : s.Tk;  // number of keys for query t
        const Index q_t = q_h + t * s.q_row, y_t = ((b * s.Tq + t) * s.H + h) * s.D;
        // 1. scores  2. softmax
        lse[(b * s.H + h) * s.Tq + t] = softmax_of_scores(p, q + q_t, k + k_h, keys, s);
        // 3. the values
        for (Index d = 0; d < s.D; ++d) {
          double total = 0;
          for (Index j = 0; j < keys; ++j) total += p[j] * v[v_h + j * s.v_row + d];
          y[y_t + d] = real(total);
        }
      }
    }
  }
}

// dv_j += sum_t p_tj dy_t,   dp_tj = dy_t . v_j,   ds_tj = scale p_tj (dp_tj - sum_i p_ti dp_ti)
// dq_t += sum_j ds_tj k_j,   dk_j += sum_t ds_tj q_t
void Plain::attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                               const real* k, const real* v, const real*, const real*,
                               const AttentionSizes& s) {
  const Scratch memory(*this, 2 * s.Tq * s.Tk);
  real *const p = memory.data(), *const ds = p + s.Tq * s.Tk;  // [Tq, Tk]
  for (Index b = 0; b < s.B; ++b) {
    for (Index h = 0; h < s.H; ++h) {
      const Index h_kv = h / (s.H / s.Hkv), q_h = b * s.q_batch + h * s.D;
      const Index k_h = b * s.k_batch + h_kv * s.D, v_h = b * s.v_batch + h_kv * s.D;
      for (Index t = 0; t < s.Tq; ++t) {
        const Index keys = s.causal ? t + 1 + s.Tk - s.Tq : s.Tk, q_t = q_h + t * s.q_row;
        real *const p_t = p + t * s.Tk, *const ds_t = ds + t * s.Tk;
        softmax_of_scores(p_t, q + q_t, k + k_h, keys, s);  // recomputes p, which was not stored
        // 3. the values: dp
        const real* const dy_t = dy + ((b * s.Tq + t) * s.H + h) * s.D;
        double sum_p_dp = 0;
        for (Index j = 0; j < keys; ++j) {
          double dp = 0;
          for (Index d = 0; d < s.D; ++d) dp += double(dy_t[d]) * v[v_h + j * s.v_row + d];
          ds_t[j] = real(dp);
          sum_p_dp +=
              double(p_t[j]) * ds_t[j];  // uses the rounded dp, so that ds = 0 for a single key
        }
        // 2. softmax: ds
        for (Index j = 0; j < keys; ++j) ds_t[j] = real(s.scale * p_t[j] * (ds_t[j] - sum_p_dp));
        // 1. the scores: dq
        for (Index d = 0; dq.data && d < s.D; ++d) {
          double total = 0;
          for (Index j = 0; j < keys; ++j) total += double(ds_t[j]) * k[k_h + j * s.k_row + d];
          put(dq, q_t + d, total);
        }
      }
      // Several query heads may share dk and dv: the first head overwrites them, the others add.
      const bool first = h % (s.H / s.Hkv) == 0;
      const Output dk_h{dk.data, dk.overwrite && first}, dv_h{dv.data, dv.overwrite && first};
      for (Index j = 0; j < s.Tk; ++j) {
        const Index t_j =
            s.causal ? std::max<Index>(j - (s.Tk - s.Tq), 0) : 0;  // first query that uses key j
        // 1. the scores: dk
        for (Index d = 0; dk.data && d < s.D; ++d) {
          double total = 0;
          for (Index t = t_j; t < s.Tq; ++t)
            total += double(ds[t * s.Tk + j]) * q[q_h + t * s.q_row + d];
          put(dk_h, k_h + j * s.k_row + d, total);
        }
        // 3. the values: dv
        for (Index d = 0; dv.data && d < s.D; ++d) {
          double total = 0;
          for (Index t = t_j; t < s.Tq; ++t)
            total += double(p[t * s.Tk + j]) * dy[((b * s.Tq + t) * s.H + h) * s.D + d];
          put(dv_h, v_h + j * s.v_row + d, total);
        }
      }
    }
  }
}

}  // namespace holo
