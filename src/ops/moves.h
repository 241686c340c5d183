// moves.h: strides for the ops that copy elements from one place to another.
#pragma once

#include "backend/backend.h"
#include "holo/shape.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// How far apart neighbours in each dimension are when nothing is left out.
inline Strides row_major(const Shape& shape) {
  Strides strides{};
  Index step = 1;
  for (int d = shape.ndim(); d-- > 0;) {
    strides.stride[d] = step;
    step *= shape.numel() == 0 ? 1 : shape[d];  // of nothing the product may not fit
  }
  return strides;
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
