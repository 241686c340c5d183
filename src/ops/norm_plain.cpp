// norm_plain.cpp: layer_norm and rms_norm, one row at a time. rms_norm treats the mean as 0: `mean`
// is null. x, y, dx, dy [rows, C]; gain, bias and their gradients [C]; mean, rstd [rows]. Pass i of
// the backward kernel goes back through pass i of the forward kernel.
#include <cmath>

#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// y = xhat gain + bias,  xhat = (x - mean) rstd,  rstd = 1 / sqrt(mean((x - mean)^2) + epsilon)
void Plain::norm(real* y, real* mean, real* rstd, const real* x, const real* gain, const real* bias,
                 const NormSizes& s) {
  for (Index r = 0; r < s.rows; ++r, x += s.C, y += s.C) {
    // 1. the mean
    const double m = mean ? mean_of(x, s.C, 1) : 0;
    if (mean) mean[r] = real(m);
    // 2. the variance
    double squares = 0;
    for (Index c = 0; c < s.C; ++c) squares += (x[c] - m) * (x[c] - m);
    const double rs = 1 / std::sqrt(squares / double(s.C) + s.epsilon);
    rstd[r] = real(rs);
    // 3. the result
    for (Index c = 0; c < s.C; ++c) {
      const double xhat = (x[c] - m) * rs;
      y[c] = real(xhat * (gain ? gain[c] : 1) + (bias ? bias[c] : 0));
    }
  }
}

// dx += rstd (dxhat - mean(dxhat) - xhat mean(dxhat xhat)),  dxhat = dy gain
// dgain += sum over rows of dy xhat,  dbias += sum over rows of dy
void Plain::norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                          const real* gain, const real* mean, const real* rstd,
                          const NormSizes& s) {
  for (Index r = 0; dx.data && r < s.rows; ++r) {
    const Index row = r * s.C;
    // 2. mean and rstd, unrounded, because terms of dx may nearly cancel; then the two means in dx
    const double m = mean ? mean_of(x + row, s.C, 1) : 0;
    double squares = 0, mean_dxhat = 0, mean_product = 0;
    for (Index c = 0; c < s.C; ++c) squares += (x[row + c] - m) * (x[row + c] - m);
    const double rs = 1 / std::sqrt(squares / double(s.C) + s.epsilon);
    for (Index c = 0; c < s.C; ++c) {
      const double dxhat = double(dy[row + c]) * (gain ? gain[c] : 1);
      if (mean) mean_dxhat += dxhat / double(s.C);
      mean_product += dxhat * (x[row + c] - m) * rs / double(s.C);
    }
    // 1. dx
    for (Index c = 0; c < s.C; ++c) {
      const double dxhat = double(dy[row + c]) * (gain ? gain[c] : 1), xhat = (x[row + c] - m) * rs;
      put(dx, row + c, rstd[r] * (dxhat - mean_dxhat - xhat * mean_product));
    }
  }
  // 3. gain and bias
  for (Index c = 0; (dgain.data || dbias.data) && c < s.C; ++c) {
    double for_gain = 0, for_bias = 0;
    for (Index r = 0; r < s.rows; ++r) {
      const double from_mean = double(x[r * s.C + c]) - (mean ? mean[r] : 0);
      for_gain += dy[r * s.C + c] * (from_mean * rstd[r]);
      for_bias += dy[r * s.C + c];
    }
    if (dgain.data) put(dgain, c, for_gain);
    if (dbias.data) put(dbias, c, for_bias);
  }
}

}  // namespace holo
