// shape.cpp: changes shapes. reshape, view and squeeze share the elements. permute, slice, split,
// cat and stack copy the elements with one kernel, given the strides of both layouts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The product of all sizes other than the -1 at position `free`.
Index known_elements(const char* op, std::span<const Index> sizes, std::size_t free) {
  if (std::find(sizes.begin(), sizes.end(), Index{0}) != sizes.end()) return 0;
  Index product = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d != free) product = checked_mul(op, product, sizes[d]);
  }
  return product;
}

// The position of the size -1, or sizes.size() if no size is -1.
std::size_t find_free(const char* op, std::span<const Index> sizes) {
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
        "sizes of 0 or more, and at most one -1", "give the other sizes as numbers");
  }
  return free;
}

// The shape with these sizes, with a -1 replaced by the size that fits.
Shape checked_reshape(const char* op, const Shape& from, std::span<const Index> sizes) {
  if (sizes.size() > max_ndim) {
    throw ShapeError(op, fmt::format("{} has {} dimensions", text_of_sizes(sizes), sizes.size()),
                     fmt::format("at most {}", max_ndim), "make neighbours one dimension");
  }
  const std::size_t free = find_free(op, sizes);
  const Index known = known_elements(op, sizes, free);
  if (free == sizes.size()) {
    if (known == from.numel()) return Shape(sizes);
    throw ShapeError(op,
                     fmt::format("{} has {} elements, {} needs {}", from.to_string(), from.numel(),
                                 text_of_sizes(sizes), known),
                     "as many elements before as after",
                     "-1 for one of the sizes, which is then computed from the others");
  }
  if (known == 0 && from.numel() == 0) {
    throw ShapeError(op,
                     fmt::format("{} is empty, and so is {} whatever the -1 stands for",
                                 from.to_string(), text_of_sizes(sizes)),
                     "a -1 that is not ambiguous", "a number instead of the -1");
  }
  if (known == 0 || from.numel() % known != 0) {
    throw ShapeError(op,
                     fmt::format("{} has {} elements, {} needs a multiple of {}", from.to_string(),
                                 from.numel(), text_of_sizes(sizes), known),
                     "other sizes whose product divides the number of elements",
                     "fewer or other sizes besides the -1");
  }
  Index whole[max_ndim] = {};
  std::copy(sizes.begin(), sizes.end(), whole);
  whole[free] = from.numel() / known;
  return shape_of(whole, static_cast<int>(sizes.size()));
}

// The position of a new dimension `dim`.
int checked_new_dim(const char* op, int dim, const Shape& shape) {
  const int ndim = shape.ndim();
  if (ndim == max_ndim) {
    throw ShapeError(op, fmt::format("{} has {} dimensions", shape.to_string(), ndim),
                     fmt::format("at most {}, before one is added", max_ndim - 1),
                     "reshape neighbours into one dimension");
  }
  if (dim < -ndim - 1 || dim > ndim) {
    throw ShapeError(op, fmt::format("dimension {} for {}", dim, shape.to_string()),
                     fmt::format("{} to {}", -ndim - 1, ndim), "-1 for a new last dimension");
  }
  return dim < 0 ? dim + ndim + 1 : dim;
}

// Shares the elements:   dx += dy
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
        "a dimension of size 1", "squeeze(x), which removes only dimensions of size 1");
  }
  return shared("squeeze", x, x.shape().without(d), op_options::Along{d});
}

Tensor squeeze(const Tensor& x) {
  Index sizes[max_ndim] = {};
  int count = 0;
  for (const Index size : x.shape()) {
    if (size != 1) sizes[count++] = size;
  }
  return shared("squeeze", x, shape_of(sizes, count));
}

Tensor unsqueeze(const Tensor& x, int dim) {
  const int d = checked_new_dim("unsqueeze", dim, x.shape());
  return shared("unsqueeze", x, x.shape().inserted(d, 1), op_options::Along{d});
}

namespace {

// y[i0, i1, ...] = x with index i_k in dimension dims[k]:   dx[...] += dy[i0, i1, ...]
Tensor permuted(const char* op, const Tensor& x, const std::array<int, max_ndim>& dims) {
  const Strides x_steps = row_major(x.shape());
  Strides from{};  // the stride in x of each dimension of y
  Index sizes[max_ndim] = {};
  for (int i = 0; i < x.ndim(); ++i) {
    const int d = dims[static_cast<std::size_t>(i)];
    sizes[i] = x.shape()[d];
    from.stride[i] = x_steps.stride[d];
  }
  const Shape shape = shape_of(sizes, x.ndim());
  Tensor y = result(op, shape, {x});
  x.backend().move({y.node().data, true}, row_major(shape), x.data(), from, shape);
  return record(std::move(y), saves::nothing, op_options::Order{dims}, [dims](Node& y_node) {
    Node& x_node = y_node.parent(0);
    const Strides y_steps = row_major(y_node.shape);
    Strides back{};  // the stride in y of each dimension of x
    for (int i = 0; i < y_node.shape.ndim(); ++i) {
      back.stride[dims[static_cast<std::size_t>(i)]] = y_steps.stride[i];
    }
    y_node.backend->move(x_node.gradient(), row_major(x_node.shape), y_node.grad, back,
                         x_node.shape);
  });
}

}  // namespace

Tensor permute(const Tensor& x, std::span<const int> dims) {
  const Shape& shape = x.shape();
  if (static_cast<int>(dims.size()) != shape.ndim()) {
    throw ShapeError("permute", fmt::format("{} dimensions for {}", dims.size(), shape.to_string()),
                     fmt::format("each of its {} once", shape.ndim()),
                     "name the dimensions that stay, too");
  }
  std::array<int, max_ndim> order{};
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const int d = checked_dim("permute", dims[i], shape);
    if (std::find(order.begin(), order.begin() + i, d) != order.begin() + i) {
      throw ShapeError("permute",
                       fmt::format("dimension {} of {} comes twice in {}", d, shape.to_string(),
                                   text_of_sizes(std::vector<Index>(dims.begin(), dims.end()))),
                       "each dimension once", "0 to the number of dimensions - 1, in any order");
    }
    order[i] = d;
  }
  return permuted("permute", x, order);
}

Tensor permute(const Tensor& x, std::initializer_list<int> dims) {
  return permute(x, std::span<const int>(dims.begin(), dims.size()));
}

Tensor transpose(const Tensor& x, int dim0, int dim1) {
  const int a = checked_dim("transpose", dim0, x.shape());
  const int b = checked_dim("transpose", dim1, x.shape());
  std::array<int, max_ndim> order{};
  for (int i = 0; i < max_ndim; ++i) order[static_cast<std::size_t>(i)] = i;
  std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
  return permuted("transpose", x, order);
}

namespace {

// `count` positions in one dimension: first, first + step, ...
struct Part {
  Index first, count, step;
};
using Parts = std::array<Part, max_ndim>;  // one for each dimension

Parts whole(const Shape& shape) {
  Parts parts{};
  for (int d = 0; d < shape.ndim(); ++d) parts[static_cast<std::size_t>(d)] = {0, shape[d], 1};
  return parts;
}

// y[i, ...] = x[first + i step, ...]:   dx[first + i step, ...] += dy[i, ...]
Tensor take(const char* op, const Tensor& x, const Parts& parts) {
  Strides steps = row_major(x.shape());  // the stride in x of each dimension of y
  Index sizes[max_ndim] = {}, first = 0;
  op_options::Part options{};
  for (int d = 0; d < x.ndim(); ++d) {
    const auto at = static_cast<std::size_t>(d);
    sizes[d] = parts[at].count;
    options.first[at] = parts[at].first;
    options.step[at] = parts[at].step;
    first += parts[at].first * steps.stride[d];
    steps.stride[d] *= parts[at].step;
  }
  const Shape shape = shape_of(sizes, x.ndim());
  if (shape.numel() == 0) first = 0;
  Tensor y = result(op, shape, {x});
  x.backend().move({y.node().data, true}, row_major(shape), x.data() + first, steps, shape);
  return record(std::move(y), saves::nothing, options, [first, steps](Node& y_node) {
    Node& x_node = y_node.parent(0);
    // Adds only to the selected elements, so all slices of a tensor together cost one pass over it.
    const Output dx = y_node.numel() == x_node.numel() ? x_node.gradient()
                                                       : Output{x_node.zeroed_gradient(), false};
    y_node.backend->move({dx.data + first, dx.overwrite}, steps, y_node.grad,
                         row_major(y_node.shape), y_node.shape);
  });
}

// Resolves start:stop:step as Python does (PySlice_AdjustIndices), for dimension d of this shape.
Part resolve(const Slice& slice, const Shape& shape, int d) {
  const Index size = shape[d];
  const Index step = std::max(slice.step, -std::numeric_limits<Index>::max());
  if (step == 0) {
    throw ShapeError("slice", fmt::format("a step of 0 in dimension {}", d),
                     "a step of 1 or more, or of -1 or less", "unsqueeze and broadcast_to repeat");
  }
  const Index low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  const auto clamped = [&](Index i) { return std::clamp(i < 0 ? i + size : i, low, high); };
  const Index start = slice.start ? clamped(*slice.start) : step > 0 ? low : high;
  const Index stop = slice.stop ? clamped(*slice.stop) : step > 0 ? high : low;
  const Index length = step > 0 ? stop - start : start - stop;
  if (length <= 0) return {0, 0, 1};
  const Index count = (length - 1) / (step > 0 ? step : -step) + 1;
  return {start, count, count == 1 ? 1 : step};
}

}  // namespace

Tensor slice(const Tensor& x, std::span<const Slice> slices) {
  const Shape& shape = x.shape();
  if (slices.size() > static_cast<std::size_t>(shape.ndim())) {
    throw ShapeError("slice", fmt::format("{} slices of {}", slices.size(), shape.to_string()),
                     fmt::format("at most {}, one for each dimension", shape.ndim()),
                     "fewer slices: the last dimensions stay whole");
  }
  Parts parts = whole(shape);
  for (std::size_t d = 0; d < slices.size(); ++d) {
    parts[d] = resolve(slices[d], shape, static_cast<int>(d));
  }
  return take("slice", x, parts);
}

Tensor slice(const Tensor& x, std::initializer_list<Slice> slices) {
  return slice(x, std::span<const Slice>(slices.begin(), slices.size()));
}

Tensor slice(const Tensor& x, int dim, Index start, Index stop, Index step) {
  const int d = checked_dim("slice", dim, x.shape());
  Parts parts = whole(x.shape());
  parts[static_cast<std::size_t>(d)] = resolve({start, stop, step}, x.shape(), d);
  return take("slice", x, parts);
}

std::vector<Tensor> split(const Tensor& x, std::span<const Index> sizes, int dim) {
  const Shape& shape = x.shape();
  const int d = checked_dim("split", dim, shape);
  Index sum = 0;
  bool negative = false;
  for (const Index size : sizes) {
    sum = checked_add("split", sum, size);
    negative |= size < 0;
  }
  if (negative || sum != shape[d]) {
    throw ShapeError(
        "split",
        fmt::format("sizes {} for dimension {} of {}", text_of_sizes(sizes), d, shape.to_string()),
        fmt::format("sizes of 0 or more that add up to {}", shape[d]),
        "chunk, which computes the sizes");
  }
  std::vector<Tensor> pieces;
  pieces.reserve(sizes.size());
  Parts parts = whole(shape);
  Part& part = parts[static_cast<std::size_t>(d)];
  part.count = 0;
  for (const Index size : sizes) {
    part = {part.first + part.count, size, 1};
    pieces.push_back(take("split", x, parts));
  }
  return pieces;
}

std::vector<Tensor> split(const Tensor& x, std::initializer_list<Index> sizes, int dim) {
  return split(x, std::span<const Index>(sizes.begin(), sizes.size()), dim);
}

std::vector<Tensor> chunk(const Tensor& x, Index chunks, int dim) {
  const Shape& shape = x.shape();
  const int d = checked_dim("chunk", dim, shape);
  if (chunks < 1) {
    throw ShapeError("chunk", fmt::format("{} pieces of {}", chunks, shape.to_string()),
                     "1 or more", "split, for pieces of given sizes");
  }
  const Index size = shape[d];
  const Index most = size / chunks + (size % chunks == 0 ? 0 : 1);
  std::vector<Tensor> pieces;
  Parts parts = whole(shape);
  const Index count = size == 0 ? chunks : (size - 1) / most + 1;
  for (Index i = 0; i < count; ++i) {
    parts[static_cast<std::size_t>(d)] = {i * most, std::min(most, size - i * most), 1};
    pieces.push_back(take("chunk", x, parts));
  }
  return pieces;
}

namespace {

// Treats each tensor as a matrix with a row for each index of the dimensions before `dim`. Row o of
// y is row o of the first tensor, then row o of the second, ...:   dx_i[o, :] += dy[o, part i]
// If y has no elements, row and part are 0, because offsets computed from the sizes may overflow.
Tensor join(const char* op, const Shape& shape, std::span<const Tensor> tensors, int dim) {
  const std::vector<Parent> parents(tensors.begin(), tensors.end());
  Tensor y = result(op, shape, std::span(parents));
  const Index outer = elements(shape, 0, dim);
  const Index row = y.numel() == 0 ? 0 : elements(shape, dim, shape.ndim());
  Index first = 0;
  for (const Tensor& x : tensors) {
    const Index part = row == 0 ? 0 : elements(x.shape(), dim, x.ndim());
    y.backend().move({y.node().data + first, true}, {{row, 1}}, x.data(), {{part, 1}},
                     {outer, part});
    first += part;
  }
  const op_options::Along along{dim};
  return record(std::move(y), saves::nothing, along, [outer, row, dim](Node& y_node) {
    Index before = 0;
    for (int i = 0; i < y_node.parent_count; ++i) {
      Node& x_node = y_node.parent(i);
      const Index part = row == 0 ? 0 : elements(x_node.shape, dim, x_node.shape.ndim());
      if (x_node.requires_grad) {
        y_node.backend->move(x_node.gradient(), {{part, 1}}, y_node.grad + before, {{row, 1}},
                             {outer, part});
      }
      before += part;
    }
  });
}

void check_some(const char* op, std::span<const Tensor> tensors) {
  if (!tensors.empty()) return;
  throw ShapeError(op, "a list of no tensors", "one or more", "zeros of the shape that is meant");
}

// Checks that all tensors have the shape of the first, except in dimension `except`.
void check_alike(const char* op, std::span<const Tensor> tensors, int except) {
  const Shape& first = tensors[0].shape();
  for (std::size_t i = 1; i < tensors.size(); ++i) {
    const Shape& next = tensors[i].shape();
    if (next.ndim() != first.ndim()) {
      throw ShapeError(op,
                       fmt::format("tensor {} is {} and tensor 0 is {}: {} and {} dimensions", i,
                                   next.to_string(), first.to_string(), next.ndim(), first.ndim()),
                       "equally many dimensions", "unsqueeze or reshape one of them");
    }
    for (int d = 0; d < first.ndim(); ++d) {
      if (d == except || next[d] == first[d]) continue;
      throw ShapeError(op,
                       fmt::format("tensor {} is {} and tensor 0 is {}: dimension {} is {} and {}",
                                   i, next.to_string(), first.to_string(), d, next[d], first[d]),
                       except < 0 ? std::string("equal shapes")
                                  : fmt::format("equal sizes outside of dimension {}", except),
                       except < 0 ? "cat, which joins along a dimension that they have"
                                  : "join along the dimension that differs, or slice");
    }
  }
}

}  // namespace

Tensor cat(std::span<const Tensor> tensors, int dim) {
  check_some("cat", tensors);
  const Shape& first = tensors[0].shape();
  if (first.ndim() == 0) {
    throw ShapeError("cat", "tensor 0 is [], a single number", "tensors of one dimension or more",
                     "stack, which joins along a new dimension");
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
  const int d = checked_new_dim("stack", dim, first);
  check_alike("stack", tensors, -1);
  return join("stack", first.inserted(d, static_cast<Index>(tensors.size())), tensors, d);
}

Tensor stack(std::initializer_list<Tensor> tensors, int dim) {
  return stack(std::span<const Tensor>(tensors.begin(), tensors.size()), dim);
}

}  // namespace holo
