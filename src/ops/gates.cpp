// gates.cpp: gated, holo_gate and affine_flow, each as one node. In each of these ops, one factor
// of a product determines how much of the other factor passes through.
#include <fmt/format.h>

#include <optional>

#include "backend/scratch.h"
#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

Index checked_half(const Tensor& x) {
  check_has_channels("gated", "x", x);
  const Index channels = x.size(-1);
  if (channels % 2 != 0) {
    throw ShapeError("gated", fmt::format("x {} has {} channels", x.shape().to_string(), channels),
                     "an even number: two halves", "a layer before it with twice the channels");
  }
  return channels / 2;
}

}  // namespace

// Combines a split, an activation and a product in one node.
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

namespace {

// Where a kernel writes the gradient of an input: to the input's gradient array if the input
// requires a gradient, else to temporary memory.
class WantedGradient {
 public:
  explicit WantedGradient(Node& input) {
    if (!input.requires_grad) memory_.emplace(*input.backend, input.numel());
    output_ = memory_ ? Output{memory_->data(), true} : input.gradient();
  }
  operator Output() const { return output_; }

 private:
  std::optional<Scratch> memory_;
  Output output_;
};

Shape checked_shape(const Tensor& a, const Tensor& b, const Tensor& c) {
  check_has_channels("holo_gate", "a", a);
  check_equal_shapes("holo_gate", "a", a, "b", b);
  check_equal_shapes("holo_gate", "a", a, "c", c);
  return a.shape().with(a.ndim() - 1, checked_mul("holo_gate", 2, a.size(-1)));
}

}  // namespace

// z in HoloGateFlow's formulas: three activations, a product and a cat in one node.
// 1. z1 = first(a)    2. open = gate(c)    3. z2 = open second(b)    z = [z1 | z2]
//   1. da += dz1 first'(a)
//   3. db += dz2 open second'(b),  dopen = dz2 second(b)
//   2. dc += dopen gate'(c)
Tensor holo_gate(const Tensor& a, const Tensor& b, const Tensor& c,
                 const HoloGateOptions& options) {
  Tensor z = result("holo_gate", checked_shape(a, b, c), {a, b, c});
  const Index C = a.size(-1);
  const HoloGateSizes sizes{.first = function_of(options.first),
                            .second = function_of(options.second),
                            .gate = function_of(options.gate),
                            .rows = C > 0 ? a.numel() / C : 0,
                            .C = C};
  a.backend().holo_gate(z.node().data, a.data(), b.data(), c.data(), sizes);
  const op_options::HoloGate recorded{options.first, options.second, options.gate};
  return record(std::move(z), saves::inputs | saves::output, recorded, [sizes](Node& z_node) {
    Node &a_node = z_node.parent(0), &b_node = z_node.parent(1), &c_node = z_node.parent(2);
    const WantedGradient da(a_node), db(b_node), dc(c_node);
    z_node.backend->holo_gate_backward(da, db, dc, z_node.grad, a_node.data, b_node.data,
                                       c_node.data, z_node.data, sizes);
  });
}

// `out` in HoloGateFlow's formulas: a sigmoid, a product and two sums in one node.
// s = sigmoid(scale),  out = x + (s y + shift):
//   dx += dout,  dscale += dout y s (1 - s),  dy += dout s,  dshift += dout
Tensor affine_flow(const Tensor& x, const Tensor& scale, const Tensor& y, const Tensor& shift) {
  check_equal_shapes("affine_flow", "y", y, "scale", scale);
  check_equal_shapes("affine_flow", "y", y, "shift", shift);
  if (x.defined()) check_equal_shapes("affine_flow", "y", y, "x", x);
  Tensor out = result("affine_flow", y.shape(), {scale, y, shift, x});
  y.backend().affine_flow(out.node().data, data_of(x), scale.data(), y.data(), shift.data(),
                          y.numel());
  const op_options::AffineFlow options{x.defined()};
  return record(std::move(out), saves::input0 | saves::input1, options, [](Node& out_node) {
    const Unrecorded ops;
    Node &scale_node = out_node.parent(0), &y_node = out_node.parent(1);
    const Tensor dout = tensor_of(out_node).grad(), s = sigmoid(tensor_of(scale_node));
    const auto add = [](Node& node, const Tensor& d) {
      if (node.requires_grad) add_gradient(node, d);
    };
    if (out_node.parent_count > 3) add(out_node.parent(3), dout);
    add(scale_node, dout * tensor_of(y_node) * (s * (1 - s)));
    add(y_node, dout * s);
    add(out_node.parent(2), dout);
  });
}

}  // namespace holo
