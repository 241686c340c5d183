// elements.h: locates and writes elements of arrays, for the kernels of the plain backend.
#pragma once

#include "backend/backend.h"

namespace holo {

/// y[i] = value, or y[i] += value
inline void put(Output y, Index i, double value) {
  y.data[i] = real(y.overwrite ? value : y.data[i] + value);
}

/// The offset of element i in an array with these strides, where i counts elements row by row.
inline Index offset_of(Index i, int ndim, const Index* size, const Strides& s) {
  Index at = 0;
  for (int d = ndim; d-- > 0; i /= size[d]) at += i % size[d] * s.stride[d];
  return at;
}

/// The offset of the first of result r's n input elements. These elements are `inner` apart.
inline Index first_of(Index r, Axis axis) {
  return r / axis.inner * axis.n * axis.inner + r % axis.inner;
}

/// The mean of the n numbers x[0], x[step], ... The mean of equal numbers is exact.
inline double mean_of(const real* x, Index n, Index step) {
  double total = 0;
  for (Index i = 0; i < n; ++i) total += double(x[i * step]) - x[0];
  return n > 0 ? x[0] + total / double(n) : 0;
}

}  // namespace holo
