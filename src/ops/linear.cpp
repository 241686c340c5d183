// linear.cpp: y = activation(x W^T + b) as one node: checks, forward and backward. The product of
// any two tensors is in matmul.cpp.
#include <fmt/format.h>

#include <optional>

#include "backend/scratch.h"
#include "holo/ops.h"
#include "ops/activation_form.h"
#include "ops/broadcast.h"
#include "tensor/record.h"

namespace holo {
namespace {

void check(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  const Shape &x_shape = x.shape(), &w_shape = weight.shape();
  if (x_shape.ndim() == 0) {
    throw ShapeError("linear", "x [] has no dimensions", "channels in the last dimension",
                     "reshape(x, {1, -1})", {x_shape, w_shape});
  }
  if (w_shape.ndim() != 2) {
    throw ShapeError("linear", fmt::format("a weight {}", w_shape.to_string()),
                     "a matrix [out, in]", "reshape(weight, {out, -1})", {x_shape, w_shape});
  }
  const Index in = x_shape.size(-1), out = w_shape[0];
  if (w_shape[1] != in) {
    throw ShapeError("linear",
                     fmt::format("x {} and weight {}: {} channels in, the weight takes {}",
                                 x_shape.to_string(), w_shape.to_string(), in, w_shape[1]),
                     fmt::format("a weight [out, {}]", in),
                     out == in ? "did you mean the transpose of the weight? transpose(weight, 0, 1)"
                               : "the layer before, or the number of channels of this one",
                     {x_shape, w_shape}, x_shape.ndim() - 1);
  }
  if (bias.defined() && !(bias.shape() == Shape{out})) {
    throw ShapeError(
        "linear",
        fmt::format("bias {} for weight {}", bias.shape().to_string(), w_shape.to_string()),
        fmt::format("bias [{}], one number for each channel out", out),
        "an empty Tensor() for none", {x_shape, w_shape, bias.shape()}, 0);
  }
}

// y = f(z), and what a backward reads for f'(z): y, or the slope, which is computed with y.
struct Form {
  std::optional<Unary> f;
  bool needs_y, needs_slope;
};

Form form_of(Activation activation) {
  const std::optional<Unary> f = function_of(activation);
  const bool needs_y = f == Unary::relu || f == Unary::tanh || f == Unary::sigmoid;
  return {f, needs_y, f && !needs_y};
}

// x [rows, in], W [out, in], y [rows, out]
struct LinearSizes {
  Index rows, in, out;
};

LinearSizes sizes_of(const Shape& x, const Shape& y, const Shape& weight) {
  const Index out = weight[0], in = weight[1];
  return {in > 0 ? x.numel() / in : out > 0 ? y.numel() / out : 0, in, out};
}

// Each row of z is the bias, if there is one.
void repeat_bias(real* z, const Tensor& bias, const LinearSizes& s) {
  if (!bias.defined()) return;
  const Index size[] = {s.rows, s.out};
  bias.backend().move({z, true}, {{s.out, 1}}, bias.data(), {{0, 1}}, 2, size);
}

// z = x W^T
MatmulSizes sizes_of_product(const LinearSizes& s) {
  return {.M = s.rows,
          .N = s.out,
          .K = s.in,
          .transpose_b = true,
          .lda = s.in,
          .ldb = s.in,
          .ldc = s.out};
}

// dx = dy W
MatmulSizes sizes_of_dx(const LinearSizes& s) {
  return {.M = s.rows, .N = s.in, .K = s.out, .lda = s.out, .ldb = s.in, .ldc = s.in};
}

// dW = dy^T x
MatmulSizes sizes_of_dweight(const LinearSizes& s) {
  return {.M = s.out,
          .N = s.in,
          .K = s.rows,
          .transpose_a = true,
          .lda = s.out,
          .ldb = s.in,
          .ldc = s.in};
}

}  // namespace

// z = x W^T + b,  y = f(z),  x [rows, in], W [out, in]:   dz = dy f'(z)
//   dx += dz W,   dW += dz^T x,   db += sum over rows of dz
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, Activation activation) {
  check(x, weight, bias);
  const Form form = form_of(activation);
  const Shape shape = x.shape().with(x.ndim() - 1, weight.size(0));
  Tensor y = result("linear", shape, {x, weight, bias});
  const LinearSizes s = sizes_of(x.shape(), shape, weight.shape());
  const Tensor slope =
      form.needs_slope && y.requires_grad() ? leaf(shape, x.backend(), "linear") : Tensor();
  Backend& on = x.backend();
  real* const z = slope.defined() ? slope.node().data : y.node().data;
  // 1. the bias, on each row
  repeat_bias(z, bias, s);
  // 2. the product, added to it
  on.matmul({z, !bias.defined()}, x.data(), weight.data(), sizes_of_product(s));
  // 3. the activation; the slope takes the place of z
  if (slope.defined()) {
    on.unary_with_slope(*form.f, y.node().data, z, z, y.numel(), {});
  } else if (form.f) {
    on.unary(*form.f, z, z, y.numel(), {});
  }

  const unsigned saved = (form.needs_y ? saves::output : saves::nothing) |
                         (x.requires_grad() ? saves::input1 : saves::nothing) |
                         (weight.requires_grad() ? saves::input0 : saves::nothing);
  const op_options::Linear options{bias.defined(), activation};
  return record(std::move(y), saved, options, [s, f = form.f, slope](Node& y_node) {
    Node &x_node = y_node.parent(0), &w_node = y_node.parent(1);
    Backend& device = *y_node.backend;
    // 3. dz
    std::optional<Scratch> dz_memory;
    const real* dz = y_node.grad;
    if (f) {
      dz_memory.emplace(device, y_node.numel());
      if (slope.defined()) {
        const Broadcast all = broadcast(y_node.shape, y_node.shape, y_node.shape);
        device.binary(Binary::mul, dz_memory->data(), y_node.grad, slope.data(), all);
      } else {
        device.unary_backward(*f, {dz_memory->data(), true}, y_node.grad, y_node.data, y_node.data,
                              y_node.numel(), {});
      }
      dz = dz_memory->data();
    }
    // 2. the product
    if (x_node.requires_grad) {
      device.matmul(x_node.gradient(), dz, w_node.data, sizes_of_dx(s));
    }
    if (w_node.requires_grad) {
      device.matmul(w_node.gradient(), dz, x_node.data, sizes_of_dweight(s));
    }
    // 1. the bias
    if (y_node.parent_count > 2 && y_node.parent(2).requires_grad) {
      device.sum(y_node.parent(2).gradient(), dz, {1, s.rows, s.out}, 1);
    }
  });
}

}  // namespace holo
