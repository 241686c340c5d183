// broadcast_to.cpp: a tensor repeated to a larger shape, by the rule of broadcasting.
#include "holo/ops.h"
#include "ops/broadcast.h"
#include "tensor/record.h"

namespace holo {

// y = x, repeated:   dx += sum of dy over the repeated dimensions
Tensor broadcast_to(const Tensor& x, const Shape& shape) {
  check_broadcasts_to("broadcast_to", x.shape(), shape);
  const Broadcast s = broadcast(x.shape(), shape, shape);
  Tensor y = result("broadcast_to", shape, {x});
  repeat_to(x.backend(), y.node().data, x.data(), s, Side::a);
  return record(std::move(y), saves::nothing,
                [s](Node& y_node) { sum_to(y_node.parent(0), y_node.grad, s, Side::a); });
}

}  // namespace holo
