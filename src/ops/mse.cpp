// mse.cpp: the squared difference of two tensors, composed of other ops.
#include <fmt/format.h>

#include "holo/ops.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

Tensor mse(const Tensor& a, const Tensor& b, Reduction reduction) {
  if (!(a.shape() == b.shape())) {
    throw ShapeError("mse", fmt::format("{} and {}", a.shape().to_string(), b.shape().to_string()),
                     "equal shapes", "broadcast_to", {a.shape(), b.shape()});
  }
  const Tensor squares = square(a - b);
  switch (reduction) {
    case Reduction::none:
      return squares;
    case Reduction::sum:
      return sum(squares);
    case Reduction::mean:
      break;
  }
  return mean(squares);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
