// affine_flow.cpp: the end of HoloGateFlow as one node. Composed of other ops it is a sigmoid, a
// product and two sums.
#include "holo/ops.h"
#include "ops/equal_shapes.h"
#include "ops/wanted_gradient.h"
#include "tensor/record.h"

namespace holo {

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
    Node &scale_node = out_node.parent(0), &y_node = out_node.parent(1);
    const bool residual = out_node.parent_count > 3 && out_node.parent(3).requires_grad;
    const Output dx = residual ? out_node.parent(3).gradient() : Output{nullptr, false};
    const WantedGradient dscale(scale_node), dy(y_node), dshift(out_node.parent(2));
    out_node.backend->affine_flow_backward(dx, dscale, dy, dshift, out_node.grad, scale_node.data,
                                           y_node.data, out_node.numel());
  });
}

}  // namespace holo
