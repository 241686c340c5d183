// norm_cuda.cu: layer_norm and rms_norm, with the passes of norm_plain.cpp. The threads of a row
// take N neighbours at a time. x, y, dx, dy [rows, C]; gain, bias and their gradients [C]; mean,
// rstd [rows]. rms_norm is layer_norm with 0 as the mean; then `mean` is null.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "backend/cuda/chunks.cuh"
#include "backend/cuda/cuda.h"

namespace holo {
namespace {

// y = xhat gain + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + epsilon)
template <int N>
__global__ void norm_kernel(real* __restrict__ y, real* mean, real* rstd,
                            const real* __restrict__ x, const real* __restrict__ gain,
                            const real* __restrict__ bias, NormSizes s) {
  const Axis axis{s.rows, s.C, 1};
  const RowPart row = row_of_thread<N>(axis);
  if (row.r >= s.rows) return;
  // 1. the mean
  const TwoParts m = mean ? row_mean<N>(x, row, axis) : TwoParts{0, 0};
  if (mean && writes_result(axis)) mean[row.r] = m.high;
  // 2. the variance
  double squares = 0;
  for (Index i = row.first; i < row.end; i += row.step) {
    for (const real v : read<N>(x + i)) {
      const real d = v - m.high - m.low;
      squares += double(d) * double(d);  // in double, because the square may exceed a float
    }
  }
  squares = row_sum(squares, axis);
  const real rs = real(1 / std::sqrt(squares / double(s.C) + s.epsilon));
  if (writes_result(axis)) rstd[row.r] = rs;
  // 3. the result
  for (Index i = row.first; i < row.end; i += row.step) {
    const Index c = i - row.r * s.C;
    const Pack<N> g = read_or<N>(1, gain, c), b = read_or<N>(0, bias, c);
    Pack<N> xhat = read<N>(x + i);
    for (int k = 0; k < N; ++k) xhat[k] = (xhat[k] - m.high) * rs * g[k] + b[k];
    write(y + i, xhat);
  }
}

// In rows with so few channels the terms of dx almost cancel; if C is 1 (2 with a mean), for any
// dy. So the kernel corrects the rounding error, in double.
constexpr Index short_row = 4;

// dx += rstd (dxhat - mean(dxhat) - xhat mean(dxhat xhat)),  dxhat = dy gain
template <bool is_short, int N>
__global__ void norm_backward_kernel(Output dx, const real* __restrict__ dy,
                                     const real* __restrict__ x, const real* __restrict__ gain,
                                     const real* __restrict__ mean, const real* __restrict__ rstd,
                                     NormSizes s) {
  using Number = std::conditional_t<is_short, double, real>;
  const Axis axis{s.rows, s.C, 1};
  const RowPart row = row_of_thread<N>(axis);
  if (row.r >= s.rows) return;
  const double channels = double(s.C);
  // 2. mean and rstd again, without rounding, because most of dx may cancel; then the means in dx
  const real high = mean ? mean[row.r] : 0;
  double rest = 0, squares = 0, mean_dxhat = 0, mean_product = 0;
  for (Index i = row.first; mean && i < row.end; i += row.step) {
    Pack<N> d = read<N>(x + i);
    for (real& v : d) v -= high;
    rest += sum(d);
  }
  const Number low = Number(row_sum(rest, axis) / channels);
  for (Index i = row.first; i < row.end; i += row.step) {
    for (const real v : read<N>(x + i)) {
      const double d = v - high - low;
      squares += d * d;
    }
  }
  squares = row_sum(squares, axis);
  const Number rs = Number(1 / std::sqrt(squares / channels + s.epsilon));
  for (Index i = row.first; i < row.end; i += row.step) {
    const Pack<N> v = read<N>(x + i), d = read<N>(dy + i), g = read_or<N>(1, gain, i - row.r * s.C);
    Number part = 0, part_product = 0;
    for (int k = 0; k < N; ++k) {
      const Number dxhat = Number(d[k]) * g[k];
      part += dxhat;
      part_product += dxhat * ((v[k] - high - low) * rs);
    }
    mean_dxhat += part;
    mean_product += part_product;
  }
  mean_dxhat = mean ? row_sum(mean_dxhat, axis) / channels : 0;
  mean_product = row_sum(mean_product, axis) / channels;
  // In a short row mean(xhat^2) = 1 - epsilon rstd^2 gives the rounding error along xhat.
  [[maybe_unused]] double rounding = 0, rounding_product = 0;
  if constexpr (is_short) {
    for (Index i = row.first; i < row.end; i += row.step) {
      const double dxhat = double(dy[i]) * (gain ? gain[i - row.r * s.C] : 1);
      const double xhat = (x[i] - high - low) * rs;
      const double residual = dxhat - mean_dxhat - xhat * mean_product;
      rounding += mean ? residual / channels : 0;
      rounding_product += residual * xhat / channels;
    }
    rounding = row_sum(rounding, axis);
    rounding_product = mean_product * s.epsilon * rs * rs - row_sum(rounding_product, axis);
  }
  // 1. dx
  const Number m_dxhat = Number(mean_dxhat), m_product = Number(mean_product);
  for (Index i = row.first; i < row.end; i += row.step) {
    const Pack<N> v = read<N>(x + i), g = read_or<N>(1, gain, i - row.r * s.C);
    Pack<N> d = read<N>(dy + i);
    for (int k = 0; k < N; ++k) {
      const Number dxhat = Number(d[k]) * g[k], xhat = (v[k] - high - low) * rs;
      Number residual = dxhat - m_dxhat - xhat * m_product;
      if constexpr (is_short) residual = residual - rounding + xhat * rounding_product;
      d[k] = real(rstd[row.r] * residual);
    }
    put(dx, i, d);
  }
}

// Divides the rows into chunks to sum over them; each thread has N columns of a chunk.
Chunks chunks_of_rows(const NormSizes& s) {
  constexpr Index least_for_thread = 32;
  const Index count = std::min(enough_threads / std::max<Index>(s.C, 1), s.rows / least_for_thread);
  if (count <= 1) return {s.rows, 1};
  const Index size = (s.rows + count - 1) / count;
  return {size, (s.rows + size - 1) / size};
}

// gain_sums = sum of dy xhat over the rows of a chunk, bias_sums = sum of dy; each is [count, C],
// or null if it is not needed
template <int N>
__global__ void gain_chunks_kernel(Elements all, double* gain_sums, double* bias_sums,
                                   const real* __restrict__ dy, const real* __restrict__ x,
                                   const real* __restrict__ mean, const real* __restrict__ rstd,
                                   NormSizes s, Chunks chunks) {
  const Index t = all.of_thread<N>();
  if (t >= all.end) return;
  const Index first = t / s.C * chunks.size, c = t % s.C;
  const Index end = first + chunks.size < s.rows ? first + chunks.size : s.rows;
  double for_gain[N] = {}, for_bias[N] = {};
  for (Index r = first; r < end; ++r) {
    const Pack<N> d = read<N>(dy + r * s.C + c);
    const Pack<N> v = gain_sums ? read<N>(x + r * s.C + c) : d;
    const real m = mean ? mean[r] : 0;
    for (int k = 0; k < N; ++k) {
      for_gain[k] += d[k] * ((v[k] - m) * rstd[r]);
      for_bias[k] += d[k];
    }
  }
  for (int k = 0; k < N; ++k) {
    if (gain_sums) gain_sums[t + k] = for_gain[k];
    if (bias_sums) bias_sums[t + k] = for_bias[k];
  }
}

}  // namespace

void Cuda::norm(real* y, real* mean, real* rstd, const real* x, const real* gain, const real* bias,
                const NormSizes& s) {
  const Axis axis{s.rows, s.C, 1};
  launch_packs(axis, norm_kernel<four>, norm_kernel<1>, y, mean, rstd, x, gain, bias, s);
}

// dgain += sum over rows of dy xhat,  dbias += sum over rows of dy
void Cuda::norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                         const real* gain, const real* mean, const real* rstd, const NormSizes& s) {
  const Axis axis{s.rows, s.C, 1};
  if (dx.data && s.C <= short_row) {
    launch_axis(axis, norm_backward_kernel<true, 1>, dx, dy, x, gain, mean, rstd, s);
  } else if (dx.data) {
    launch_packs(axis, norm_backward_kernel<false, four>, norm_backward_kernel<false, 1>, dx, dy, x,
                 gain, mean, rstd, s);
  }
  // 3. gain and bias
  if (!dgain.data && !dbias.data) return;
  const Chunks chunks = chunks_of_rows(s);
  const Axis columns{1, s.rows, s.C}, sums = axis_of_sums(columns, chunks);
  const ChunkSums gain_sums(*this, columns, chunks), bias_sums(*this, columns, chunks);
  launch_packs(chunks.count * s.C, s.C % four == 0, gain_chunks_kernel<four>, gain_chunks_kernel<1>,
               dgain.data ? gain_sums.data() : nullptr, dbias.data ? bias_sums.data() : nullptr, dy,
               x, mean, rstd, s, chunks);
  if (dgain.data) add_chunk_sums(dgain, gain_sums.data(), sums, 1);
  if (dbias.data) add_chunk_sums(dbias, bias_sums.data(), sums, 1);
}

}  // namespace holo
