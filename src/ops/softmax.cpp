// softmax.cpp: softmax, log_softmax and logsumexp over one dimension: checks, forward and backward.
// All three first subtract the largest element, so that nothing overflows. If the input contains a
// NaN or +inf, or only -inf, its softmax is NaN.
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

// y_i = x_i - log sum_j e^x_j:   dx_i += dy_i - e^y_i sum_j dy_j
Tensor log_softmax(const Tensor& x, int dim) {
  const int d = checked_dim("log_softmax", dim, x.shape());
  Tensor y = result("log_softmax", x.shape(), {x});
  const Axis axis = axis_of(x.shape(), d, d + 1);
  x.backend().log_softmax(y.node().data, x.data(), axis);
  return record(std::move(y), saves::output, op_options::Along{d}, [d](Node& y_node) {
    const Unrecorded ops;
    const Tensor dy = tensor_of(y_node).grad(), p = exp(tensor_of(y_node));
    add_gradient(y_node.parent(0), dy - p * sum(dy, d, true));
  });
}

// y = log sum_i e^x_i, or -inf if x is empty:   dx_i += dy e^x_i / sum_j e^x_j
// If y is infinite, softmax is NaN, so we use dx_i += dy e^(x_i - y), which is less accurate for
// finite y.
Tensor logsumexp(const Tensor& x, int dim, bool keepdim) {
  const int d = checked_dim("logsumexp", dim, x.shape());
  const Shape shape = keepdim ? x.shape().with(d, 1) : x.shape().without(d);
  Tensor y = result("logsumexp", shape, {x});
  const Axis axis = axis_of(x.shape(), d, d + 1, y.numel());
  x.backend().logsumexp(y.node().data, x.data(), axis);
  const op_options::Over over{one_dim(d), keepdim};
  return record(std::move(y), saves::output | saves::input0, over, [axis](Node& y_node) {
    const Unrecorded ops;
    Node& x_node = y_node.parent(0);
    const Tensor in = reshape(tensor_of(x_node), {axis.outer, axis.n, axis.inner});
    const Tensor out = reshape(tensor_of(y_node), {axis.outer, 1, axis.inner});
    const Tensor dy = reshape(tensor_of(y_node).grad(), {axis.outer, 1, axis.inner});
    const Tensor infinite = out - out;  // 0 where y is finite, else NaN, which counts as true
    add_gradient(x_node, dy * where(infinite, exp(in - out), softmax(in, 1)));
  });
}

}  // namespace holo
