// shape.h: the shape of a tensor, the error for shapes that an op does not accept, and whole
// numbers in a shape, for example the tokens of a batch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holo/check.h"
#include "holo/version.h"

namespace holo {

/// The integer type for element counts, sizes and positions.
using Index = std::int64_t;

/// The largest number of dimensions that a tensor may have.
inline constexpr int max_ndim = 6;

/// The sizes of a tensor, outermost first: {2, 3} is 2 rows of 3, {} a single number. Sizes may be
/// 0. Throws ShapeError for more than max_ndim sizes, for a negative size, or if the product of all
/// sizes except zeros does not fit in an Index. So in a Shape, the product of any sizes fits.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<Index> sizes);
  explicit Shape(std::span<const Index> sizes);

  int ndim() const { return ndim_; }
  /// The product of all sizes; 1 if there are no sizes.
  Index numel() const { return numel_; }
  /// The size of dimension d. REQUIRES: 0 <= d < ndim().
  Index operator[](int d) const { return sizes_[static_cast<std::size_t>(d)]; }
  /// The size of dimension d; -1 is the last. Throws ShapeError("size") if d is out of range.
  Index size(int d) const;
  /// A copy in which dimension d is resized, removed or inserted. REQUIRES: d is in range.
  Shape with(int d, Index size) const;
  Shape without(int d) const;
  Shape inserted(int d, Index size) const;

  const Index* begin() const { return sizes_.data(); }
  const Index* end() const { return sizes_.data() + ndim_; }
  bool operator==(const Shape& other) const;

  /// "[2,3]", or "[]" for one number.
  std::string to_string() const;

 private:
  std::array<Index, max_ndim> sizes_{};
  Index numel_ = 1;
  int ndim_ = 0;
};

/// An op's error for shapes that it does not accept. where() is the op's name, found() has the
/// inputs' shapes and the dimension at fault, and expected() is the rule.
class ShapeError : public Error {
 public:
  using Error::Error;
};

/// A constant tensor of integers, for example the indices of an embedding.
class Indices {
 public:
  /// An empty list of indices, with the shape [0].
  Indices() : Indices({}) {}
  /// One-dimensional indices.
  Indices(std::initializer_list<Index> values);
  /// Values and their shape, like tensor(values, shape), or with the shape first, the only order
  /// for two lists in braces. Throws ShapeError unless there are shape.numel() values.
  Indices(std::vector<Index> values, const Shape& shape);
  Indices(const Shape& shape, std::vector<Index> values) : Indices(std::move(values), shape) {}
  Indices(std::initializer_list<Index> shape, std::initializer_list<Index> values);
  // There is no move constructor, because a moved-from object would have a shape but no values.
  Indices(const Indices&) = default;
  Indices& operator=(const Indices&) = default;

  const Shape& shape() const { return shape_; }
  Index numel() const { return shape_.numel(); }
  /// The values in host memory, in row-major order.
  const std::vector<Index>& values() const { return *values_; }

 private:
  Shape shape_;
  std::shared_ptr<const std::vector<Index>> values_;  // shared by copies of these Indices
};

/// a * b and a + b. Throws ShapeError(op) if the result does not fit in an Index.
Index checked_mul(const char* op, Index a, Index b);
Index checked_add(const char* op, Index a, Index b);

/// Formats sizes that a user passed, for example as "[4,-1]", even if they are not a valid shape.
std::string text_of_sizes(std::span<const Index> sizes);

/// Converts a user's dimension, between -ndim and ndim - 1, to one between 0 and ndim - 1. Throws
/// ShapeError(op) if the dimension is out of range.
int checked_dim(const char* op, int dim, const Shape& shape);

}  // namespace holo
