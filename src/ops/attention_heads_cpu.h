// attention_heads_cpu.h: registers with the channels of several heads, in the order of memory: lane
// h D + d is channel d of head h. A number is spread if all D lanes of its head have it.
#pragma once

#include <utility>

#include "backend/cpu/vec_loop.h"

namespace holo {
namespace attention_kernel {

inline constexpr auto all_lanes = std::make_integer_sequence<int, Vec::width>();

/// Calls body(d) for d = 0 ... D - 1, each a constant.
template <int D, class Body, int... d>
inline void for_each_channel(const Body& body, std::integer_sequence<int, d...>) {
  (body(std::integral_constant<int, d>()), ...);
}
template <int D, class Body>
inline void for_each_channel(const Body& body) {
  for_each_channel<D>(body, std::make_integer_sequence<int, D>());
}

/// Takes lane d of each head of x, and spreads it.
template <int D, int d, int... lane>
inline Vec spread(Vec x, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(x.lanes, x.lanes, (lane / D * D + d)...);
}

/// x, with lane d of each head taken from y.
template <int D, int d, int... lane>
inline Vec insert(Vec x, Vec y, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(x.lanes, y.lanes, (lane % D == d ? Vec::width + lane : lane)...);
}

/// The channels of a row of q, k, v or dy, each spread.
template <int D>
struct Channels {
  Vec of[D];

  Channels() = default;
  explicit Channels(Vec x) {
    for_each_channel<D>([&](auto d) { of[d] = spread<D, d>(x, all_lanes); });
  }
};

/// a . b for each head
template <int D>
inline Vec dot(const Channels<D>& a, const Channels<D>& b) {
  Vec sum(0);
  for_each_channel<D>([&](auto d) { sum += a.of[d] * b.of[d]; });
  return sum;
}

/// Lane d of each head becomes a . b for key d.
template <int D>
inline Vec dots(const Channels<D>& a, const Channels<D>* keys) {
  Vec sums = dot(a, keys[0]);
  for_each_channel<D>([&](auto d) { sums = insert<D, d>(sums, dot(a, keys[d]), all_lanes); });
  return sums;
}

/// keys[d] becomes lane d of each head, spread.
template <int D>
inline void spread_keys(Vec* keys, Vec x) {
  for_each_channel<D>([&](auto d) { keys[d] = spread<D, d>(x, all_lanes); });
}

/// The largest lane of each head, spread.
template <int D>
inline Vec largest_of_head(Vec x) {
  Vec largest = spread<D, 0>(x, all_lanes);
  for_each_channel<D>([&](auto d) { largest = max(spread<D, d>(x, all_lanes), largest); });
  return largest;
}

/// Lane d of each head has the number d.
template <int D>
inline Vec numbers_in_head() {
  real d[Vec::width];
  for (int c = 0; c < Vec::width; ++c) d[c] = static_cast<real>(c % D);
  return load(d);
}

/// Loads n rows of k or v, then zeros up to a multiple of D rows.
template <int D>
inline void load_channels(Channels<D>* rows, const real* from, Index row, Index n, Index lanes) {
  for (Index j = 0; j < n; ++j) rows[j] = Channels<D>(load(from + j * row, lanes));
  for (Index j = n; j % D != 0; ++j) rows[j] = Channels<D>(Vec(0));
}

}  // namespace attention_kernel
}  // namespace holo
