// attention_narrow_cpu.cpp: attention on the CPU for heads narrower than a register, forward and
// backward. A block is one register of queries; the heads that fill a register are computed
// together, so that their q and dy are transposed, and y and dq transposed back, at once.
#include "ops/attention_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace attention_kernel {
namespace {

constexpr Index width = Vec::width;

// Key heads kv ... kv_end - 1 of sequence b, with the query heads that read them.
struct Group {
  Index b, kv, kv_end;
  Index first_head, heads;

  Group(Index i, Index size, const AttentionSizes& s)
      : b(i / count(size, s)),
        kv(i % count(size, s) * size),
        kv_end(std::min(kv + size, s.Hkv)),
        first_head(kv * (s.H / s.Hkv)),
        heads((kv_end - kv) * (s.H / s.Hkv)) {}
  // Groups of a sequence, and key heads of a group.
  static Index count(Index size, const AttentionSizes& s) { return (s.Hkv + size - 1) / size; }
  static Index size_for(const AttentionSizes& s) {
    return std::clamp<Index>(width / (s.H / s.Hkv * s.D), 1, s.Hkv);
  }
};

// Numbers that are `row` and `column` apart: M rows of K.
struct Matrix {
  const real* data;
  Index row, column, M, K;
};

// y[m * y_row + lane] = or += sum_k x(m, k) z[k * width + lane]. Four rows at a time: an addition
// takes as long as four can begin.
void multiply(Output y, Index y_row, const Matrix& x, const real* z) {
  for (Index m0 = 0; m0 < x.M; m0 += 4) {
    Vec total[4] = {0, 0, 0, 0};
    const real* rows[4];
    for (int m = 0; m < 4; ++m) rows[m] = x.data + std::min(m0 + m, x.M - 1) * x.row;
    for (Index k = 0; k < x.K; ++k) {
      const Vec z_k = load(z + k * width);
      for (int m = 0; m < 4; ++m) total[m] += z_k * rows[m][k * x.column];
    }
    for (int m = 0; m < 4; ++m) {
      real* const y_m = y.data + (m0 + m) * y_row;
      if (m0 + m < x.M) store(y_m, y.overwrite ? total[m] : load(y_m) + total[m]);
    }
  }
}

// The heads of a group: y and lse of a block of queries.
void block_forward(real* y, real* lse, const real* q, const real* k, const real* v, const Group& g,
                   const Block& b, const AttentionSizes& s, real* scratch) {
  const Index channels = g.heads * s.D, y_row = s.H * s.D, heads_per_kv = s.H / s.Hkv;
  real* const q_transposed = scratch;
  real* const y_transposed = q_transposed + channels * width;
  real* const scores = y_transposed + channels * width;
  transpose_scaled({q_transposed, true}, width, width, q + b.first * s.q_row, s.q_row, b.count,
                   channels, s.scale);
  for (Index h = 0; h < g.heads; ++h) {
    const Index kv_at = h / heads_per_kv * s.D;
    // 1. scores
    multiply({scores, true}, width, {k + kv_at, s.k_row, 1, b.keys, s.D},
             q_transposed + h * s.D * width);
    apply_causal_mask(scores, width, b);
    // 2. softmax, but for the division
    const SoftmaxSums sums = softmax_of_queries(scores, width, b.keys);
    store(lse + h * s.Tq + b.first, sums.lse, b.count);
    // 3. the values, then the division
    real* const y_h = y_transposed + h * s.D * width;
    multiply({y_h, true}, width, {v + kv_at, 1, s.v_row, s.D, b.keys}, scores);
    const Vec inverse = 1 / sums.total;
    for (Index d = 0; d < s.D; ++d) store(y_h + d * width, load(y_h + d * width) * inverse);
  }
  transpose_scaled({y + b.first * y_row, true}, y_row, channels, y_transposed, width, channels,
                   b.count, 1);
}

// sums[d * sums_row + j] += sum_t weight[j * width + t] x_t[d]: a sum over the queries, with the
// keys in the lanes, for which the weights are transposed.
void add_over_queries(real* sums, Index sums_row, const real* weight, const real* x, Index x_row,
                      const Block& b, Index D) {
  real square[width * width];
  for (Index j = 0; j < b.keys; j += width) {
    const Index keys = std::min(width, b.keys - j);
    transpose_scaled({square, true}, width, width, weight + j * width, width, keys, width, 1);
    multiply({sums + j, false}, sums_row, {x, 1, x_row, D, b.count}, square);
  }
}

// Where the rows of a group begin.
struct Rows {
  const real *dy, *q, *k, *v, *lse;
  Output dq, dk, dv;
};

// The heads of a group, for all queries.
void group_backward(const Rows& r, const Group& g, const AttentionSizes& s, real* scratch) {
  const Index channels = g.heads * s.D, kv_channels = (g.kv_end - g.kv) * s.D;
  const Index y_row = s.H * s.D, heads_per_kv = s.H / s.Hkv, row = whole_registers(s.Tk);
  real* const q_transposed = scratch;
  real* const dy_transposed = q_transposed + channels * width;
  real* const dq_transposed = dy_transposed + channels * width;
  real* const scores = dq_transposed + channels * width;
  real* const dp = scores + row * width;
  real* const dk_transposed = dp + row * width;
  real* const dv_transposed = dk_transposed + kv_channels * row;
  std::fill(dk_transposed, dk_transposed + 2 * kv_channels * row, real(0));
  for (Index first = 0; first < s.Tq; first += width) {
    const Block b = block_at(first, width, s);
    const real* const q = r.q + first * s.q_row;
    const real* const dy = r.dy + first * y_row;
    transpose_scaled({q_transposed, true}, width, width, q, s.q_row, b.count, channels, s.scale);
    transpose_scaled({dy_transposed, true}, width, width, dy, y_row, b.count, channels, 1);
    for (Index h = 0; h < g.heads; ++h) {
      const Index at_h = h * s.D, at_kv = h / heads_per_kv * s.D;
      // 1. scores
      multiply({scores, true}, width, {r.k + at_kv, s.k_row, 1, b.keys, s.D},
               q_transposed + at_h * width);
      apply_causal_mask(scores, width, b);
      // 3. the values: dp = v dy^T
      multiply({dp, true}, width, {r.v + at_kv, s.v_row, 1, b.keys, s.D},
               dy_transposed + at_h * width);
      // 2. softmax: scores become p, dp becomes ds
      const Vec lse = load(r.lse + h * s.Tq + first, b.count);
      softmax_of_queries_backward(scores, dp, width, b.keys, lse, s.scale);
      // 3. dv += p^T dy
      add_over_queries(dv_transposed + at_kv * row, row, scores, dy + at_h, y_row, b, s.D);
      // 1. dk += ds^T q,  dq += ds k
      add_over_queries(dk_transposed + at_kv * row, row, dp, q + at_h, s.q_row, b, s.D);
      multiply({dq_transposed + at_h * width, true}, width, {r.k + at_kv, 1, s.k_row, s.D, b.keys},
               dp);
    }
    if (r.dq.data != nullptr) {
      transpose_scaled(at(r.dq, first * s.q_row), s.q_row, channels, dq_transposed, width, channels,
                       b.count, 1);
    }
  }
  if (r.dk.data != nullptr) {
    transpose_scaled(r.dk, s.k_row, kv_channels, dk_transposed, row, kv_channels, s.Tk, 1);
  }
  if (r.dv.data != nullptr) {
    transpose_scaled(r.dv, s.v_row, kv_channels, dv_transposed, row, kv_channels, s.Tk, 1);
  }
}

}  // namespace

// y_t = sum_j p_tj v_j,  p_tj = e^(scale q_t . k_j - lse_t)
void narrow_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                    const AttentionSizes& s) {
  const Index size = Group::size_for(s), channels = size * (s.H / s.Hkv) * s.D;
  const double work = scores_in(s) * static_cast<double>(2 * s.D + 16);
  const Index scratch_size = (2 * channels + s.Tk) * width;
  for_tasks(s.B * Group::count(size, s), work, scratch_size, [&](Index i, real* scratch) {
    const Group g(i, size, s);
    for (Index first = 0; first < s.Tq; first += width) {
      block_forward(y + (g.b * s.Tq * s.H + g.first_head) * s.D,
                    lse + (g.b * s.H + g.first_head) * s.Tq,
                    q + g.b * s.q_batch + g.first_head * s.D, k + g.b * s.k_batch + g.kv * s.D,
                    v + g.b * s.v_batch + g.kv * s.D, g, block_at(first, width, s), s, scratch);
    }
  });
}

// The formulas are in attention_backward_cpu.cpp.
void narrow_backward(Output dq, Output dk, Output dv, const real* dy, const real* q, const real* k,
                     const real* v, const real* lse, const AttentionSizes& s) {
  const Index size = Group::size_for(s), channels = size * (s.H / s.Hkv) * s.D;
  const double work = scores_in(s) * static_cast<double>(5 * s.D + 16);
  const Index scratch_size =
      3 * channels * width + 2 * whole_registers(s.Tk) * (width + size * s.D);
  for_tasks(s.B * Group::count(size, s), work, scratch_size, [&](Index i, real* scratch) {
    const Group g(i, size, s);
    const Index q_at = g.b * s.q_batch + g.first_head * s.D;
    const Index k_at = g.b * s.k_batch + g.kv * s.D, v_at = g.b * s.v_batch + g.kv * s.D;
    const Rows rows{
        dy + (g.b * s.Tq * s.H + g.first_head) * s.D, q + q_at,     k + k_at,     v + v_at,
        lse + (g.b * s.H + g.first_head) * s.Tq,      at(dq, q_at), at(dk, k_at), at(dv, v_at)};
    group_backward(rows, g, s, scratch);
  });
}

}  // namespace attention_kernel
}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
