// norm.cpp: layer_norm and rms_norm over the last dimension: checks, forward and backward.
#include <fmt/format.h>

#include <cmath>

#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

// Throws unless x has at least one channel, gain and bias are empty or [C], and epsilon is valid.
void check(const char* op, const Tensor& x, const Tensor& gain, const Tensor& bias,
           double epsilon) {
  check_has_channels(op, "x", x);
  const Shape& shape = x.shape();
  const int last = shape.ndim() - 1;
  const auto check_channels = [&](const char* name, const Tensor& parameter) {
    if (!parameter.defined() || parameter.shape() == Shape{shape[last]}) return;
    throw ShapeError(
        op, fmt::format("{} {} for {}", name, parameter.shape().to_string(), shape.to_string()),
        fmt::format("{} [{}], the size of dimension {}", name, shape[last], last),
        "an empty Tensor() for none");
  };
  check_channels("gain", gain);
  check_channels("bias", bias);
  if (!(epsilon >= 0) || !std::isfinite(epsilon)) {
    throw UsageError(op, fmt::format("epsilon {}", epsilon), "a finite number of 0 or more",
                     "1e-5");
  }
}

// Where a kernel writes the gradient of parent i; null if i is -1 or parent i needs no gradient.
Output gradient_of(Node& y_node, int i) {
  if (i < 0 || !y_node.parent(i).requires_grad) return {nullptr, false};
  return y_node.parent(i).gradient();
}

const real* data_of(const Node& y_node, int i) { return i < 0 ? nullptr : y_node.parent(i).data; }

// layer_norm if `centred`, otherwise rms_norm, which treats the mean as 0.
Tensor norm(const char* op, bool centred, const Tensor& x, const Tensor& gain, const Tensor& bias,
            double epsilon) {
  check(op, x, gain, bias, epsilon);
  Tensor y = result(op, x.shape(), {x, gain, bias});
  const Index C = x.size(-1),
              rows = C == 0 ? 0 : x.numel() / C;  // if C is 0, there is nothing to process
  const NormSizes s{.rows = rows, .C = C, .epsilon = static_cast<real>(epsilon)};
  const Tensor stats = leaf({centred ? 2 : 1, rows}, x.backend(), op);  // rstd, mean
  real *const rstd = stats.node().data, *const mean = centred ? rstd + rows : nullptr;
  x.backend().norm(y.node().data, mean, rstd, x.data(), data_of(gain), data_of(bias), s);
  const int gain_at = gain.defined() ? 1 : -1;
  const int bias_at = bias.defined() ? 1 + gain.defined() : -1;
  const op_options::Norm options{epsilon, gain.defined(), bias.defined()};
  const unsigned saved = gain.defined() ? saves::input0 | saves::input1 : saves::input0;
  return record(std::move(y), saved, options, [stats, mean, s, gain_at, bias_at](Node& y_node) {
    const Output dx = gradient_of(y_node, 0), dgain = gradient_of(y_node, gain_at),
                 dbias = gradient_of(y_node, bias_at);
    const real* const gain_data = data_of(y_node, gain_at);
    y_node.backend->norm_backward(dx, dgain, dbias, y_node.grad, y_node.parent(0).data, gain_data,
                                  mean, stats.data(), s);
  });
}

}  // namespace

// xhat = (x - mean) rstd,  rstd = 1 / sqrt(var + epsilon),  y = xhat gain + bias:
//   dx += rstd (dxhat - mean(dxhat) - xhat mean(dxhat xhat)),  dxhat = dy gain
//   dgain += sum over rows of dy xhat,  dbias += sum over rows of dy
Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias, double epsilon) {
  return norm("layer_norm", true, x, gain, bias, epsilon);
}

// xhat = x rstd,  rstd = 1 / sqrt(mean(x^2) + epsilon),  y = xhat gain:
//   dx += rstd (dxhat - xhat mean(dxhat xhat)),  dxhat = dy gain
//   dgain += sum over rows of dy xhat
Tensor rms_norm(const Tensor& x, const Tensor& gain, double epsilon) {
  return norm("rms_norm", false, x, gain, Tensor(), epsilon);
}

}  // namespace holo
