// initial.h: parameters that begin with one number, and parameters that are counted only.
#pragma once

#include "holo/tensor.h"

namespace holo {

/// A new parameter, all of whose elements are `value`.
Tensor initial(const Shape& shape, double value);

/// While one is there, new parameters of this thread have a shape and no numbers: for counting what
/// a model would have, before anything is allocated.
class ShapesOnly {
 public:
  ShapesOnly();
  ~ShapesOnly();
  ShapesOnly(const ShapesOnly&) = delete;
  ShapesOnly& operator=(const ShapesOnly&) = delete;
};

}  // namespace holo
