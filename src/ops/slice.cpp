// slice.cpp: slice, split and chunk: parts of a tensor, by Python's rules. All copy.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "holo/ops.h"
#include "ops/moves.h"
#include "tensor/record.h"

namespace holo {
namespace {

// first, first + step, ...: `count` positions of one dimension
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
  const int ndim = x.ndim();
  std::array<Index, max_ndim> sizes{};
  Strides steps = row_major(x.shape());  // where the neighbours of y lie in x
  Index first = 0;
  op_options::Part options{};
  for (int d = 0; d < ndim; ++d) {
    const Part& part = parts[static_cast<std::size_t>(d)];
    sizes[static_cast<std::size_t>(d)] = part.count;
    options.first[static_cast<std::size_t>(d)] = part.first;
    options.step[static_cast<std::size_t>(d)] = part.step;
    first += part.first * steps.stride[d];
    steps.stride[d] *= part.step;
  }
  const Shape shape(std::span<const Index>(sizes.data(), static_cast<std::size_t>(ndim)));
  if (shape.numel() == 0) first = 0;
  Tensor y = result(op, shape, {x});
  x.backend().move({y.node().data, true}, row_major(shape), x.data() + first, steps, ndim,
                   shape.begin());
  return record(std::move(y), saves::nothing, options, [first, steps](Node& y_node) {
    Node& x_node = y_node.parent(0);
    // Only what was taken is added to, so that many slices of one tensor cost one pass over it.
    const Output dx = y_node.numel() == x_node.numel() ? x_node.gradient()
                                                       : Output{x_node.zeroed_gradient(), false};
    y_node.backend->move({dx.data + first, dx.overwrite}, steps, y_node.grad,
                         row_major(y_node.shape), y_node.shape.ndim(), y_node.shape.begin());
  });
}

// What Python makes of start:stop:step for a dimension of `size` (PySlice_AdjustIndices).
Part resolve(const Slice& slice, const Shape& shape, int d) {
  const Index size = shape[d];
  const Index step = std::max(slice.step, -std::numeric_limits<Index>::max());
  if (step == 0) {
    throw ShapeError("slice", fmt::format("a step of 0 in dimension {}", d),
                     "a step of 1 or more, or of -1 or less", "unsqueeze and broadcast_to repeat",
                     {shape}, d);
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
                     "fewer slices: the last dimensions stay whole", {shape}, shape.ndim());
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
        "chunk, which computes the sizes", {shape}, d);
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
                     "1 or more", "split, for pieces of given sizes", {shape}, d);
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

}  // namespace holo
