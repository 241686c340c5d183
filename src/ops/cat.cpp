// cat.cpp: cat and stack: several tensors side by side, along an existing dimension or a new one.
#include <fmt/format.h>

#include <vector>

#include "holo/ops.h"
#include "ops/axis.h"
#include "tensor/record.h"

namespace holo {
namespace {

// Seen as rows, `outer` of them: row o of y is row o of the first tensor, then of the next:
//   dx_i[o, :] += dy[o, part i]
Tensor join(const char* op, const Shape& shape, std::span<const Tensor> tensors, int dim) {
  const std::vector<Parent> parents(tensors.begin(), tensors.end());
  Tensor y = result(op, shape, std::span(parents));
  if (shape.numel() == 0) {
    return record(std::move(y), saves::nothing, op_options::Along{dim}, [](Node& y_node) {
      for (int i = 0; i < y_node.parent_count; ++i) {
        if (y_node.parent(i).requires_grad) y_node.parent(i).zeroed_gradient();
      }
    });
  }
  const Index outer = axis_of(shape, dim, dim + 1, 0).outer, row = shape.numel() / outer;
  Index first = 0;
  for (const Tensor& x : tensors) {
    const Index part = x.numel() / outer;
    const Index sizes[] = {outer, part};
    y.backend().move({y.node().data + first, true}, {{row, 1}}, x.data(), {{part, 1}}, 2, sizes);
    first += part;
  }
  return record(std::move(y), saves::nothing, op_options::Along{dim}, [outer, row](Node& y_node) {
    Index before = 0;
    for (int i = 0; i < y_node.parent_count; ++i) {
      Node& x_node = y_node.parent(i);
      const Index part = x_node.numel() / outer;
      const Index sizes[] = {outer, part};
      if (x_node.requires_grad) {
        y_node.backend->move(x_node.gradient(), {{part, 1}}, y_node.grad + before, {{row, 1}}, 2,
                             sizes);
      }
      before += part;
    }
  });
}

void check_some(const char* op, std::span<const Tensor> tensors) {
  if (!tensors.empty()) return;
  throw ShapeError(op, "a list of no tensors", "one or more", "zeros of the shape that is meant",
                   {});
}

// Every tensor is like the first one, but for dimension `except`.
void check_alike(const char* op, std::span<const Tensor> tensors, int except) {
  const Shape& first = tensors[0].shape();
  for (std::size_t i = 1; i < tensors.size(); ++i) {
    const Shape& next = tensors[i].shape();
    if (next.ndim() != first.ndim()) {
      throw ShapeError(op,
                       fmt::format("tensor {} is {} and tensor 0 is {}: {} and {} dimensions", i,
                                   next.to_string(), first.to_string(), next.ndim(), first.ndim()),
                       "equally many dimensions", "unsqueeze or reshape one of them",
                       {first, next});
    }
    for (int d = 0; d < first.ndim(); ++d) {
      if (d == except || next[d] == first[d]) continue;
      throw ShapeError(op,
                       fmt::format("tensor {} is {} and tensor 0 is {}: dimension {} is {} and {}",
                                   i, next.to_string(), first.to_string(), d, next[d], first[d]),
                       except < 0 ? std::string("equal shapes")
                                  : fmt::format("equal sizes outside of dimension {}", except),
                       except < 0 ? "cat, which joins along a dimension that they have"
                                  : "join along the dimension that differs, or slice",
                       {first, next}, d);
    }
  }
}

}  // namespace

Tensor cat(std::span<const Tensor> tensors, int dim) {
  check_some("cat", tensors);
  const Shape& first = tensors[0].shape();
  if (first.ndim() == 0) {
    throw ShapeError("cat", "tensor 0 is [], a single number", "tensors of one dimension or more",
                     "stack, which joins along a new dimension", {first}, dim);
  }
  const int d = checked_dim("cat", dim, first);
  check_alike("cat", tensors, d);
  Index size = 0;
  for (const Tensor& x : tensors) size = checked_add("cat", size, x.shape()[d]);
  return join("cat", first.with(d, size), tensors, d);
}

Tensor cat(std::initializer_list<Tensor> tensors, int dim) {
  return cat(std::span<const Tensor>(tensors.begin(), tensors.size()), dim);
}

Tensor stack(std::span<const Tensor> tensors, int dim) {
  check_some("stack", tensors);
  const Shape& first = tensors[0].shape();
  const int ndim = first.ndim();
  if (ndim == max_ndim) {
    throw ShapeError("stack", fmt::format("tensors {} of {} dimensions", first.to_string(), ndim),
                     fmt::format("at most {}, before one is added", max_ndim - 1),
                     "cat, or reshape neighbours into one dimension", {first}, dim);
  }
  if (dim < -ndim - 1 || dim > ndim) {
    throw ShapeError("stack", fmt::format("dimension {} for tensors {}", dim, first.to_string()),
                     fmt::format("{} to {}", -ndim - 1, ndim), "-1 for a new last dimension",
                     {first}, dim);
  }
  check_alike("stack", tensors, -1);
  const int d = dim < 0 ? dim + ndim + 1 : dim;
  return join("stack", first.inserted(d, static_cast<Index>(tensors.size())), tensors, d);
}

Tensor stack(std::initializer_list<Tensor> tensors, int dim) {
  return stack(std::span<const Tensor>(tensors.begin(), tensors.size()), dim);
}

}  // namespace holo
