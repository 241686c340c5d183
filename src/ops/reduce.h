// reduce.h: helpers for reductions over any dimensions of a shape.
#pragma once

#include "holo/ops.h"
#include "ops/shapes.h"

namespace holo {

/// The dimensions to reduce over. Throws ShapeError(op) if one does not exist or is repeated.
DimSet checked_dims(const char* op, const Shape& shape, const Dims& dims);

/// The shape after a reduction over the dimensions `reduced`.
Shape reduced_shape(const Shape& shape, const DimSet& reduced, bool keepdim);

/// The last run of adjacent reduced dimensions, [first, last), which a single loop can cover. It
/// may include dimensions of size 1. `whole` means that the run includes all reduced dimensions.
struct Run {
  int first, last;
  bool whole;
};

Run last_run(const Shape& shape, const DimSet& reduced);

}  // namespace holo
