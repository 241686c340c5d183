// shape.h: the shape of a tensor, and the error for shapes that do not fit.
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

/// Counts elements and dimensions.
using Index = std::int64_t;

/// A tensor has at most this many dimensions.
inline constexpr int max_ndim = 6;

/// The sizes of a tensor, outermost first: {2, 3} is 2 rows of 3. {} is one number.
/// A size may be 0. Throws ShapeError for more than max_ndim sizes, for a negative size, or if the
/// product of all sizes above 0 does not fit an Index. So any product of its sizes fits.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<Index> sizes);
  explicit Shape(std::span<const Index> sizes);

  int ndim() const { return ndim_; }
  /// The product of the sizes; 1 when there are none.
  Index numel() const { return numel_; }
  /// The size of dimension d. REQUIRES: 0 <= d < ndim().
  Index operator[](int d) const { return sizes_[static_cast<std::size_t>(d)]; }
  /// The size of dimension d; -1 is the last. Throws ShapeError("size") if d is out of range.
  Index size(int d) const;
  /// The shape with dimension d changed, removed, or inserted before d. REQUIRES: d is in range.
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

/// An op's error for shapes that do not fit. It holds the shapes of the inputs and, if there is
/// one, the dimension at fault. where() names the op, expected() the rule.
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

/// a * b and a + b; throws ShapeError(op) when the result does not fit an Index.
Index checked_mul(const char* op, Index a, Index b);
Index checked_add(const char* op, Index a, Index b);

/// Sizes as the user gave them, for example "[4,-1]", even if they are not a valid shape.
std::string text_of_sizes(std::span<const Index> sizes);

/// Converts a user's dimension, from -ndim to ndim - 1, to 0 ... ndim - 1. Throws ShapeError(op)
/// when it is out of range.
int checked_dim(const char* op, int dim, const Shape& shape);

}  // namespace holo
