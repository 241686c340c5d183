// dropout.cpp: sets random elements of the input to 0. The backward pass uses the same kernel.
#include <fmt/format.h>

#include "holo/creation.h"
#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

void check_probability(double p) {
  if (p >= 0 && p < 1) return;
  throw UsageError("dropout", fmt::format("p {}", p), "0 <= p < 1", "0.1");
}

}  // namespace

// y = x / (1 - p) where uniform(i) >= p, else 0:   dx += dy / (1 - p) for the same elements
Tensor dropout(const Tensor& x, double p, const CounterRandom& random) {
  check_probability(p);
  Tensor y = result("dropout", x.shape(), {x});
  const DropoutMask mask{.p = p, .seed = random.seed(), .stream = random.stream()};
  x.backend().dropout({y.node().data, true}, x.data(), x.numel(), mask);
  const op_options::Dropout options{p, random.seed(), random.stream()};
  return record(std::move(y), saves::nothing, options, [mask](Node& y_node) {
    y_node.backend->dropout(y_node.parent(0).gradient(), y_node.grad, y_node.numel(), mask);
  });
}

// y = k != 0 ? x k : 0,  k = keep / (1 - p)
Tensor dropout(const Tensor& x, double p, const Tensor& keep) {
  check_probability(p);
  check_broadcasts_to("dropout", keep.shape(), x.shape());
  const Tensor k = keep.detach() * (1 / (1 - p));
  return where(k, x * k, zeros({}, x.device()));
}

}  // namespace holo
