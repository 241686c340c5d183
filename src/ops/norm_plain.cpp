// norm_plain.cpp: layer_norm and rms_norm, a row at a time: x, y, dx, dy [rows, C]; gain, bias and
// their gradients [C]; mean, rstd [rows]. A pass of a backward has the number of the one it undoes.
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = xhat gain + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + epsilon)
void Plain::layer_norm(real* y, real* mean, real* rstd, const real* x, const real* gain,
                       const real* bias, const NormSizes& s) {
  const double C = static_cast<double>(s.C);
  for (Index r = 0; r < s.rows; ++r, x += s.C, y += s.C) {
    // 1. the mean
    const double m = mean_of(x, s.C, 1);
    mean[r] = static_cast<real>(m);
    // 2. the variance
    double squares = 0;
    for (Index c = 0; c < s.C; ++c) squares += (x[c] - m) * (x[c] - m);
    rstd[r] = static_cast<real>(1 / std::sqrt(squares / C + s.epsilon));
    // 3. the result
    for (Index c = 0; c < s.C; ++c) {
      const real xhat = (x[c] - mean[r]) * rstd[r];
      y[c] = xhat * (gain ? gain[c] : 1) + (bias ? bias[c] : 0);
    }
  }
}

// dx += rstd (dxhat - mean(dxhat) - xhat mean(dxhat xhat)),  dxhat = dy gain
// dgain += sum over rows of dy xhat,  dbias += sum over rows of dy
void Plain::layer_norm_backward(Output dx, Output dgain, Output dbias, const real* dy,
                                const real* x, const real* gain, const real* mean, const real* rstd,
                                const NormSizes& s) {
  const double C = static_cast<double>(s.C);
  for (Index r = 0; dx.data != nullptr && r < s.rows; ++r) {
    const Index row = r * s.C;
    // 2. mean(dxhat) and mean(dxhat xhat)
    double total = 0, along = 0;
    for (Index c = 0; c < s.C; ++c) {
      const double dxhat = dy[row + c] * (gain ? gain[c] : 1);
      total += dxhat / C;
      along += dxhat * (x[row + c] - mean[r]) * rstd[r] / C;
    }
    // 1. dx
    for (Index c = 0; c < s.C; ++c) {
      const double dxhat = dy[row + c] * (gain ? gain[c] : 1);
      const double xhat = (x[row + c] - mean[r]) * rstd[r];
      put(dx, row + c, rstd[r] * (dxhat - total - xhat * along));
    }
  }
  // 3. gain and bias
  for (Index c = 0; c < s.C; ++c) {
    double for_gain = 0, for_bias = 0;
    for (Index r = 0; r < s.rows; ++r) {
      for_gain += dy[r * s.C + c] * (x[r * s.C + c] - mean[r]) * rstd[r];
      for_bias += dy[r * s.C + c];
    }
    if (dgain.data != nullptr) put(dgain, c, for_gain);
    if (dbias.data != nullptr) put(dbias, c, for_bias);
  }
}

// y = xhat gain,  xhat = x rstd,  rstd = 1 / sqrt(mean(x^2) + epsilon)
void Plain::rms_norm(real* y, real* rstd, const real* x, const real* gain, const NormSizes& s) {
  const double C = static_cast<double>(s.C);
  for (Index r = 0; r < s.rows; ++r, x += s.C, y += s.C) {
    // 1. the mean of the squares
    double squares = 0;
    for (Index c = 0; c < s.C; ++c) squares += static_cast<double>(x[c]) * x[c];
    rstd[r] = static_cast<real>(1 / std::sqrt(squares / C + s.epsilon));
    // 2. the result
    for (Index c = 0; c < s.C; ++c) y[c] = x[c] * rstd[r] * (gain ? gain[c] : 1);
  }
}

// dx += rstd (dxhat - xhat mean(dxhat xhat)),  dxhat = dy gain
// dgain += sum over rows of dy xhat
void Plain::rms_norm_backward(Output dx, Output dgain, const real* dy, const real* x,
                              const real* gain, const real* rstd, const NormSizes& s) {
  const double C = static_cast<double>(s.C);
  for (Index r = 0; dx.data != nullptr && r < s.rows; ++r) {
    const Index row = r * s.C;
    // 2. mean(dxhat xhat)
    double along = 0;
    for (Index i = row; i < row + s.C; ++i) {
      along += static_cast<double>(dy[i]) * (gain ? gain[i - row] : 1) * x[i] * rstd[r] / C;
    }
    // 1. dx
    for (Index i = row; i < row + s.C; ++i) {
      const double dxhat = dy[i] * (gain ? gain[i - row] : 1), xhat = x[i] * rstd[r];
      put(dx, i, rstd[r] * (dxhat - xhat * along));
    }
  }
  // 3. gain
  for (Index c = 0; dgain.data != nullptr && c < s.C; ++c) {
    double total = 0;
    for (Index r = 0; r < s.rows; ++r) total += dy[r * s.C + c] * x[r * s.C + c] * rstd[r];
    put(dgain, c, total);
  }
}

}  // namespace holo
