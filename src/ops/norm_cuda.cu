// norm_cuda.cu: layer_norm and rms_norm, with the passes of norm_plain.cpp. The threads of a row
// share each pass. x, y, dx, dy [rows, C]; gain, bias and their gradients [C]; mean, rstd [rows].
// rms_norm is layer_norm with 0 as the mean; then `mean` is null.
#include <cmath>
#include <type_traits>

#include "backend/cuda/cuda.h"
#include "backend/cuda/rows.cuh"
#include "backend/scratch.h"

namespace holo {
namespace {

// y = xhat gain + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + epsilon)
__global__ void norm_kernel(real* y, real* mean, real* rstd, const real* x, const real* gain,
                            const real* bias, NormSizes s) {
  const Axis axis{s.rows, s.C, 1};
  const RowPart row = row_of_thread(axis);
  if (row.r >= s.rows) return;
  // 1. the mean
  const TwoParts m = mean ? row_mean(x, row, axis) : TwoParts{0, 0};
  if (mean && writes_result(axis)) mean[row.r] = m.high;
  // 2. the variance
  double squares = 0;
  for (Index i = row.first; i < row.end; i += row.step) {
    const real d = x[i] - m.high - m.low;
    squares += double(d) * double(d);  // in double, because the square may exceed a float
  }
  squares = row_sum(squares, axis);
  const real rs = real(1 / std::sqrt(squares / double(s.C) + s.epsilon));
  if (writes_result(axis)) rstd[row.r] = rs;
  // 3. the result
  for (Index i = row.first; i < row.end; i += row.step) {
    const Index c = i - row.r * s.C;
    const real xhat = (x[i] - m.high) * rs;
    y[i] = xhat * (gain ? gain[c] : 1) + (bias ? bias[c] : 0);
  }
}

// In rows with so few channels the terms of dx almost cancel; if C is 1 (2 with a mean), for any
// dy. So the kernel corrects the rounding error, in double.
constexpr Index short_row = 4;

// dx += rstd (dxhat - mean(dxhat) - xhat mean(dxhat xhat)),  dxhat = dy gain
template <bool is_short>
__global__ void norm_backward_kernel(Output dx, const real* dy, const real* x, const real* gain,
                                     const real* mean, const real* rstd, NormSizes s) {
  using Number = std::conditional_t<is_short, double, real>;
  const Axis axis{s.rows, s.C, 1};
  const RowPart row = row_of_thread(axis);
  if (row.r >= s.rows) return;
  const double channels = double(s.C);
  const auto dxhat_of = [&](Index i) {
    return gain ? Number(dy[i]) * gain[i - row.r * s.C] : Number(dy[i]);
  };
  // 2. mean and rstd again, without rounding, because most of dx may cancel; then the means in dx
  const real high = mean ? mean[row.r] : 0;
  double rest = 0, squares = 0, mean_dxhat = 0, mean_product = 0;
  for (Index i = row.first; mean && i < row.end; i += row.step) rest += x[i] - high;
  const Number low = Number(row_sum(rest, axis) / channels);
  for (Index i = row.first; i < row.end; i += row.step) {
    const double d = x[i] - high - low;
    squares += d * d;
  }
  squares = row_sum(squares, axis);
  const Number rs = Number(1 / std::sqrt(squares / channels + s.epsilon));
  const auto xhat_of = [&](Index i) { return (x[i] - high - low) * rs; };
  for (Index i = row.first; i < row.end; i += row.step) {
    mean_dxhat += dxhat_of(i);
    mean_product += dxhat_of(i) * xhat_of(i);
  }
  mean_dxhat = mean ? row_sum(mean_dxhat, axis) / channels : 0;
  mean_product = row_sum(mean_product, axis) / channels;
  // In a short row mean(xhat^2) = 1 - epsilon rstd^2 gives the rounding error along xhat.
  [[maybe_unused]] double rounding = 0, rounding_product = 0;
  if constexpr (is_short) {
    for (Index i = row.first; i < row.end; i += row.step) {
      const double residual = dxhat_of(i) - mean_dxhat - xhat_of(i) * mean_product;
      rounding += mean ? residual / channels : 0;
      rounding_product += residual * xhat_of(i) / channels;
    }
    rounding = row_sum(rounding, axis);
    rounding_product = mean_product * s.epsilon * rs * rs - row_sum(rounding_product, axis);
  }
  // 1. dx
  for (Index i = row.first; i < row.end; i += row.step) {
    const Number xhat = xhat_of(i);
    Number residual = dxhat_of(i) - Number(mean_dxhat) - xhat * Number(mean_product);
    if constexpr (is_short) residual = residual - rounding + xhat * rounding_product;
    put(dx, i, real(rstd[row.r] * residual));
  }
}

// gain_sums = sum of dy xhat, bias_sums = sum of dy, each over a part of the rows: [parts, C], or
// null if it is not needed
__global__ void gain_parts_kernel(double* gain_sums, double* bias_sums, const real* dy,
                                  const real* x, const real* mean, const real* rstd, NormSizes s,
                                  Index parts) {
  const Axis columns{1, s.rows, s.C};
  const RowPart column = row_of_thread(columns, parts);
  if (column.r >= parts * s.C) return;
  double for_gain = 0, for_bias = 0;
  for (Index i = column.first; i < column.end; i += column.step) {
    const Index r = i / s.C;
    for_gain += dy[i] * ((x[i] - (mean ? mean[r] : 0)) * rstd[r]);
    for_bias += dy[i];
  }
  for_gain = row_sum(for_gain, columns);
  for_bias = row_sum(for_bias, columns);
  if (gain_sums && writes_result(columns)) gain_sums[column.r] = for_gain;
  if (bias_sums && writes_result(columns)) bias_sums[column.r] = for_bias;
}

}  // namespace

void Cuda::norm(real* y, real* mean, real* rstd, const real* x, const real* gain, const real* bias,
                const NormSizes& s) {
  launch_axis({s.rows, s.C, 1}, norm_kernel, y, mean, rstd, x, gain, bias, s);
}

// dgain += sum over rows of dy xhat,  dbias += sum over rows of dy
void Cuda::norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                         const real* gain, const real* mean, const real* rstd, const NormSizes& s) {
  if (dx.data) {
    const auto kernel = s.C <= short_row ? norm_backward_kernel<true> : norm_backward_kernel<false>;
    launch_axis({s.rows, s.C, 1}, kernel, dx, dy, x, gain, mean, rstd, s);
  }
  // 3. gain and bias
  if (!dgain.data && !dbias.data) return;
  const Axis columns{1, s.rows, s.C};
  const Index parts = parts_of(columns);
  const ScratchOf<double> gain_sums(*this, parts * s.C), bias_sums(*this, parts * s.C);
  launch_parts(columns, parts, gain_parts_kernel, dgain.data ? gain_sums.data() : nullptr,
               dbias.data ? bias_sums.data() : nullptr, dy, x, mean, rstd, s, parts);
  const Axis sums{1, parts, s.C};
  if (dgain.data) add_part_sums(dgain, gain_sums.data(), sums, 1);
  if (dbias.data) add_part_sums(dbias, bias_sums.data(), sums, 1);
}

}  // namespace holo
