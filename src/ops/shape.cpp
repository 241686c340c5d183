// shape.cpp: reshape and its relatives: the same elements, in the same order, in another shape.
// Nothing is copied; permute.cpp has the other orders.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "holo/ops.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The product of the sizes without the -1 at `free`, and how many dimensions that is.
Index known_elements(const char* op, std::span<const Index> sizes, std::size_t free) {
  if (std::find(sizes.begin(), sizes.end(), Index{0}) != sizes.end()) return 0;
  Index product = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d != free) product = checked_mul(op, product, sizes[d]);
  }
  return product;
}

// Where the -1 is, or sizes.size().
std::size_t find_free(const char* op, const Shape& from, std::span<const Index> sizes) {
  std::size_t free = sizes.size();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] >= 0) continue;
    if (sizes[d] == -1 && free == sizes.size()) {
      free = d;
      continue;
    }
    throw ShapeError(
        op,
        sizes[d] == -1
            ? fmt::format("{} has -1 in dimensions {} and {}", text_of_sizes(sizes), free, d)
            : fmt::format("{} has {} in dimension {}", text_of_sizes(sizes), sizes[d], d),
        "sizes of 0 or more, and at most one -1", "give the other sizes as numbers", {from},
        static_cast<int>(d));
  }
  return free;
}

// The shape that `sizes` stands for.
Shape checked_reshape(const char* op, const Shape& from, std::span<const Index> sizes) {
  if (sizes.size() > max_ndim) {
    throw ShapeError(op, fmt::format("{} has {} dimensions", text_of_sizes(sizes), sizes.size()),
                     fmt::format("at most {}", max_ndim), "make neighbours one dimension", {from});
  }
  const std::size_t free = find_free(op, from, sizes);
  const Index known = known_elements(op, sizes, free);
  if (free == sizes.size()) {
    if (known == from.numel()) return Shape(sizes);
    throw ShapeError(op,
                     fmt::format("{} has {} elements, {} needs {}", from.to_string(), from.numel(),
                                 text_of_sizes(sizes), known),
                     "as many elements before as after",
                     "-1 for one of the sizes, which is then computed from the others",
                     {from, Shape(sizes)});
  }
  const int dimension = static_cast<int>(free);
  if (known == 0 && from.numel() == 0) {
    throw ShapeError(op,
                     fmt::format("{} is empty, and so is {} whatever the -1 stands for",
                                 from.to_string(), text_of_sizes(sizes)),
                     "a -1 that is not ambiguous", "a number instead of the -1", {from}, dimension);
  }
  if (known == 0 || from.numel() % known != 0) {
    throw ShapeError(op,
                     fmt::format("{} has {} elements, {} needs a multiple of {}", from.to_string(),
                                 from.numel(), text_of_sizes(sizes), known),
                     "other sizes whose product divides the number of elements",
                     "fewer or other sizes besides the -1", {from}, dimension);
  }
  std::array<Index, max_ndim> whole{};
  std::copy(sizes.begin(), sizes.end(), whole.begin());
  whole[free] = from.numel() / known;
  return Shape(std::span<const Index>(whole.data(), sizes.size()));
}

// The same elements, shared:   dx += dy
Tensor shared(const char* op, const Tensor& x, const Shape& shape, const OpOptions& options = {}) {
  Tensor y = result_sharing(op, shape, x);
  return record(std::move(y), saves::nothing, options, [](Node& y_node) {
    Node& x_node = y_node.parent(0);
    y_node.backend->add_scaled(x_node.gradient(), y_node.grad, 1, y_node.numel());
  });
}

}  // namespace

Tensor reshape(const Tensor& x, std::span<const Index> sizes) {
  return shared("reshape", x, checked_reshape("reshape", x.shape(), sizes));
}

Tensor reshape(const Tensor& x, std::initializer_list<Index> sizes) {
  return reshape(x, std::span<const Index>(sizes.begin(), sizes.size()));
}

Tensor view(const Tensor& x, std::initializer_list<Index> sizes) {
  const std::span<const Index> all(sizes.begin(), sizes.size());
  return shared("view", x, checked_reshape("view", x.shape(), all));
}

Tensor squeeze(const Tensor& x, int dim) {
  const int d = checked_dim("squeeze", dim, x.shape());
  if (x.shape()[d] != 1) {
    throw ShapeError(
        "squeeze", fmt::format("dimension {} of {} is {}", d, x.shape().to_string(), x.shape()[d]),
        "a dimension of size 1", "squeeze(x), which removes those of size 1 alone", {x.shape()}, d);
  }
  return shared("squeeze", x, x.shape().without(d), op_options::Along{d});
}

Tensor squeeze(const Tensor& x) {
  std::array<Index, max_ndim> sizes{};
  std::size_t count = 0;
  for (const Index size : x.shape()) {
    if (size != 1) sizes[count++] = size;
  }
  return shared("squeeze", x, Shape(std::span<const Index>(sizes.data(), count)));
}

Tensor unsqueeze(const Tensor& x, int dim) {
  const int ndim = x.ndim();
  if (ndim == max_ndim) {
    throw ShapeError("unsqueeze", fmt::format("{} has {} dimensions", x.shape().to_string(), ndim),
                     fmt::format("at most {}, before one is added", max_ndim - 1),
                     "reshape neighbours into one dimension", {x.shape()}, dim);
  }
  if (dim < -ndim - 1 || dim > ndim) {
    throw ShapeError("unsqueeze", fmt::format("dimension {} for {}", dim, x.shape().to_string()),
                     fmt::format("{} to {}", -ndim - 1, ndim), "-1 for a new last dimension",
                     {x.shape()}, dim);
  }
  const int d = dim < 0 ? dim + ndim + 1 : dim;
  return shared("unsqueeze", x, x.shape().inserted(d, 1), op_options::Along{d});
}

}  // namespace holo
