// affine_flow.cpp: the end of HoloGateFlow as one node. Composed of other ops it is a sigmoid, a
// product and two sums.
#include "holo/ops.h"
#include "ops/equal_shapes.h"
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
