// softmax.cpp: softmax over one dimension: checks, forward and backward. It first subtracts the
// largest element, so that nothing overflows. If the input contains a NaN or +inf, or only -inf,
// its softmax is NaN. log_softmax and logsumexp are in more_reductions.cpp.
// In the formulas below, dx is d(loss)/dx.
#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {

// y_i = e^x_i / sum_j e^x_j:   dx_i += y_i (dy_i - sum_j dy_j y_j)
Tensor softmax(const Tensor& x, int dim) {
  const int d = checked_dim("softmax", dim, x.shape());
  Tensor y = result("softmax", x.shape(), {x});
  const Axis axis = axis_of(x.shape(), d, d + 1);
  x.backend().softmax(y.node().data, x.data(), axis);
  return record(std::move(y), saves::output, op_options::Along{d}, [axis](Node& y_node) {
    y_node.backend->softmax_backward(y_node.parent(0).gradient(), y_node.grad, y_node.data, axis);
  });
}

}  // namespace holo
