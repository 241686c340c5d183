// attention_gemm_cuda.cu: attention by matrix products, with the passes of attention_plain.cpp. It
// computes head h of all sequences at once: each pass is a batch of products, one for each
// sequence, or a kernel with one warp for each row of scores. The scores of a head, [B, Tq, Tk],
// are in memory.
//
// As in AttentionSizes, q, dq [B, Tq, H, D] and k, v, dk, dv [B, Tk, Hkv, D] may have gaps between
// their rows; y, dy are [B, Tq, H, D] and lse is [B, H, Tq].
#include <cmath>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"

namespace holo::cuda_attention {
namespace {

// ---- rows of scores: row b Tq + t has the scores of query t of sequence b ----

// How many keys the query of a row sees.
__device__ Index keys_seen(Index row, const AttentionSizes& s) {
  return s.causal ? row % s.Tq + 1 + s.Tk - s.Tq : s.Tk;
}

// p_j = e^x_j / sum_i e^x_i for the keys that the query of a row sees, else 0; it replaces
// the product q . k, and x = scale q . k. lse, which may be null, is the log of the sum.
__global__ void row_softmax_kernel(real* scores, real* lse, Index h, AttentionSizes s) {
  const Index row = row_of_warp(), seen = keys_seen(row, s);
  if (row >= s.B * s.Tq) return;
  real* const x = scores + row * s.Tk;
  // 1. the largest
  real largest = -INFINITY;
  for (Index j = lane(); j < seen; j += 32) largest = std::fmax(largest, x[j] *= s.scale);
  largest = warp_max(largest);
  // 2. e^(x - largest), and its sum
  double total = 0;
  for (Index j = lane(); j < seen; j += 32) total += x[j] = std::exp(x[j] - largest);
  total = warp_sum(total);
  // 3. divide by the sum
  const real share = real(1 / total);
  for (Index j = lane(); j < s.Tk; j += 32) x[j] = j < seen ? x[j] * share : 0;
  if (lse != nullptr && lane() == 0) {
    lse[(row / s.Tq * s.H + h) * s.Tq + row % s.Tq] = real(largest + std::log(total));
  }
}

// ds_j = scale p_j (dp_j - sum_i p_i dp_i) replaces dp_j. A single key gets 0, because p is 1
// and the sum is its dp.
__global__ void row_softmax_backward_kernel(real* scores, const real* p, AttentionSizes s) {
  const Index row = row_of_warp(), seen = keys_seen(row, s);
  if (row >= s.B * s.Tq) return;
  real* const dp = scores + row * s.Tk;
  const real* const shares = p + row * s.Tk;
  double total = 0;
  for (Index j = lane(); j < seen; j += 32) total += double(shares[j]) * dp[j];
  const real along = real(warp_sum(total));
  for (Index j = lane(); j < s.Tk; j += 32) {
    dp[j] = j < seen ? s.scale * shares[j] * (dp[j] - along) : 0;
  }
}

// ---- products of matrices, one for each sequence ----

// Matrices with rows `row` elements apart; the next matrix begins `step` elements later.
template <class T>
struct Matrices {
  T data;
  Index row, step;
  bool transposed = false;
  Matrices transpose() const { return {data, row, step, !transposed}; }
};

// The matrices of head h in an array, one for each sequence. `T` is const real* or Output.
class Head {
 public:
  Head(Index h, const AttentionSizes& s) : at_(h * s.D), at_kv_(h / (s.H / s.Hkv) * s.D), s_(s) {}
  template <class T>
  Matrices<T> q(T x) const {
    return {from(x, at_), s_.q_row, s_.q_batch};
  }
  template <class T>
  Matrices<T> k(T x) const {
    return {from(x, at_kv_), s_.k_row, s_.k_batch};
  }
  template <class T>
  Matrices<T> v(T x) const {
    return {from(x, at_kv_), s_.v_row, s_.v_batch};
  }
  template <class T>
  Matrices<T> y(T x) const {
    return {from(x, at_), s_.H * s_.D, s_.Tq * s_.H * s_.D};
  }
  template <class T>
  Matrices<T> scores(T x) const {
    return {x, s_.Tk, s_.Tq * s_.Tk};
  }

 private:
  static const real* from(const real* x, Index at) { return x + at; }
  static Output from(Output x, Index at) { return {x.data + at, x.overwrite}; }

  Index at_, at_kv_;
  const AttentionSizes& s_;
};

// C = or += A B for each of `batch` sequences, C [M, N], A [M, K], B [K, N]
void multiply(Index batch, Index M, Index N, Index K, const Matrices<Output>& C,
              const Matrices<const real*>& A, const Matrices<const real*>& B) {
  cuda_gemm::gemm(C.data, A.data, B.data,
                  {.batch = batch,
                   .M = M,
                   .N = N,
                   .K = K,
                   .transpose_a = A.transposed,
                   .transpose_b = B.transposed,
                   .lda = A.row,
                   .ldb = B.row,
                   .ldc = C.row,
                   .a_step = A.step,
                   .b_step = B.step,
                   .c_step = C.step});
}

// Passes 1 and 2: p = softmax(scale q k^T) for head h.
void softmax_of_scores(real* p, real* lse, Index h, const real* q, const real* k,
                       const AttentionSizes& s) {
  const Head head(h, s);
  multiply(s.B, s.Tq, s.Tk, s.D, head.scores(Output{p, true}), head.q(q), head.k(k).transpose());
  launch_rows(s.B * s.Tq, row_softmax_kernel, p, lse, h, s);
}

}  // namespace

// y_t = sum_j p_tj v_j,  p_tj = e^score_tj / sum_i e^score_ti,  score_tj = scale q_t . k_j
void by_products(Backend& cuda, real* y, real* lse, const real* q, const real* k, const real* v,
                 const AttentionSizes& s) {
  const Scratch scores(cuda, s.B * s.Tq * s.Tk);
  const real* const p = scores.data();
  for (Index h = 0; h < s.H; ++h) {
    const Head head(h, s);
    // 1. scores  2. softmax
    softmax_of_scores(scores.data(), lse, h, q, k, s);
    // 3. the values
    multiply(s.B, s.Tq, s.D, s.Tk, head.y(Output{y, true}), head.scores(p), head.v(v));
  }
}

// dv_j += sum_t p_tj dy_t,   dp_tj = dy_t . v_j,   ds_tj = scale p_tj (dp_tj - sum_i p_ti dp_ti)
// dq_t += sum_j ds_tj k_j,   dk_j += sum_t ds_tj q_t
void by_products_backward(Backend& cuda, Output dq, Output dk, Output dv, const real* dy,
                          const real* q, const real* k, const real* v, const AttentionSizes& s) {
  const Index n = s.B * s.Tq * s.Tk;
  const Scratch scores(cuda, n), slopes(cuda, n);
  const real *const p = scores.data(), *const ds = slopes.data();
  for (Index h = 0; h < s.H; ++h) {
    const Head head(h, s);
    // Several query heads may share dk and dv: the first head overwrites them, the others add.
    const bool first = h % (s.H / s.Hkv) == 0;
    const Output dk_h{dk.data, dk.overwrite && first}, dv_h{dv.data, dv.overwrite && first};
    softmax_of_scores(scores.data(), nullptr, h, q, k, s);  // again, because p was not kept
    // 3. the values: dv = p^T dy, dp = dy v^T
    if (dv.data)
      multiply(s.B, s.Tk, s.D, s.Tq, head.v(dv_h), head.scores(p).transpose(), head.y(dy));
    multiply(s.B, s.Tq, s.Tk, s.D, head.scores(Output{slopes.data(), true}), head.y(dy),
             head.v(v).transpose());
    // 2. softmax: dp becomes ds
    launch_rows(s.B * s.Tq, row_softmax_backward_kernel, slopes.data(), p, s);
    // 1. the scores: dk = ds^T q, dq = ds k
    if (dk.data)
      multiply(s.B, s.Tk, s.D, s.Tq, head.k(dk_h), head.scores(ds).transpose(), head.q(q));
    if (dq.data) multiply(s.B, s.Tq, s.D, s.Tk, head.q(dq), head.scores(ds), head.k(k));
  }
}

}  // namespace holo::cuda_attention
