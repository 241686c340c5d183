// shape_plain.cpp: copies elements between two memory layouts, for permute, slice and cat.
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y[i . y_strides] = x[i . x_strides]
void Plain::move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
                 const Shape& shape) {
  const int ndim = shape.ndim();
  const Index* const size = shape.begin();
  for (Index i = 0; i < shape.numel(); ++i) {
    put(y, offset_of(i, ndim, size, y_strides), x[offset_of(i, ndim, size, x_strides)]);
  }
}

}  // namespace holo
