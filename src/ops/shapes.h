// shapes.h: helpers of the ops: products of sizes, strides, sets of dimensions, checks,
// broadcasting, and the function of an activation.
#pragma once

#include <fmt/format.h>

#include <bitset>
#include <iterator>
#include <optional>
#include <span>

#include "backend/backend.h"
#include "holo/ops.h"

namespace holo {

/// The shape that consists of the first `ndim` elements of `sizes`.
inline Shape shape_of(const Index* sizes, int ndim) {
  return Shape(std::span(sizes, static_cast<std::size_t>(ndim)));
}

/// The product of the sizes of dimensions first ... last - 1.
inline Index elements(const Shape& shape, int first, int last) {
  Index product = 1;
  for (int d = first; d < last; ++d) product *= shape[d];
  return product;
}

/// Merges dimensions first ... last - 1 of a shape into one. For a shape without elements, returns
/// an axis of size 0 with inner = `results`, because a loop over the actual sizes might never end.
inline Axis axis_of(const Shape& shape, int first, int last, Index results = 0) {
  if (shape.numel() == 0) return {1, 0, results};
  return {elements(shape, 0, first), elements(shape, first, last),
          elements(shape, last, shape.ndim())};
}

/// The strides of a contiguous array of this shape.
inline Strides row_major(const Shape& shape) {
  Strides strides{};
  for (int d = 0; d < shape.ndim(); ++d) strides.stride[d] = elements(shape, d + 1, shape.ndim());
  return strides;
}

/// A set of dimensions that an op reduces over, for example all dimensions of a shape, or only one.
using DimSet = std::bitset<max_ndim>;
inline DimSet all_dims(const Shape& shape) { return (1ULL << shape.ndim()) - 1; }
inline DimSet one_dim(int d) { return 1ULL << d; }

/// The dimensions to reduce over. Throws ShapeError(op) if one does not exist or is repeated.
DimSet checked_dims(const char* op, const Shape& shape, const Dims& dims);

/// Throws ShapeError(op) if there is no element to choose from.
void check_choice(const char* op, const Shape& shape);
/// Checks dimension `dim`, along which an op chooses an element, and converts it to one >= 0.
int checked_choice(const char* op, const Shape& shape, int dim);

/// The shape after a reduction over the dimensions `reduced`.
Shape reduced_shape(const Shape& shape, const DimSet& reduced, bool keepdim);

/// The last run of adjacent reduced dimensions, [first, last), which a single loop can cover. It
/// may include dimensions of size 1. `whole` means that the run includes all reduced dimensions.
struct Run {
  int first, last;
  bool whole;
};

Run last_run(const Shape& shape, const DimSet& reduced);

/// Throws ShapeError unless 0 <= i < from[dim] for each i of `index`.
void check_range(const char* op, const Indices& index, const Shape& from, int dim);

/// The sizes of attention(q, k, v, options). Throws UsageError for invalid options, and ShapeError
/// for shapes that do not fit the options.
AttentionSizes sizes_of_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                  const AttentionOptions& options);

/// Throws ShapeError unless x, which the error calls `name`, has channels: a last dimension.
inline void check_has_channels(const char* op, const char* name, const Tensor& x,
                               const char* what = "channels") {
  if (x.ndim() > 0) return;
  throw ShapeError(op, fmt::format("{} of shape [], without dimensions", name),
                   fmt::format("{} in the last dimension", what),
                   fmt::format("reshape({}, {{1, -1}})", name));
}

/// Throws ShapeError unless x and y have the same shape. The error names them x_name and y_name.
inline void check_equal_shapes(const char* op, const char* x_name, const Tensor& x,
                               const char* y_name, const Tensor& y) {
  if (x.shape() == y.shape()) return;
  throw ShapeError(
      op,
      fmt::format("{} {} and {} {}", x_name, x.shape().to_string(), y_name, y.shape().to_string()),
      "equal shapes", "broadcast_to");
}

// ---- broadcasting, as in NumPy: aligns shapes at the last dimension, repeats dimensions of 1 ----

/// The shape that results from broadcasting a and b. If the shapes are incompatible, or the
/// result has too many elements, throws ShapeError(op) with the shapes and the dimension.
Shape broadcast_shape(const char* op, const Shape& a, const Shape& b);

/// Throws ShapeError(op) unless `from` can be broadcast to `to`.
void check_broadcasts_to(const char* op, const Shape& from, const Shape& to);

/// Finds the elements of a and b from which each element of a result of shape `to` is computed.
/// Omits dimensions of size 1 and merges adjacent dimensions if possible. If the two shapes are
/// equal, or the result has no elements, a single dimension remains. In the last dimension the
/// strides are 0 or 1. REQUIRES: a and b can be broadcast to `to`.
Broadcast broadcast(const Shape& a, const Shape& b, const Shape& to);

/// For the input x on `side`: dx += factor * d, summed over the dimensions in which x was repeated.
/// d has the shape of the result. The order of summation depends only on the shapes.
void sum_to(Node& x_node, const real* d, const Broadcast& s, Side side, real factor = 1);

/// dx += d for an op in which only x was repeated. `shape` is the shape of d.
void sum_to(Node& x_node, const real* d, const Shape& shape);

/// The number c as a constant without dimensions, on the device of x.
Tensor number(double c, const Tensor& x);

// ---- activations ----

/// The function of an activation, or nullopt for Activation::none.
inline std::optional<Unary> function_of(Activation activation) {
  // In the order of the enumeration.
  constexpr Unary functions[] = {Unary::relu, Unary::relu2, Unary::gelu,   Unary::gelu_tanh,
                                 Unary::silu, Unary::tanh,  Unary::sigmoid};
  static_assert(std::size(functions) == static_cast<int>(Activation::sigmoid));
  if (activation == Activation::none) return std::nullopt;
  return functions[static_cast<int>(activation) - 1];
}

}  // namespace holo
