// gated.cpp: one half of the channels gates the other, as one node. Composed of other ops it is
// split, an activation and a product.
#include <fmt/format.h>

#include "holo/ops.h"
#include "ops/activation_form.h"
#include "tensor/record.h"

namespace holo {
namespace {

Index checked_half(const Tensor& x) {
  if (x.ndim() == 0) {
    throw ShapeError("gated", "x [] has no dimensions", "channels in the last dimension",
                     "reshape(x, {1, -1})", {x.shape()});
  }
  const Index channels = x.size(-1);
  if (channels % 2 != 0) {
    throw ShapeError("gated", fmt::format("x {} has {} channels", x.shape().to_string(), channels),
                     "an even number: two halves", "a layer before it with twice the channels",
                     {x.shape()}, x.ndim() - 1);
  }
  return channels / 2;
}

}  // namespace

// x = [g | v] or [v | g],  y = f(g) v:   dg += dy v f'(g),   dv += dy f(g)
Tensor gated(const Tensor& x, Activation activation, Gate gate) {
  const Index half = checked_half(x);
  Tensor y = result("gated", x.shape().with(x.ndim() - 1, half), {x});
  const Index rows = half > 0 ? y.numel() / half : 0;
  const GatedSizes sizes{rows, half, gate == Gate::first};
  const std::optional<Unary> function = function_of(activation);
  x.backend().gated(function, y.node().data, x.data(), sizes);
  const op_options::Gated options{activation, gate};
  return record(std::move(y), saves::input0, options, [function, sizes](Node& y_node) {
    Node& x_node = y_node.parent(0);
    y_node.backend->gated_backward(function, x_node.gradient(), y_node.grad, x_node.data, sizes);
  });
}

}  // namespace holo
