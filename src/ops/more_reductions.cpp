// more_reductions.cpp: log_softmax, logsumexp and argmax over one dimension, and var over any
// dimensions. The functions that models need are in reduce.cpp and softmax.cpp.
// In the formulas below, dx is d(loss)/dx.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "backend/scratch.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {

// log_softmax and logsumexp first subtract the largest element, like softmax.

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
// If y is infinite, softmax is NaN. We then use dx_i += dy e^(x_i - y), less accurate otherwise.
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

namespace {

void check_correction(Correction correction) {
  if (correction.count >= 0) return;
  throw ShapeError("var", fmt::format("a correction of {}", correction.count), "0 or more",
                   "Correction(1), for a sample");
}

Tensor var_over(const Tensor& x, const DimSet& reduced, Index correction, bool keepdim) {
  const Shape& shape = x.shape();
  const Run run = last_run(shape, reduced);
  if (!run.whole) {  // moves the reduced dimensions to the end, where they form one run
    std::vector<int> order;
    for (const bool vanishes : {false, true}) {
      for (int d = 0; d < shape.ndim(); ++d) {
        if (reduced[static_cast<std::size_t>(d)] == vanishes) order.push_back(d);
      }
    }
    const std::size_t kept = order.size() - reduced.count();
    const Tensor y =
        var_over(permute(x, order), all_dims(shape) >> kept << kept, correction, false);
    return keepdim ? reshape(y, reduced_shape(shape, reduced, true)) : y;
  }
  Tensor y = result("var", reduced_shape(shape, reduced, keepdim), {x});
  const Axis axis = axis_of(shape, run.first, run.last, y.numel());
  x.backend().var(y.node().data, x.data(), axis, correction);
  const op_options::Variance options{reduced, keepdim, correction};
  return record(std::move(y), saves::input0, options, [axis, correction](Node& y_node) {
    Node& x_node = y_node.parent(0);
    y_node.backend->var_backward(x_node.gradient(), y_node.grad, x_node.data, axis, correction);
  });
}

}  // namespace

// y = sum of (x - mean)^2 / count:   dx += dy 2 (x - mean) / count,  count = max(0, n - correction)
Tensor var(const Tensor& x, Correction correction) {
  check_correction(correction);
  return var_over(x, all_dims(x.shape()), correction.count, false);
}
Tensor var(const Tensor& x, const Dims& dims, Correction correction, bool keepdim) {
  const DimSet reduced = checked_dims("var", x.shape(), dims);
  check_correction(correction);
  return var_over(x, reduced, correction.count, keepdim);
}

namespace {

// The positions of the largest elements along the axis, computed on the device.
Indices largest_along(const Tensor& x, Axis axis, const Shape& shape) {
  const ScratchOf<Index> index(x.backend(), shape.numel());
  x.backend().max(nullptr, index.data(), x.data(), axis);
  std::vector<Index> first(static_cast<std::size_t>(shape.numel()));
  x.backend().download(first.data(), index.data(), first.size() * sizeof(Index));
  for (Index& i : first) i = i / axis.inner % axis.n;
  return Indices(shape, std::move(first));
}

}  // namespace

Indices argmax(const Tensor& x) {
  check_choice("argmax", x.shape());
  return largest_along(x, {1, x.numel(), 1}, Shape{});
}

Indices argmax(const Tensor& x, int dim, bool keepdim) {
  const int d = checked_choice("argmax", x.shape(), dim);
  const Shape shape = reduced_shape(x.shape(), one_dim(d), keepdim);
  return largest_along(x, axis_of(x.shape(), d, d + 1, shape.numel()), shape);
}

}  // namespace holo
