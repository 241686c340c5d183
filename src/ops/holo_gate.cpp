// holo_gate.cpp: the middle of HoloGateFlow as one node. Composed of other ops it is three
// activations, a product and cat.
#include "holo/ops.h"
#include "ops/activation_form.h"
#include "ops/equal_shapes.h"
#include "ops/wanted_gradient.h"
#include "tensor/record.h"

namespace holo {
namespace {

Shape checked_shape(const Tensor& a, const Tensor& b, const Tensor& c) {
  if (a.ndim() == 0) {
    throw ShapeError("holo_gate", "a [] has no dimensions", "channels in the last dimension",
                     "reshape(a, {1, -1})", {a.shape()});
  }
  check_equal_shapes("holo_gate", "a", a, "b", b);
  check_equal_shapes("holo_gate", "a", a, "c", c);
  return a.shape().with(a.ndim() - 1, checked_mul("holo_gate", 2, a.size(-1)));
}

}  // namespace

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

}  // namespace holo
