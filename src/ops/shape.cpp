// shape.cpp: changes shapes. reshape shares the elements. permute, transpose, slice, split and cat
// copy the elements with one kernel, given the strides of both layouts.
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

// The shape with these sizes, with a -1 replaced by the size that fits.
Shape checked_reshape(const Shape& from, std::vector<Index> sizes) {
  const auto refuse = [](const std::string& found, const std::string& rule, const char* hint) {
    throw ShapeError("reshape", found, rule, hint);
  };
  const std::size_t count = sizes.size();
  if (count > max_ndim) {
    refuse(fmt::format("{} has {} dimensions", text_of_sizes(sizes), count),
           fmt::format("at most {}", max_ndim), "make neighbors one dimension");
  }
  std::size_t free = count;  // the position of the -1, if there is one
  Index known = 1;           // the product of the other sizes
  for (std::size_t d = 0; d < count; ++d) {
    if (sizes[d] >= 0) {
      known = checked_mul("reshape", known, sizes[d]);
    } else if (sizes[d] == -1 && free == count) {
      free = d;
    } else {
      refuse(sizes[d] == -1
                 ? fmt::format("{} has -1 in dimensions {} and {}", text_of_sizes(sizes), free, d)
                 : fmt::format("{} has {} in dimension {}", text_of_sizes(sizes), sizes[d], d),
             "sizes of 0 or more, and at most one -1", "give the other sizes as numbers");
    }
  }
  const auto needs = [&](const char* what) {
    return fmt::format("{} has {} elements, {} needs {}{}", from.to_string(), from.numel(),
                       text_of_sizes(sizes), what, known);
  };
  if (free == count && known != from.numel()) {
    refuse(needs(""), "as many elements before as after",
           "-1 for one of the sizes, which is then computed from the others");
  }
  if (free < count && known == 0) {
    refuse(fmt::format("{} has {} elements, {} has none whatever the -1 is", from.to_string(),
                       from.numel(), text_of_sizes(sizes)),
           "no -1 beside a 0", "give all sizes as numbers");
  }
  if (free < count && from.numel() % known != 0) {
    refuse(needs("a multiple of "), "other sizes whose product divides the number of elements",
           "fewer or other sizes besides the -1");
  }
  if (free < count) sizes[free] = from.numel() / known;
  return Shape(sizes);
}

}  // namespace

// y has the elements of x:   dx += dy
Tensor reshape(const Tensor& x, std::span<const Index> sizes) {
  const Shape shape = checked_reshape(x.shape(), {sizes.begin(), sizes.end()});
  Tensor y = result_sharing("reshape", shape, x);
  return record(std::move(y), saves::nothing, [](Node& y_node) {
    Node& x_node = y_node.parent(0);
    y_node.backend->add_scaled(x_node.gradient(), y_node.grad, 1, y_node.numel());
  });
}

Tensor reshape(const Tensor& x, std::initializer_list<Index> sizes) {
  return reshape(x, std::span<const Index>(sizes.begin(), sizes.size()));
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

Tensor permute(const Tensor& x, const std::vector<int>& dims) {
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

// In dimension `dim`:   y[..., i, ...] = x[..., first + i step, ...],
//                       dx[..., first + i step, ...] += dy[..., i, ...]
Tensor take(const char* op, const Tensor& x, int dim, const Part& part) {
  Tensor y = result(op, x.shape().with(dim, part.count), {x});
  const Axis axis = axis_of(x.shape(), dim, dim + 1);
  const Shape shape{axis.outer, part.count, axis.inner};  // of y, if the others are merged
  const Strides steps{{axis.n * axis.inner, part.step * axis.inner, 1}};  // in x
  const Index first = part.first * axis.inner;
  x.backend().move({y.node().data, true}, row_major(shape), x.data() + first, steps, shape);
  const op_options::Part options{dim, part.first, part.step};
  return record(std::move(y), saves::nothing, options, [first, steps, shape](Node& y_node) {
    Node& x_node = y_node.parent(0);
    // Adds only to the selected elements, so all slices of a tensor together cost one pass over it.
    const Output dx = y_node.numel() == x_node.numel() ? x_node.gradient()
                                                       : Output{x_node.zeroed_gradient(), false};
    y_node.backend->move({dx.data + first, dx.overwrite}, steps, y_node.grad, row_major(shape),
                         shape);
  });
}

}  // namespace

// Resolves start:stop:step as Python does (PySlice_AdjustIndices).
Tensor slice(const Tensor& x, int dim, Index start, Index stop, Index step) {
  const int d = checked_dim("slice", dim, x.shape());
  if (step == 0) {
    throw ShapeError("slice", fmt::format("a step of 0 in dimension {}", d),
                     "a step of 1 or more, or of -1 or less", "broadcast_to, which repeats");
  }
  const Index size = x.shape()[d], low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  const auto clamped = [&](Index i) { return std::clamp(i < 0 ? i + size : i, low, high); };
  const Index first = clamped(start), end = clamped(stop);
  const Index length = step > 0 ? end - first : first - end;
  if (length <= 0) return take("slice", x, d, {0, 0, 1});
  const Index stride = std::max(step, -std::numeric_limits<Index>::max());
  const Index count = (length - 1) / (stride > 0 ? stride : -stride) + 1;
  return take("slice", x, d, {first, count, count == 1 ? 1 : stride});
}

std::vector<Tensor> split(const Tensor& x, const std::vector<Index>& sizes, int dim) {
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
        "chunk of holo/compositions.h, which computes the sizes");
  }
  std::vector<Tensor> pieces;
  Index first = 0;
  for (const Index size : sizes) {
    pieces.push_back(take("split", x, d, {first, size, 1}));
    first += size;
  }
  return pieces;
}

namespace {

// Checks that all tensors have the shape of the first, except in dimension `dim`.
void check_alike(const std::vector<Tensor>& tensors, int dim) {
  const Shape& first = tensors[0].shape();
  for (std::size_t i = 1; i < tensors.size(); ++i) {
    const Shape& next = tensors[i].shape();
    const auto both = [&] {
      return fmt::format("tensor {} is {} and tensor 0 is {}", i, next.to_string(),
                         first.to_string());
    };
    if (next.ndim() != first.ndim()) {
      throw ShapeError("cat",
                       fmt::format("{}: {} and {} dimensions", both(), next.ndim(), first.ndim()),
                       "equally many dimensions", "reshape one of them");
    }
    for (int d = 0; d < first.ndim(); ++d) {
      if (d == dim || next[d] == first[d]) continue;
      throw ShapeError("cat",
                       fmt::format("{}: dimension {} is {} and {}", both(), d, next[d], first[d]),
                       fmt::format("equal sizes outside of dimension {}", dim),
                       "join along the dimension that differs, or slice");
    }
  }
}

}  // namespace

// Treats each tensor as a matrix with a row for each index of the dimensions before `dim`. Row o of
// y is row o of the first tensor, then row o of the second, ...:   dx_i[o, :] += dy[o, part i]
// If y has no elements, row and part are 0, because offsets computed from the sizes may overflow.
Tensor cat(const std::vector<Tensor>& tensors, int dim) {
  if (tensors.empty()) {
    throw ShapeError("cat", "a list of no tensors", "one or more",
                     "zeros(shape), if nothing is to be joined");
  }
  const Shape& first = tensors[0].shape();
  if (first.ndim() == 0) {
    throw ShapeError("cat", "tensor 0 is [], a single number", "tensors of one dimension or more",
                     "stack of holo/compositions.h, which joins along a new dimension");
  }
  const int d = checked_dim("cat", dim, first);
  check_alike(tensors, d);
  Index size = 0;
  for (const Tensor& x : tensors) size = checked_add("cat", size, x.shape()[d]);
  const Shape shape = first.with(d, size);
  const std::vector<Parent> parents(tensors.begin(), tensors.end());
  Tensor y = result("cat", shape, std::span(parents));
  const Index outer = elements(shape, 0, d);
  const Index row = y.numel() == 0 ? 0 : elements(shape, d, shape.ndim());
  Index at = 0;  // where the next part of a row begins
  for (const Tensor& x : tensors) {
    const Index part = row == 0 ? 0 : elements(x.shape(), d, x.ndim());
    y.backend().move({y.node().data + at, true}, {{row, 1}}, x.data(), {{part, 1}}, {outer, part});
    at += part;
  }
  return record(std::move(y), saves::nothing, op_options::Along{d}, [outer, row, d](Node& y_node) {
    Index before = 0;
    for (int i = 0; i < y_node.parent_count; ++i) {
      Node& x_node = y_node.parent(i);
      const Index part = row == 0 ? 0 : elements(x_node.shape, d, x_node.shape.ndim());
      if (x_node.requires_grad) {
        y_node.backend->move(x_node.gradient(), {{part, 1}}, y_node.grad + before, {{row, 1}},
                             {outer, part});
      }
      before += part;
    }
  });
}

}  // namespace holo
