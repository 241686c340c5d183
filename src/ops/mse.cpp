// mse.cpp: the squared difference of two tensors, composed of other ops.
#include <fmt/format.h>

#include "holo/ops.h"
#include "ops/reduction.h"

namespace holo {

Tensor mse(const Tensor& a, const Tensor& b, Reduction reduction) {
  if (!(a.shape() == b.shape())) {
    throw ShapeError("mse", fmt::format("{} and {}", a.shape().to_string(), b.shape().to_string()),
                     "equal shapes", "broadcast_to", {a.shape(), b.shape()});
  }
  return reduced(square(a - b), reduction);
}

}  // namespace holo
