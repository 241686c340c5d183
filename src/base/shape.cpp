// shape.cpp: checks the sizes of a new shape, and formats sizes for messages.
#include "holo/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace holo {

std::string text_of_sizes(std::span<const Index> sizes) {
  std::string text = "[";
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d > 0) text += ',';
    text += std::to_string(sizes[d]);
  }
  text += ']';
  return text;
}

Shape::Shape(std::initializer_list<Index> sizes)
    : Shape(std::span<const Index>(sizes.begin(), sizes.size())) {}

Shape::Shape(std::span<const Index> sizes) {
  if (sizes.size() > max_ndim) {
    throw ShapeError("shape",
                     fmt::format("{} has {} dimensions", text_of_sizes(sizes), sizes.size()),
                     fmt::format("at most {}", max_ndim), "reshape neighbors into one dimension");
  }
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0) {
      throw ShapeError("shape",
                       fmt::format("{}: dimension {} is {}", text_of_sizes(sizes), d, sizes[d]),
                       "sizes of 0 or more");
    }
  }
  ndim_ = static_cast<int>(sizes.size());
  std::copy(sizes.begin(), sizes.end(), sizes_.begin());
  const bool empty = std::find(sizes.begin(), sizes.end(), Index{0}) != sizes.end();
  // The check skips sizes of 0. So no product of only some of the sizes can overflow either.
  for (const Index size : sizes) {
    if (size != 0 && __builtin_mul_overflow(numel_, size, &numel_)) {
      throw ShapeError("shape",
                       text_of_sizes(sizes) + " has more elements than a 64-bit number counts" +
                           (empty ? ", without its sizes of 0" : ""),
                       "a product below 2^63");
    }
  }
  if (empty) numel_ = 0;
}

Index Shape::size(int d) const { return (*this)[checked_dim("size", d, *this)]; }

Shape Shape::with(int d, Index size) const {
  std::array<Index, max_ndim> sizes = sizes_;
  sizes[static_cast<std::size_t>(d)] = size;
  return Shape(std::span<const Index>(sizes.data(), static_cast<std::size_t>(ndim_)));
}

Shape Shape::without(int d) const {
  std::array<Index, max_ndim> sizes{};
  std::copy(begin() + d + 1, end(), std::copy(begin(), begin() + d, sizes.begin()));
  return Shape(std::span<const Index>(sizes.data(), static_cast<std::size_t>(ndim_ - 1)));
}

Shape Shape::inserted(int d, Index size) const {
  std::array<Index, max_ndim + 1> sizes{};
  *std::copy(begin(), begin() + d, sizes.begin()) = size;
  std::copy(begin() + d, end(), sizes.begin() + d + 1);
  return Shape(std::span<const Index>(sizes.data(), static_cast<std::size_t>(ndim_ + 1)));
}

bool Shape::operator==(const Shape& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

std::string Shape::to_string() const {
  return text_of_sizes(std::span<const Index>(begin(), static_cast<std::size_t>(ndim_)));
}

Indices::Indices(std::vector<Index> values, const Shape& shape)
    : shape_(shape), values_(std::make_shared<const std::vector<Index>>(std::move(values))) {
  if (static_cast<Index>(values_->size()) == shape.numel()) return;
  throw ShapeError("indices", fmt::format("{} values for {}", values_->size(), shape.to_string()),
                   fmt::format("{} of them", shape.numel()),
                   "with two lists in braces, the shape first");
}

Indices::Indices(std::initializer_list<Index> values)
    : Indices(std::vector<Index>(values), Shape{static_cast<Index>(values.size())}) {}

Indices::Indices(std::initializer_list<Index> shape, std::initializer_list<Index> values)
    : Indices(std::vector<Index>(values), Shape(shape)) {}

static void throw_too_large(const char* op, Index a, char sign, Index b) {
  throw ShapeError(op, fmt::format("{} {} {} does not fit 64 bits", a, sign, b), "a smaller size",
                   "are the sizes in elements, not in bytes?");
}

Index checked_mul(const char* op, Index a, Index b) {
  Index product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw_too_large(op, a, '*', b);
  return product;
}

Index checked_add(const char* op, Index a, Index b) {
  Index sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw_too_large(op, a, '+', b);
  return sum;
}

int checked_dim(const char* op, int dim, const Shape& shape) {
  const int ndim = shape.ndim();
  if (dim < -ndim || dim >= ndim) {
    throw ShapeError(op,
                     fmt::format("dimension {} of {}, which has {}", dim, shape.to_string(), ndim),
                     ndim == 0 ? std::string("no dimension: this is a single number")
                               : fmt::format("{} to {}", -ndim, ndim - 1),
                     ndim == 0 ? "reshape(x, {1}), which has one dimension"
                               : "count from 0, or from -1 at the end");
  }
  return dim < 0 ? dim + ndim : dim;
}

}  // namespace holo
