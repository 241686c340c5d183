// reduce_max.cpp: max, min and argmax: checks, forward and backward.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "backend/scratch.h"
#include "holo/ops.h"
#include "ops/axis.h"
#include "tensor/record.h"

namespace holo {
namespace {

void check_choice(const char* op, const Shape& shape) {
  if (shape.numel() > 0) return;
  throw ShapeError(op, fmt::format("{} has no elements", shape.to_string()),
                   "at least one to choose from", "ask numel() first", {shape});
}

// The dimension, from 0 on.
int checked_choice(const char* op, const Shape& shape, int dim) {
  const int d = checked_dim(op, dim, shape);
  if (shape[d] > 0) return d;
  throw ShapeError(op, fmt::format("dimension {} of {} has no elements", d, shape.to_string()),
                   "at least one to choose from", "ask size() first", {shape}, d);
}

Shape result_shape(const Shape& shape, int d, bool keepdim) {
  return keepdim ? shape.with(d, 1) : shape.without(d);
}

std::size_t bytes_of_indices(Index n) { return static_cast<std::size_t>(n) * sizeof(Index); }

// Where the largest elements are: a word from the device.
Indices largest_along(const Tensor& x, Axis axis, const Shape& shape) {
  const std::size_t bytes = bytes_of_indices(shape.numel());
  const DeviceMemory index(x.backend(), bytes);
  x.backend().max(nullptr, static_cast<Index*>(index.data()), x.data(), axis, Extreme::largest);
  std::vector<Index> first(static_cast<std::size_t>(shape.numel()));
  x.backend().download(first.data(), index.data(), bytes);
  return Indices(shape, std::move(first));
}

Tensor extreme(const char* op, const Tensor& x, Extreme which) {
  check_choice(op, x.shape());
  const Axis axis{1, x.numel(), 1};
  Tensor y = result(op, Shape{}, {x});
  x.backend().max(y.node().data, nullptr, x.data(), axis, which);
  const op_options::Over over{all_dims(x.shape()), false};
  return record(std::move(y), saves::input0 | saves::output, over, [axis](Node& y_node) {
    Node& x_node = y_node.parent(0);
    y_node.backend->max_backward_ties(x_node.gradient(), y_node.grad, x_node.data, y_node.data,
                                      axis);
  });
}

Tensor extreme(const char* op, const Tensor& x, int dim, bool keepdim, Extreme which) {
  const int d = checked_choice(op, x.shape(), dim);
  Tensor y = result(op, result_shape(x.shape(), d, keepdim), {x});
  const Axis axis = axis_of(x.shape(), d, d + 1, y.numel());
  std::optional<DeviceMemory> memory;  // where they are, for the backward
  if (y.requires_grad()) memory.emplace(x.backend(), bytes_of_indices(y.numel()));
  Index* const index = memory ? static_cast<Index*>(memory->data()) : nullptr;
  x.backend().max(y.node().data, index, x.data(), axis, which);
  const op_options::Over over{one_dim(d), keepdim};
  return record(
      std::move(y), saves::nothing, over, [index, axis, memory = std::move(memory)](Node& y_node) {
        y_node.backend->gather_backward(y_node.parent(0).zeroed_gradient(), y_node.grad, index,
                                        {.y = {axis.outer, 1, axis.inner}, .x_n = axis.n});
      });
}

}  // namespace

// y = the largest x:   dx += dy / ties where x == y
// Over a dimension:    dx += dy at the first of them
Tensor max(const Tensor& x) { return extreme("max", x, Extreme::largest); }
Tensor max(const Tensor& x, int dim, bool keepdim) {
  return extreme("max", x, dim, keepdim, Extreme::largest);
}
Tensor min(const Tensor& x) { return extreme("min", x, Extreme::smallest); }
Tensor min(const Tensor& x, int dim, bool keepdim) {
  return extreme("min", x, dim, keepdim, Extreme::smallest);
}

Indices argmax(const Tensor& x) {
  check_choice("argmax", x.shape());
  return largest_along(x, {1, x.numel(), 1}, Shape{});
}

Indices argmax(const Tensor& x, int dim, bool keepdim) {
  const int d = checked_choice("argmax", x.shape(), dim);
  const Shape shape = result_shape(x.shape(), d, keepdim);
  return largest_along(x, axis_of(x.shape(), d, d + 1, shape.numel()), shape);
}

}  // namespace holo
