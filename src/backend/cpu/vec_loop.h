// vec_loop.h: the loop of a kernel over an array, one register at a time. The last elements, the
// tail, may fill only some lanes of a register.
#pragma once

#include "backend/backend.h"
#include "backend/cpu/vec.h"

namespace holo {

/// 0, 1, 2, ...
inline Vec lane_numbers() {
  static constexpr real lane[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return load(lane);
}

/// True in lanes 0 ... n - 1.
inline Mask first_lanes(Index n) { return lane_numbers() < n; }

/// The largest number of all lanes. REQUIRES: no lane is NaN.
template <int by = Vec::width / 2>
real largest_lane(Vec x) {
  if constexpr (by == 0) return x.lanes[0];
  return largest_lane<by / 2>(max(x, rotate<by>(x)));
}

/// Lanes 0 ... n - 1 become from[0 ... n - 1]; the other lanes become 0, or `fill`.
/// REQUIRES: 0 < n <= Vec::width.
inline Vec load(const real* from, Index n) {
  if (n == Vec::width) return load(from);
  const auto count = static_cast<Vec::Word>(n);  // as wide as a lane, which gives one masked load
  real x[Vec::width];
#pragma GCC unroll 1  // otherwise g++ unrolls it to 16 branches
  for (Vec::Word i = 0; i < Vec::width; ++i) x[i] = i < count ? from[i] : 0;
  return load(x);
}
inline Vec load(const real* from, Index n, real fill) {
  return n == Vec::width ? load(from) : select(first_lanes(n), load(from, n), fill);
}
/// to[0 ... n - 1] = lanes 0 ... n - 1
inline void store(real* to, Vec x, Index n) {
  if (n == Vec::width) return store(to, x);
  const auto count = static_cast<Vec::Word>(n);
  real from[Vec::width];
  store(from, x);
#pragma GCC unroll 1
  for (Vec::Word i = 0; i < Vec::width; ++i) {
    if (i < count) to[i] = from[i];
  }
}

/// y[at ... at + n - 1] = or += lanes 0 ... n - 1
inline void add(Output y, Index at, Vec x, Index n) {
  store(y.data + at, y.overwrite ? x : load(y.data + at, n) + x, n);
}

/// Calls body(i, lanes) for the elements i ... i + lanes - 1 of n. `lanes` is Vec::width, or less
/// for the tail.
template <class Body>
inline void for_each_vec(Index n, Body body) {
  Index i = 0;
  for (; i + Vec::width <= n; i += Vec::width) body(i, Index{Vec::width});
  if (i < n) body(i, n - i);
}

}  // namespace holo
