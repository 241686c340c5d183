// attention_short_cpu.cpp: attention on the CPU for short sequences and heads narrower than a
// register, forward and backward. It transposes nothing, and computes little for keys that a query
// does not see. All D lanes of a head have the same score; for the exponentials D keys share them.
#include <utility>

#include "ops/attention_cpu.h"

namespace holo {
namespace attention_kernel {
namespace {

// ---- registers with the channels of several heads, in the order of memory: lane h D + d is
// channel d of head h. A number is spread if all D lanes of its head have it ----

constexpr auto all_lanes = std::make_integer_sequence<int, Vec::width>();

// Calls body(d) for d = 0 ... D - 1, each a constant.
template <int D, class Body, int... d>
void for_each_channel(const Body& body, std::integer_sequence<int, d...>) {
  (body(std::integral_constant<int, d>()), ...);
}
template <int D, class Body>
void for_each_channel(const Body& body) {
  for_each_channel<D>(body, std::make_integer_sequence<int, D>());
}

// Takes lane d of each head of x, and spreads it.
template <int D, int d, int... lane>
Vec spread(Vec x, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(x.lanes, x.lanes, (lane / D * D + d)...);
}

// x, with lane d of each head taken from y.
template <int D, int d, int... lane>
Vec insert(Vec x, Vec y, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(x.lanes, y.lanes, (lane % D == d ? Vec::width + lane : lane)...);
}

// The channels of a row of q, k, v or dy, each spread.
template <int D>
struct Channels {
  Vec of[D];

  Channels() = default;
  explicit Channels(Vec x) {
    for_each_channel<D>([&](auto d) { of[d] = spread<D, d>(x, all_lanes); });
  }
};

// a . b for each head
template <int D>
Vec dot(const Channels<D>& a, const Channels<D>& b) {
  Vec sum(0);
  for_each_channel<D>([&](auto d) { sum += a.of[d] * b.of[d]; });
  return sum;
}

// Lane d of each head becomes a . b for key d.
template <int D>
Vec dots(const Channels<D>& a, const Channels<D>* keys) {
  Vec sums = dot(a, keys[0]);
  for_each_channel<D>([&](auto d) { sums = insert<D, d>(sums, dot(a, keys[d]), all_lanes); });
  return sums;
}

// keys[d] becomes lane d of each head, spread.
template <int D>
void spread_keys(Vec* keys, Vec x) {
  for_each_channel<D>([&](auto d) { keys[d] = spread<D, d>(x, all_lanes); });
}

// The largest lane of each head, spread.
template <int D>
Vec largest_of_head(Vec x) {
  Vec largest = spread<D, 0>(x, all_lanes);
  for_each_channel<D>([&](auto d) { largest = max(spread<D, d>(x, all_lanes), largest); });
  return largest;
}

// Lane d of each head has the number d.
template <int D>
Vec numbers_in_head() {
  real d[Vec::width];
  for (int c = 0; c < Vec::width; ++c) d[c] = static_cast<real>(c % D);
  return load(d);
}

// Loads n rows of k or v, then zeros up to a multiple of D rows.
template <int D>
void load_channels(Channels<D>* rows, const real* from, Index row, Index n, Index lanes) {
  for (Index j = 0; j < n; ++j) rows[j] = Channels<D>(load(from + j * row, lanes));
  for (Index j = n; j % D != 0; ++j) rows[j] = Channels<D>(Vec(0));
}

// ---- the two passes ----

constexpr Index width = Vec::width;
constexpr Index most_rows =
    16;  // of q and of k: for more rows, whole registers of queries are faster

// The heads of one sequence that share a register: where their rows begin, and their lanes.
struct Group {
  Index q, k, v, y, lse, lanes;

  Group(Index i, const AttentionSizes& s) {
    const Index b = i / count(s), c = i % count(s) * width;
    q = b * s.q_batch + c, k = b * s.k_batch + c, v = b * s.v_batch + c;
    y = b * s.Tq * s.H * s.D + c;
    lse = (b * s.H + c / s.D) * s.Tq;
    lanes = std::min(width, s.H * s.D - c);
  }
  static Index count(const AttentionSizes& s) { return (s.H * s.D + width - 1) / width; }
};

Index keys_seen(Index t, const AttentionSizes& s) { return s.causal ? t + 1 + s.Tk - s.Tq : s.Tk; }

template <int D>
void group_forward(real* y, real* lse, const real* q, const real* k, const real* v, Index lanes,
                   const AttentionSizes& s) {
  const Index y_row = s.H * D;
  Channels<D> keys[most_rows];
  load_channels(keys, k, s.k_row, s.Tk, lanes);
  real totals[width / D * most_rows];
  for (Index t = 0; t < s.Tq; ++t) {
    const Index seen = keys_seen(t, s);
    // 1. scores, and the largest
    const Channels<D> q_t(load(q + t * s.q_row, lanes) * s.scale);
    Vec scores[most_rows / D], largest(-std::numeric_limits<real>::infinity());
    for (Index j = 0; j < seen; j += D) {
      const Mask sees = numbers_in_head<D>() < seen - j;
      scores[j / D] =
          select(sees, dots(q_t, keys + j), Vec(-std::numeric_limits<real>::infinity()));
      largest = max(scores[j / D], largest);
    }
    largest = largest_of_head<D>(largest);
    // 2. softmax, without the division
    Vec e[most_rows];
    for (Index j = 0; j < seen; j += D) {
      spread_keys<D>(e + j, probability(scores[j / D] - largest));
    }
    // 3. the values, then the division
    Vec total(0), y_t(0);
    for (Index j = 0; j < seen; ++j) {
      total += e[j];
      y_t += e[j] * load(v + j * s.v_row, lanes);
    }
    store(y + t * y_row, y_t * (1 / total), lanes);
    for (Index c = 0; c < lanes; c += D) {
      lse[c / D * s.Tq + t] = largest.lanes[c];
      totals[c / D * s.Tq + t] = total.lanes[c];
    }
  }
  for_each_vec(lanes / D * s.Tq, [&](Index i, Index n) {
    store(lse + i, load(lse + i, n) + log(load(totals + i, n)), n);
  });
}

// The formulas are in attention_cpu.cpp.
template <int D>
void group_backward(Output dq, Output dk, Output dv, const real* dy, const real* q, const real* k,
                    const real* v, const real* lse, Index lanes, const AttentionSizes& s) {
  Channels<D> keys[most_rows], values[most_rows];
  load_channels(keys, k, s.k_row, s.Tk, lanes);
  load_channels(values, v, s.v_row, s.Tk, lanes);
  Vec dkeys[most_rows], dvalues[most_rows];
  for (Index j = 0; j < s.Tk; ++j) dkeys[j] = dvalues[j] = Vec(0);
  for (Index t = 0; t < s.Tq; ++t) {
    const Index seen = keys_seen(t, s);
    const Vec q_row = load(q + t * s.q_row, lanes), dy_row = load(dy + t * s.H * D, lanes);
    const Channels<D> q_t(q_row * s.scale), dy_t(dy_row);
    real lse_t[width] = {};
    for (Index c = 0; c < lanes; ++c) lse_t[c] = lse[c / D * s.Tq + t];
    const Vec lse_of_lanes = load(lse_t);
    // 1. scores, 3. dp = v dy, 2. e^(score - lse), its sum, and sum p dp
    Vec p[most_rows], dp[most_rows], total(0), along(0);
    for (Index j = 0; j < seen; j += D) {
      spread_keys<D>(p + j, probability(dots(q_t, keys + j) - lse_of_lanes));
    }
    for (Index j = 0; j < seen; ++j) {
      dp[j] = dot(dy_t, values[j]);
      total += p[j];
      along += p[j] * dp[j];
    }
    // 2. p and ds, 3. dv += p dy, 1. dk += ds q,  dq += ds k
    const Vec inverse = 1 / total, mean = along * inverse;
    Vec dq_t(0);
    for (Index j = 0; j < seen; ++j) {
      const Vec p_j = p[j] * inverse, ds = p_j * (dp[j] - mean) * s.scale;
      dvalues[j] += p_j * dy_row;
      dkeys[j] += ds * q_row;
      dq_t += ds * load(k + j * s.k_row, lanes);
    }
    if (dq.data != nullptr) add(dq, t * s.q_row, dq_t, lanes);
  }
  for (Index j = 0; j < s.Tk; ++j) {
    if (dk.data != nullptr) add(dk, j * s.k_row, dkeys[j], lanes);
    if (dv.data != nullptr) add(dv, j * s.v_row, dvalues[j], lanes);
  }
}

// Calls body(D) with D as a constant.
template <class Body>
void for_head_size(Index D, const Body& body) {
  if (D == 2) return body(std::integral_constant<int, 2>());
  if constexpr (width > 4) body(std::integral_constant<int, 4>());
}

}  // namespace

bool is_short(const AttentionSizes& s) {
  return std::max(s.Tq, s.Tk) <= most_rows && s.H == s.Hkv && s.D < width && (s.D == 2 || s.D == 4);
}

void short_forward(real* y, real* lse, const real* q, const real* k, const real* v,
                   const AttentionSizes& s) {
  const double work = scores_in(s) * static_cast<double>(2 * s.D + 16);
  for_head_size(s.D, [&](auto D) {
    for_tasks(s.B * Group::count(s), work, 0, [&](Index i, real*) {
      const Group g(i, s);
      group_forward<D>(y + g.y, lse + g.lse, q + g.q, k + g.k, v + g.v, g.lanes, s);
    });
  });
}

void short_backward(Output dq, Output dk, Output dv, const real* dy, const real* q, const real* k,
                    const real* v, const real* lse, const AttentionSizes& s) {
  const double work = scores_in(s) * static_cast<double>(5 * s.D + 16);
  for_head_size(s.D, [&](auto D) {
    for_tasks(s.B * Group::count(s), work, 0, [&](Index i, real*) {
      const Group g(i, s);
      group_backward<D>(at(dq, g.q), at(dk, g.k), at(dv, g.v), dy + g.y, q + g.q, k + g.k, v + g.v,
                        lse + g.lse, g.lanes, s);
    });
  });
}

}  // namespace attention_kernel
}  // namespace holo
