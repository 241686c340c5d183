// dropout.cpp: sets random elements of the input to 0. The backward pass uses the same kernel.
#include <fmt/format.h>

#include "backend/backend.h"
#include "holo/ops.h"
#include "tensor/record.h"

namespace holo {

// y = x / (1 - p) where uniform(i) >= p, else 0:   dx += dy / (1 - p) for the same elements
Tensor dropout(const Tensor& x, double p, const CounterRandom& random) {
  if (!(p >= 0 && p < 1)) {
    throw UsageError("dropout", fmt::format("p {}", p), "0 <= p < 1", "0.1");
  }
  Tensor y = result("dropout", x.shape(), {x});
  const DropoutMask mask{.p = p, .seed = random.seed(), .stream = random.stream()};
  x.backend().dropout({y.node().data, true}, x.data(), x.numel(), mask);
  const op_options::Dropout options{p, random.seed(), random.stream()};
  return record(std::move(y), saves::nothing, options, [mask](Node& y_node) {
    y_node.backend->dropout(y_node.parent(0).gradient(), y_node.grad, y_node.numel(), mask);
  });
}

}  // namespace holo
