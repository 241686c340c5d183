// axis.h: a shape as the kernels of reductions see it, and sets of dimensions.
#pragma once

#include <bitset>

#include "backend/backend.h"

namespace holo {

/// Dimensions first ... last - 1 of a shape as one. An array without elements has `results` of its
/// sums over them, so that no product of the other sizes is needed: it might not fit an Index.
/// Where nothing is summed into another array, there are none.
inline Axis axis_of(const Shape& shape, int first, int last, Index results = 0) {
  if (shape.numel() == 0) return {1, 0, results};
  Axis axis{1, 1, 1};
  for (int d = 0; d < shape.ndim(); ++d) {
    (d < first ? axis.outer : d < last ? axis.n : axis.inner) *= shape[d];
  }
  return axis;
}

/// Which dimensions an op reduces over: all of a shape, or one.
using DimSet = std::bitset<max_ndim>;
inline DimSet all_dims(const Shape& shape) { return (1ULL << shape.ndim()) - 1; }
inline DimSet one_dim(int d) { return 1ULL << d; }

}  // namespace holo
