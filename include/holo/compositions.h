// compositions.h: operations known from other libraries. Each calls one or two operations from
// ops.h, which take care of gradients, devices and errors.
#pragma once

#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {

/// The index of the smallest element, or of the first one in a tie. A NaN counts as the smallest.
inline Indices argmin(const Tensor& x) { return argmax(-x); }
inline Indices argmin(const Tensor& x, int dim, bool keepdim = false) {
  return argmax(-x, dim, keepdim);
}

/// Merges the dimensions from `first` to `last` into one: [2,3,4] becomes [24], or [2,12] if first
/// is 1. A tensor without dimensions becomes [1]. Throws ShapeError if `last` is before `first`.
inline Tensor flatten(const Tensor& x, int first = 0, int last = -1) {
  const Shape& shape = x.shape();
  if (shape.ndim() == 0) return reshape(x, {1});
  const int from = checked_dim("flatten", first, shape), to = checked_dim("flatten", last, shape);
  if (to < from) {
    throw ShapeError("flatten", std::to_string(first) + " to " + std::to_string(last),
                     "the first dimension before the last", "", {shape});
  }
  std::vector<Index> sizes(shape.begin(), shape.begin() + from);
  Index size = 1;
  for (int d = from; d <= to; ++d) size *= shape[d];
  sizes.push_back(size);
  sizes.insert(sizes.end(), shape.begin() + to + 1, shape.end());
  return reshape(x, sizes);
}

/// Selects the elements at `index` in dimension `dim`, and removes that dimension. Index -1 is the
/// last. Throws ShapeError if the index is out of range.
inline Tensor select(const Tensor& x, int dim, Index index) {
  const int d = checked_dim("select", dim, x.shape());
  const Index n = x.shape()[d], i = index < 0 ? index + n : index;
  if (i < 0 || i >= n) {
    throw ShapeError("select", "index " + std::to_string(index),
                     n == 0 ? "a dimension with elements"
                            : "one from " + std::to_string(-n) + " to " + std::to_string(n - 1),
                     "", {x.shape()}, d);
  }
  return squeeze(slice(x, d, i, i + 1), d);
}

/// x where x > 0, slope * x elsewhere. Maas et al. 2013.
inline Tensor leaky_relu(const Tensor& x, double slope = 0.01) {
  return where(relu(x), x, slope * x);
}

/// Pads dimension `dim` of x with `value`: `before` elements in front and `after` at the end.
/// Throws ShapeError if `before` or `after` is negative.
inline Tensor pad(const Tensor& x, int dim, Index before, Index after, double value = 0) {
  const int d = checked_dim("pad", dim, x.shape());
  const auto filled = [&](Index n) {
    return full(x.shape().with(d, n), static_cast<real>(value), x.device());
  };
  return cat({filled(before), x, filled(after)}, d);
}

namespace compositions {

/// If `right`, sets x to 0 where column - row > diagonal; else, where column - row < diagonal.
inline Tensor cut(const Tensor& x, Index diagonal, bool right, const char* op) {
  const Index rows = x.shape()[checked_dim(op, -2, x.shape())], columns = x.shape().size(-1);
  std::vector<double> mask;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      mask.push_back((right ? j - i > diagonal : j - i < diagonal) ? 1 : 0);
    }
  }
  return masked_fill(x, from_values({rows, columns}, mask, x.device()), 0);
}

}  // namespace compositions

/// Keeps each matrix's lower (tril) or upper (triu) triangle and zeroes the rest. The triangle's
/// edge is `diagonal` columns right of the main diagonal. Throws ShapeError below two dimensions.
inline Tensor tril(const Tensor& x, Index diagonal = 0) {
  return compositions::cut(x, diagonal, true, "tril");
}
inline Tensor triu(const Tensor& x, Index diagonal = 0) {
  return compositions::cut(x, diagonal, false, "triu");
}

}  // namespace holo
