// shape.h: the shape of a tensor, and the error for shapes that an op does not accept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
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

/// An op's error for shapes that it does not accept, with the inputs' shapes and, if there is one,
/// the dimension at fault. where() is the op's name, and expected() is the rule.
class ShapeError : public Error {
 public:
  ShapeError(std::string op, std::string found, std::string rule, std::string hint,
             std::vector<Shape> shapes, std::optional<int> dimension = std::nullopt);
  const std::vector<Shape>& shapes() const { return shapes_; }
  std::optional<int> dimension() const { return dimension_; }

 private:
  std::vector<Shape> shapes_;
  std::optional<int> dimension_;
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
