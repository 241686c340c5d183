// norm.cpp: layer_norm and rms_norm over the last dimension: checks, forward and backward.
#include <fmt/format.h>

#include <cmath>

#include "holo/ops.h"
#include "tensor/record.h"

namespace holo {
namespace {

// Throws unless x has channels, the others are empty or have as many, and epsilon is one.
void check(const char* op, const Tensor& x, const Tensor& gain, const Tensor& bias,
           double epsilon) {
  const Shape& shape = x.shape();
  if (shape.ndim() == 0) {
    throw ShapeError(op, "[] has no dimensions", "channels in the last dimension",
                     "reshape(x, {1, -1})", {shape});
  }
  const int last = shape.ndim() - 1;
  const auto check_channels = [&](const char* name, const Tensor& parameter) {
    if (!parameter.defined() || parameter.shape() == Shape{shape[last]}) return;
    throw ShapeError(
        op, fmt::format("{} {} for {}", name, parameter.shape().to_string(), shape.to_string()),
        fmt::format("{} [{}], the size of dimension {}", name, shape[last], last),
        "an empty Tensor() for none", {shape, parameter.shape()}, last);
  };
  check_channels("gain", gain);
  check_channels("bias", bias);
  if (!(epsilon >= 0) || !std::isfinite(epsilon)) {
    throw UsageError(op, fmt::format("epsilon {}", epsilon), "a finite number from 0 on", "1e-5");
  }
}

NormSizes sizes_of(const Shape& shape, double epsilon) {
  const Index C = shape.size(-1);
  return {.rows = C == 0 ? 0 : shape.numel() / C,  // rows without numbers are none
          .C = C,
          .epsilon = static_cast<real>(epsilon)};
}

// Where the gradient of parent i goes, or nowhere when it needs none or i is -1.
Output gradient_of(Node& y_node, int i) {
  if (i < 0 || !y_node.parent(i).requires_grad) return {nullptr, false};
  return y_node.parent(i).gradient();
}

const real* data_of(const Node& y_node, int i) { return i < 0 ? nullptr : y_node.parent(i).data; }

}  // namespace

// xhat = (x - mean) rstd,  rstd = 1 / sqrt(var + epsilon),  y = xhat gain + bias:
//   dx += rstd (dxhat - mean(dxhat) - xhat mean(dxhat xhat)),  dxhat = dy gain
//   dgain += sum over rows of dy xhat,  dbias += sum over rows of dy
Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias, double epsilon) {
  check("layer_norm", x, gain, bias, epsilon);
  Tensor y = result("layer_norm", x.shape(), {x, gain, bias});
  const NormSizes s = sizes_of(x.shape(), epsilon);
  const Tensor stats = leaf({2, s.rows}, x.backend(), "layer_norm");  // mean, rstd
  real* const mean = stats.node().data;
  x.backend().layer_norm(y.node().data, mean, mean + s.rows, x.data(), data_of(gain), data_of(bias),
                         s);
  const int gain_at = gain.defined() ? 1 : -1;
  const int bias_at = bias.defined() ? 1 + gain.defined() : -1;
  const op_options::Norm options{epsilon, gain.defined(), bias.defined()};
  const unsigned saved = gain.defined() ? saves::input0 | saves::input1 : saves::input0;
  return record(std::move(y), saved, options, [stats, s, gain_at, bias_at](Node& y_node) {
    const Output dx = gradient_of(y_node, 0);
    const Output dgain = gradient_of(y_node, gain_at);
    const Output dbias = gradient_of(y_node, bias_at);
    const real* const gain_data = data_of(y_node, gain_at);
    y_node.backend->layer_norm_backward(dx, dgain, dbias, y_node.grad, y_node.parent(0).data,
                                        gain_data, stats.data(), stats.data() + s.rows, s);
  });
}

// xhat = x rstd,  rstd = 1 / sqrt(mean(x^2) + epsilon),  y = xhat gain:
//   dx += rstd (dxhat - xhat mean(dxhat xhat)),  dxhat = dy gain
//   dgain += sum over rows of dy xhat
Tensor rms_norm(const Tensor& x, const Tensor& gain, double epsilon) {
  check("rms_norm", x, gain, Tensor(), epsilon);
  Tensor y = result("rms_norm", x.shape(), {x, gain});
  const NormSizes s = sizes_of(x.shape(), epsilon);
  const Tensor rstd = leaf({s.rows}, x.backend(), "rms_norm");
  x.backend().rms_norm(y.node().data, rstd.node().data, x.data(), data_of(gain), s);
  const int gain_at = gain.defined() ? 1 : -1;
  const op_options::Norm options{epsilon, gain.defined(), false};
  const unsigned saved = gain.defined() ? saves::input0 | saves::input1 : saves::input0;
  return record(std::move(y), saved, options, [rstd, s, gain_at](Node& y_node) {
    const Output dx = gradient_of(y_node, 0);
    const Output dgain = gradient_of(y_node, gain_at);
    const real* const gain_data = data_of(y_node, gain_at);
    y_node.backend->rms_norm_backward(dx, dgain, y_node.grad, y_node.parent(0).data, gain_data,
                                      rstd.data(), s);
  });
}

}  // namespace holo
