// linear.cpp: y = activation(x W^T + b) as one node: checks, forward and backward. The product of
// any two tensors is in matmul.cpp.
#include <fmt/format.h>

#include <optional>

#include "backend/scratch.h"
#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

void check(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  const Shape &x_shape = x.shape(), &w_shape = weight.shape();
  check_has_channels("linear", "x", x);
  if (w_shape.ndim() != 2) {
    throw ShapeError("linear", fmt::format("a weight {}", w_shape.to_string()),
                     "a matrix [out, in]", "reshape(weight, {out, -1})");
  }
  const Index in = x_shape.size(-1), out = w_shape[0];
  if (w_shape[1] != in) {
    throw ShapeError("linear",
                     fmt::format("x {} and weight {}: {} channels in, the weight takes {}",
                                 x_shape.to_string(), w_shape.to_string(), in, w_shape[1]),
                     fmt::format("a weight [out, {}]", in),
                     fmt::format("the layer before, or in_features {}: Linear({}, {}){}", in, in,
                                 out, out == in ? ", or transpose(weight, 0, 1)" : ""));
  }
  if (bias.defined() && !(bias.shape() == Shape{out})) {
    throw ShapeError(
        "linear",
        fmt::format("bias {} for weight {}", bias.shape().to_string(), w_shape.to_string()),
        fmt::format("bias [{}], one number for each channel out", out),
        "an empty Tensor() for none");
  }
}

// True if f(z) determines f'(z). Otherwise the forward pass also computes and keeps the slope
// f'(z).
bool from_result(std::optional<Unary> f) {
  return f == Unary::relu || f == Unary::tanh || f == Unary::sigmoid;
}

// Memory for f'(z) if the backward pass needs it, else an empty handle.
Tensor room_for_slope(std::optional<Unary> f, const Tensor& y) {
  if (!f || from_result(f) || !y.requires_grad()) return Tensor();
  return leaf(y.shape(), y.backend(), "linear");
}

// y[r, :] = bias
void repeat_bias(Backend& device, real* y, const real* bias, Index rows, Index out) {
  device.move({y, true}, {{out, 1}}, bias, {{0, 1}}, {rows, out});
}

// The sizes of C = op(A) op(B) for contiguous matrices: C [M, N], op(A) [M, K], op(B) [K, N].
MatmulSizes sizes_of_product(Index M, Index N, Index K, bool transpose_a, bool transpose_b) {
  return {.M = M,
          .N = N,
          .K = K,
          .transpose_a = transpose_a,
          .transpose_b = transpose_b,
          .lda = transpose_a ? M : K,
          .ldb = transpose_b ? K : N,
          .ldc = N};
}

}  // namespace

// z = x W^T + b,  y = f(z),  x [rows, in], W [out, in]:   dz = dy f'(z)
//   dx += dz W,   dW += dz^T x,   db += sum over rows of dz
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, Activation activation) {
  check(x, weight, bias);
  const std::optional<Unary> f = function_of(activation);
  const Index in = weight.size(1), out = weight.size(0);
  Tensor y = result("linear", x.shape().with(x.ndim() - 1, out), {x, weight, bias});
  const Index rows = elements(x.shape(), 0, x.ndim() - 1);
  const Tensor slope = room_for_slope(f, y);
  real* const z = slope.defined() ? slope.node().data : y.node().data;
  // 1. the bias, copied to each row
  if (bias.defined()) repeat_bias(x.backend(), z, bias.data(), rows, out);
  // 2. add the product
  const MatmulSizes product = sizes_of_product(rows, out, in, false, true);
  x.backend().matmul({z, !bias.defined()}, x.data(), weight.data(), product);
  // 3. the activation; the slope overwrites z
  if (slope.defined()) {
    x.backend().unary_with_slope(*f, y.node().data, z, z, y.numel(), {});
  } else if (f) {
    x.backend().unary(*f, z, z, y.numel(), {});
  }

  const unsigned saved = (from_result(f) ? saves::output : saves::nothing) |
                         (x.requires_grad() ? saves::input1 : saves::nothing) |
                         (weight.requires_grad() ? saves::input0 : saves::nothing);
  const op_options::Linear options{bias.defined(), activation};
  return record(std::move(y), saved, options, [rows, in, out, f, slope](Node& y_node) {
    Node &x_node = y_node.parent(0), &w_node = y_node.parent(1);
    Backend& device = *y_node.backend;
    // 3. dz
    std::optional<Scratch> memory;
    const real* dz = y_node.grad;
    if (f) {
      const Index n = y_node.numel();
      real* const to = memory.emplace(device, n).data();
      if (slope.defined()) {
        const Broadcast all = broadcast(y_node.shape, y_node.shape, y_node.shape);
        device.binary(Binary::mul, to, dz, slope.data(), all);
      } else {
        device.unary_backward(*f, {to, true}, dz, y_node.data, y_node.data, n, {});
      }
      dz = to;
    }
    // 2. the product
    if (x_node.requires_grad) {
      device.matmul(x_node.gradient(), dz, w_node.data,
                    sizes_of_product(rows, in, out, false, false));
    }
    if (w_node.requires_grad) {
      device.matmul(w_node.gradient(), dz, x_node.data,
                    sizes_of_product(out, in, rows, true, false));
    }
    // 1. the bias
    if (y_node.parent_count > 2 && y_node.parent(2).requires_grad) {
      device.sum(y_node.parent(2).gradient(), dz, {1, rows, out}, 1);
    }
  });
}

}  // namespace holo
