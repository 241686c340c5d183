// norm_cuda.cu: layer_norm and rms_norm, each row for its threads: x, y, dx, dy [rows, C]; gain,
// bias and their gradients [C]; mean, rstd [rows]. The passes are those of norm_plain.cpp. rms_norm
// is layer_norm with mean 0: `mean` is null.
#include <cmath>

#include "backend/cuda/chunks.cuh"
#include "backend/cuda/cuda.h"

namespace holo {
namespace {

// y = xhat gain + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + epsilon)
__global__ void layer_norm_kernel(real* y, real* mean, real* rstd, const real* x, const real* gain,
                                  const real* bias, NormSizes s) {
  const Axis axis{s.rows, s.C, 1};
  const RowPart row = row_of_thread(axis);
  if (row.r >= s.rows) return;
  // 1. the mean
  const RowMean parts = mean ? row_mean(x, row, axis) : RowMean{0, 0};
  const double m = parts.first + parts.rest;
  if (mean && writes_result(axis)) mean[row.r] = real(m);
  // 2. the variance
  double squares = 0;
  for (Index i = row.first; i < row.end; i += row.step) squares += (x[i] - m) * (x[i] - m);
  squares = row_sum(squares, axis);
  const real rs = 1 / std::sqrt(real(squares / double(s.C)) + s.epsilon);
  if (writes_result(axis)) rstd[row.r] = rs;
  // 3. the result
  for (Index i = row.first; i < row.end; i += row.step) {
    const Index c = i - row.r * s.C;
    const real xhat = (x[i] - real(m)) * rs;
    y[i] = xhat * (gain ? gain[c] : 1) + (bias ? bias[c] : 0);
  }
}

// In rows of so few channels the terms of dx cancel almost wholly, for any dy when C is 1 (2 with a
// mean); what rounding leaves of them is put right.
constexpr Index short_row = 4;

// dx += rstd (dxhat - mean(dxhat) - xhat mean(dxhat xhat)),  dxhat = dy gain
__global__ void layer_norm_backward_kernel(Output dx, const real* dy, const real* x,
                                           const real* gain, const real* mean, const real* rstd,
                                           NormSizes s) {
  const Axis axis{s.rows, s.C, 1};
  const RowPart row = row_of_thread(axis);
  if (row.r >= s.rows) return;
  const Index begin = row.r * s.C;
  // 2. mean and rstd once more, not rounded, since nearly all of dx may cancel; the two means
  const RowMean parts = mean ? row_mean(x, row, axis) : RowMean{0, 0};
  const double m = parts.first + parts.rest;
  double squares = 0, mean_dxhat = 0, mean_product = 0;
  for (Index i = row.first; i < row.end; i += row.step) squares += (x[i] - m) * (x[i] - m);
  squares = row_sum(squares, axis);
  const double rs = 1 / std::sqrt(squares / double(s.C) + s.epsilon);
  for (Index i = row.first; i < row.end; i += row.step) {
    const double dxhat = dy[i] * (gain ? gain[i - begin] : 1);
    mean_dxhat += mean ? dxhat / double(s.C) : 0;
    mean_product += dxhat * (x[i] - m) * rs / double(s.C);
  }
  mean_dxhat = row_sum(mean_dxhat, axis);
  mean_product = row_sum(mean_product, axis);
  // In a short row mean(xhat^2) = 1 - epsilon rstd^2 says what rounding left along xhat.
  double rounding = 0, rounding_product = 0;
  if (s.C <= short_row) {
    for (Index i = row.first; i < row.end; i += row.step) {
      const double dxhat = dy[i] * (gain ? gain[i - begin] : 1), xhat = (x[i] - m) * rs;
      const double residual = dxhat - mean_dxhat - xhat * mean_product;
      rounding += mean ? residual / double(s.C) : 0;
      rounding_product += residual * xhat / double(s.C);
    }
    rounding = row_sum(rounding, axis);
    rounding_product = mean_product * s.epsilon * rs * rs - row_sum(rounding_product, axis);
  }
  // 1. dx
  for (Index i = row.first; i < row.end; i += row.step) {
    const double dxhat = dy[i] * (gain ? gain[i - begin] : 1), xhat = (x[i] - m) * rs;
    const double residual = dxhat - mean_dxhat - xhat * mean_product;
    put(dx, i, rstd[row.r] * (residual - rounding + xhat * rounding_product));
  }
}

// sums = sum over a chunk of the rows of dy xhat;  sums [count, C]
__global__ void gain_chunks_kernel(double* sums, const real* dy, const real* x, const real* mean,
                                   const real* rstd, NormSizes s, Chunks chunks) {
  const Axis columns{1, s.rows, s.C}, parts = axis_of_chunks(columns, chunks);
  const auto [k, first, end, step] = chunk_of_thread(columns, chunks);
  if (k >= parts.outer * s.C) return;
  double for_gain = 0;
  for (Index i = first, r = first / s.C; i < end; i += step, r += step / s.C) {
    for_gain += dy[i] * (x[i] - (mean ? mean[r] : 0)) * rstd[r];
  }
  for_gain = row_sum(for_gain, parts);
  if (writes_result(parts)) sums[k] = for_gain;
}

}  // namespace

void Cuda::layer_norm(real* y, real* mean, real* rstd, const real* x, const real* gain,
                      const real* bias, const NormSizes& s) {
  const Axis axis{s.rows, s.C, 1};
  launch_axis(axis, layer_norm_kernel, y, mean, rstd, x, gain, bias, s);
}

// dgain += sum over rows of dy xhat,  dbias += sum over rows of dy
void Cuda::layer_norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                               const real* gain, const real* mean, const real* rstd,
                               const NormSizes& s) {
  const Axis axis{s.rows, s.C, 1};
  if (dx.data) launch_axis(axis, layer_norm_backward_kernel, dx, dy, x, gain, mean, rstd, s);
  // 3. gain and bias
  const Axis columns{1, s.rows, s.C};
  if (dgain.data) {
    const Chunks chunks = chunks_of(columns);
    const ChunkSums sums(*this, columns, chunks);
    launch_chunks(columns, chunks, gain_chunks_kernel, sums.data(), dy, x, mean, rstd, s, chunks);
    add_chunk_sums(dgain, sums.data(), axis_of_sums(columns, chunks), 1);
  }
  if (dbias.data) sum(dbias, dy, columns, 1);
}

void Cuda::rms_norm(real* y, real* rstd, const real* x, const real* gain, const NormSizes& s) {
  layer_norm(y, nullptr, rstd, x, gain, nullptr, s);
}

void Cuda::rms_norm_backward(Output dx, Output dgain, const real* dy, const real* x,
                             const real* gain, const real* rstd, const NormSizes& s) {
  layer_norm_backward(dx, dgain, {}, dy, x, gain, nullptr, rstd, s);
}

}  // namespace holo
