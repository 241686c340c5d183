// equal_shapes.h: checks the inputs of an op that must have one shape.
#pragma once

#include <fmt/format.h>

#include "holo/check.h"
#include "holo/tensor.h"

namespace holo {

/// Throws ShapeError unless y, which the user calls `name`, has the shape of x, called `first`.
inline void check_equal_shapes(const char* op, const char* first, const Tensor& x, const char* name,
                               const Tensor& y) {
  if (x.shape() == y.shape()) return;
  throw ShapeError(
      op, fmt::format("{} {} and {} {}", first, x.shape().to_string(), name, y.shape().to_string()),
      "equal shapes", "broadcast_to", {x.shape(), y.shape()});
}

}  // namespace holo
