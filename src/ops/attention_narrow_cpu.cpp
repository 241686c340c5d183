// attention_narrow_cpu.cpp: attention on the processor for heads narrower than a register, both
// ways. A block is one register of queries; the heads that fill a register are done together, so
// that their q and dy are turned, and y and dq turned back, in one go.
#include "ops/attention_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace attention_kernel {
namespace {

constexpr Index lanes = Vec::width;

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
    return std::clamp<Index>(lanes / (s.H / s.Hkv * s.D), 1, s.Hkv);
  }
};

// Numbers that stand `row` and `column` apart: M rows of K.
struct Matrix {
  const real* data;
  Index row, column, M, K;
};

// y[m * y_row + lane] = or += sum_k x(m, k) z[k * lanes + lane]. Four rows at a time: an addition
// takes as long as four can begin.
void multiply(Output y, Index y_row, const Matrix& x, const real* z) {
  for (Index m0 = 0; m0 < x.M; m0 += 4) {
    Vec total[4] = {0, 0, 0, 0};
    const real* rows[4];
    for (int m = 0; m < 4; ++m) rows[m] = x.data + std::min(m0 + m, x.M - 1) * x.row;
    for (Index k = 0; k < x.K; ++k) {
      const Vec z_k = load(z + k * lanes);
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
  const Index channels = g.heads * s.D, y_row = s.H * s.D, shared = s.H / s.Hkv;
  real* const turned_q = scratch;
  real* const turned_y = turned_q + channels * lanes;
  real* const scores = turned_y + channels * lanes;
  turn({turned_q, true}, lanes, lanes, q + b.first * s.q_row, s.q_row, b.count, channels, s.scale);
  for (Index h = 0; h < g.heads; ++h) {
    const Index kv_at = h / shared * s.D;
    // 1. scores
    multiply({scores, true}, lanes, {k + kv_at, s.k_row, 1, b.keys, s.D},
             turned_q + h * s.D * lanes);
    hide(scores, lanes, b);
    // 2. softmax, but for the division
    const SoftmaxSums sums = softmax_lanes(scores, lanes, b.keys);
    store(lse + h * s.Tq + b.first, sums.lse, b.count);
    // 3. the values, then the division
    real* const y_h = turned_y + h * s.D * lanes;
    multiply({y_h, true}, lanes, {v + kv_at, 1, s.v_row, s.D, b.keys}, scores);
    const Vec share = 1 / sums.total;
    for (Index d = 0; d < s.D; ++d) store(y_h + d * lanes, load(y_h + d * lanes) * share);
  }
  turn({y + b.first * y_row, true}, y_row, channels, turned_y, lanes, channels, b.count, 1);
}

// sums[d * sums_row + j] += sum_t weight[j * lanes + t] x_t[d]: a sum over the queries, with the
// keys in the lanes, for which the weights are turned.
void add_over_queries(real* sums, Index sums_row, const real* weight, const real* x, Index x_row,
                      const Block& b, Index D) {
  real square[lanes * lanes];
  for (Index j = 0; j < b.keys; j += lanes) {
    const Index keys = std::min(lanes, b.keys - j);
    turn({square, true}, lanes, lanes, weight + j * lanes, lanes, keys, lanes, 1);
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
  const Index y_row = s.H * s.D, shared = s.H / s.Hkv, row = whole_registers(s.Tk);
  real* const turned_q = scratch;
  real* const turned_dy = turned_q + channels * lanes;
  real* const turned_dq = turned_dy + channels * lanes;
  real* const scores = turned_dq + channels * lanes;
  real* const dp = scores + row * lanes;
  real* const turned_dk = dp + row * lanes;
  real* const turned_dv = turned_dk + kv_channels * row;
  std::fill(turned_dk, turned_dk + 2 * kv_channels * row, real(0));
  for (Index first = 0; first < s.Tq; first += lanes) {
    const Block b = block_at(first, lanes, s);
    const real* const q = r.q + first * s.q_row;
    const real* const dy = r.dy + first * y_row;
    turn({turned_q, true}, lanes, lanes, q, s.q_row, b.count, channels, s.scale);
    turn({turned_dy, true}, lanes, lanes, dy, y_row, b.count, channels, 1);
    for (Index h = 0; h < g.heads; ++h) {
      const Index at_h = h * s.D, at_kv = h / shared * s.D;
      // 1. scores
      multiply({scores, true}, lanes, {r.k + at_kv, s.k_row, 1, b.keys, s.D},
               turned_q + at_h * lanes);
      hide(scores, lanes, b);
      // 3. the values: dp = v dy^T
      multiply({dp, true}, lanes, {r.v + at_kv, s.v_row, 1, b.keys, s.D}, turned_dy + at_h * lanes);
      // 2. softmax: scores become p, dp becomes ds
      const Vec lse = load(r.lse + h * s.Tq + first, b.count);
      softmax_lanes_backward(scores, dp, lanes, b.keys, lse, s.scale);
      // 3. dv += p^T dy
      add_over_queries(turned_dv + at_kv * row, row, scores, dy + at_h, y_row, b, s.D);
      // 1. dk += ds^T q,  dq += ds k
      add_over_queries(turned_dk + at_kv * row, row, dp, q + at_h, s.q_row, b, s.D);
      multiply({turned_dq + at_h * lanes, true}, lanes, {r.k + at_kv, 1, s.k_row, s.D, b.keys}, dp);
    }
    if (r.dq.data != nullptr) {
      turn(at(r.dq, first * s.q_row), s.q_row, channels, turned_dq, lanes, channels, b.count, 1);
    }
  }
  if (r.dk.data != nullptr) {
    turn(r.dk, s.k_row, kv_channels, turned_dk, row, kv_channels, s.Tk, 1);
  }
  if (r.dv.data != nullptr) {
    turn(r.dv, s.v_row, kv_channels, turned_dv, row, kv_channels, s.Tk, 1);
  }
}

}  // namespace

// y_t = sum_j p_tj v_j,  p_tj = e^(scale q_t . k_j - lse_t)
void narrow_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                    const AttentionSizes& s) {
  const Index size = Group::size_for(s), channels = size * (s.H / s.Hkv) * s.D;
  const double work = scores_in(s) * static_cast<double>(2 * s.D + 16);
  const Index scratch_size = (2 * channels + s.Tk) * lanes;
  for_tasks(s.B * Group::count(size, s), work, scratch_size, [&](Index i, real* scratch) {
    const Group g(i, size, s);
    for (Index first = 0; first < s.Tq; first += lanes) {
      block_forward(y + (g.b * s.Tq * s.H + g.first_head) * s.D,
                    lse + (g.b * s.H + g.first_head) * s.Tq,
                    q + g.b * s.q_batch + g.first_head * s.D, k + g.b * s.k_batch + g.kv * s.D,
                    v + g.b * s.v_batch + g.kv * s.D, g, block_at(first, lanes, s), s, scratch);
    }
  });
}

// The formulas stand in attention_backward_cpu.cpp.
void narrow_backward(Output dq, Output dk, Output dv, const real* dy, const real* q, const real* k,
                     const real* v, const real* lse, const AttentionSizes& s) {
  const Index size = Group::size_for(s), channels = size * (s.H / s.Hkv) * s.D;
  const double work = scores_in(s) * static_cast<double>(5 * s.D + 16);
  const Index scratch_size =
      3 * channels * lanes + 2 * whole_registers(s.Tk) * (lanes + size * s.D);
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
