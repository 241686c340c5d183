// indices.h: whole numbers in a shape, for example the tokens of a batch.
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "holo/shape.h"

namespace holo {

/// A constant tensor of integers, for example the indices of an embedding.
class Indices {
 public:
  /// An empty list of indices, with the shape [0].
  Indices() : Indices({}) {}
  /// One-dimensional indices.
  Indices(std::initializer_list<Index> values);
  /// Values and their shape, like tensor(values, shape), or in the older order, which is the only
  /// one for two lists in braces. Throws ShapeError unless there are shape.numel() values.
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

}  // namespace holo
