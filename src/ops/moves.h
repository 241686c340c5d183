// moves.h: strides for the ops that copy elements from one place to another.
#pragma once

#include "backend/backend.h"
#include "holo/shape.h"

namespace holo {

/// The strides of a contiguous array of this shape.
inline Strides row_major(const Shape& shape) {
  Strides strides{};
  Index step = 1;
  for (int d = shape.ndim(); d-- > 0;) {
    strides.stride[d] = step;
    step *= shape.numel() == 0 ? 1 : shape[d];  // of an empty shape the product may overflow
  }
  return strides;
}

}  // namespace holo
