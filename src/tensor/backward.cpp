// backward.cpp: the backward pass: newest first, each node sends its gradient to its parents.
#include <fmt/format.h>

#include "backend/backend.h"
#include "tensor/backward_order.h"
#include "tensor/record.h"

namespace holo {
void Tensor::backward(bool retain_graph) const {
  if (numel() != 1) {
    throw ShapeError("backward", fmt::format("the gradient of a {}", shape().to_string()),
                     "a single number, or a seed of that shape",
                     "sum(y).backward(), or y.backward(seed)", {shape()});
  }
  Node& root = backward_root(node());
  root.add_to_gradient(1);  // d(root)/d(root)
  BackwardOrder order(root, retain_graph);
  while (Node* const node = order.next()) {
    (*node->backward)(*node);
  }
}

void Tensor::backward(const Tensor& seed, bool retain_graph) const {
  if (!(seed.shape() == shape())) {
    throw ShapeError(
        "backward",
        fmt::format("a seed of {} for a {}", seed.shape().to_string(), shape().to_string()),
        "equal shapes", "", {shape(), seed.shape()});
  }
  if (seed.device() != device()) {
    throw Error(
        "backward",
        fmt::format("a seed on {} for a tensor on {}", seed.backend().name(), backend().name()),
        "both on one device", "seed.to(device)");
  }
  Node& root = backward_root(node());
  backend().add_scaled(root.gradient(), seed.data(), 1, numel());
  BackwardOrder order(root, retain_graph);
  while (Node* const node = order.next()) {
    (*node->backward)(*node);
  }
}

}  // namespace holo
