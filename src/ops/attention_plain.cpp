// attention_plain.cpp: attention, one query of one head at a time: q, dq [B, Tq, H, D] and k, v,
// dk, dv [B, Tk, Hkv, D] in the layout of AttentionSizes; y, dy [B, Tq, H, D], lse [B, H, Tq].
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"
#include "backend/temporary.h"

namespace holo {
namespace {

// Query number i of B H Tq: how many keys it sees, and where its row and those of its keys begin.
struct Query {
  Index keys, q, y, k, v;
  Query(Index i, const AttentionSizes& s) {
    const Index b = i / s.Tq / s.H, h = i / s.Tq % s.H, t = i % s.Tq, h_kv = h / (s.H / s.Hkv);
    keys = s.causal ? t + 1 + s.Tk - s.Tq : s.Tk;
    q = b * s.q_batch + t * s.q_row + h * s.D;
    y = ((b * s.Tq + t) * s.H + h) * s.D;
    k = b * s.k_batch + h_kv * s.D;
    v = b * s.v_batch + h_kv * s.D;
  }
};

double dot(const real* x, const real* y, Index D) {
  double total = 0;
  for (Index d = 0; d < D; ++d) total += double(x[d]) * y[d];
  return total;
}

// p_j = e^score_j / sum_i e^score_i,  score_j = scale q . k_j;  the result is the log of that sum.
real shares(real* p, const real* q, const real* k, Index keys, const AttentionSizes& s) {
  // 1. scores, and the largest
  real largest = -INFINITY;
  for (Index j = 0; j < keys; ++j) {
    p[j] = real(s.scale * dot(q, k + j * s.k_row, s.D));
    largest = std::fmax(largest, p[j]);
  }
  // 2. softmax
  double total = 0;
  for (Index j = 0; j < keys; ++j) total += p[j] = std::exp(p[j] - largest);
  for (Index j = 0; j < keys; ++j) p[j] = real(p[j] / total);
  return real(largest + std::log(total));
}

// dx becomes 0 when it is to be overwritten: `width` numbers in each of the B T rows.
void clear(Output dx, Index B, Index T, Index width, Index batch, Index row) {
  for (Index i = 0; dx.data && dx.overwrite && i < B * T * width; ++i) {
    dx.data[i / width / T * batch + i / width % T * row + i % width] = 0;
  }
}

}  // namespace

// y_t = sum_j p_tj v_j
void Plain::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                      const AttentionSizes& s) {
  const Temporary memory(*this, s.Tk);
  real* const p = memory.data();
  for (Index i = 0; i < s.B * s.H * s.Tq; ++i) {
    const Query at(i, s);
    lse[i] = shares(p, q + at.q, k + at.k, at.keys, s);  // 1. scores  2. softmax
    // 3. the values
    for (Index d = 0; d < s.D; ++d) {
      double total = 0;
      for (Index j = 0; j < at.keys; ++j) total += p[j] * v[at.v + j * s.v_row + d];
      y[at.y + d] = real(total);
    }
  }
}

// dv_j += sum_t p_tj dy_t,   dp_tj = dy_t . v_j,   ds_tj = scale p_tj (dp_tj - sum_i p_ti dp_ti)
// dq_t += sum_j ds_tj k_j,   dk_j += sum_t ds_tj q_t
void Plain::attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                               const real* k, const real* v, const real*, const real*,
                               const AttentionSizes& s) {
  clear(dq, s.B, s.Tq, s.H * s.D, s.q_batch, s.q_row);
  clear(dk, s.B, s.Tk, s.Hkv * s.D, s.k_batch, s.k_row);
  clear(dv, s.B, s.Tk, s.Hkv * s.D, s.v_batch, s.v_row);
  const Temporary memory(*this, 2 * s.Tk);
  real *const p = memory.data(), *const dp = p + s.Tk;
  for (Index i = 0; i < s.B * s.H * s.Tq; ++i) {
    const Query at(i, s);
    shares(p, q + at.q, k + at.k, at.keys, s);
    // 3. the values: dp, dv
    double along = 0;
    for (Index j = 0; j < at.keys; ++j) {
      const Index row = at.v + j * s.v_row;
      dp[j] = real(dot(dy + at.y, v + row, s.D));
      along += double(p[j]) * dp[j];
      for (Index d = 0; dv.data && d < s.D; ++d) dv.data[row + d] += p[j] * dy[at.y + d];
    }
    for (Index j = 0; j < at.keys; ++j) {
      // 2. softmax: ds
      const Index row = at.k + j * s.k_row;
      const real ds = real(s.scale * p[j] * (dp[j] - along));
      // 1. scores: dq, dk
      for (Index d = 0; dq.data && d < s.D; ++d) dq.data[at.q + d] += ds * k[row + d];
      for (Index d = 0; dk.data && d < s.D; ++d) dk.data[row + d] += ds * q[at.q + d];
    }
  }
}

}  // namespace holo
