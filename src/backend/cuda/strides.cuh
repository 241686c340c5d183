// strides.cuh: finds the elements of an array with strides.
#pragma once

#include "backend/cuda/pack.cuh"

namespace holo {

/// The offset of element i of an array, counted row by row. A GPU divides slowly, so the code does
/// not divide for the outermost dimension, and not at all if there is only one.
__device__ inline Index offset_of(Index i, int ndim, const Index* size, const Strides& s) {
  if (ndim == 0) return 0;
  Index at = 0;
  for (int d = ndim - 1; d > 0; --d) {
    at += i % size[d] * s.stride[d];
    i /= size[d];
  }
  return at + i * s.stride[0];
}

/// The elements of a or b for N neighbours of the result, from i on: N neighbours too, or the same
/// element N times if the last dimension repeats it.
template <int N>
__device__ Pack<N> read_at(const real* x, Index i, const Broadcast& s, const Strides& strides) {
  const real* const at = x + offset_of(i, s.ndim, s.size, strides);
  const bool repeats = N == 1 || strides.stride[s.ndim - 1] == 0;
  return repeats ? repeated<N>(*at) : read<N>(at);
}

/// Tells whether no row of the result ends inside a pack, and the rows of a and b begin at packs.
inline bool packs_fit(const Broadcast& s) {
  const int last = s.ndim - 1;
  if (last < 0 || s.size[last] % four != 0) return false;
  for (const Strides& strides : {s.a, s.b}) {
    const Index step = strides.stride[last];
    if (step != 0 && step != 1) return false;
    for (int d = 0; d < last; ++d) {
      if (step == 1 && strides.stride[d] % four != 0) return false;
    }
  }
  return true;
}

}  // namespace holo
