// strides.cuh: where the elements of an array with strides lie.
#pragma once

#include "backend/cuda/launch.cuh"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// How many elements from the beginning of an array its element i lies, counted row by row. A GPU
/// divides slowly: the outermost dimension takes no division, and so one dimension takes none.
__device__ inline Index offset_of(Index i, int ndim, const Index* size, const Strides& s) {
  if (ndim == 0) return 0;
  Index at = 0;
  for (int d = ndim - 1; d > 0; --d) {
    at += i % size[d] * s.stride[d];
    i /= size[d];
  }
  return at + i * s.stride[0];
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
