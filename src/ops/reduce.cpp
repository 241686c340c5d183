// reduce.cpp: sum, mean and max, each forward and backward. sum and mean reduce over any
// dimensions, and treat adjacent reduced dimensions as one. More reductions are in
// more_reductions.cpp.
#include "ops/shapes.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "backend/scratch.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "tensor/record.h"

namespace holo {

DimSet checked_dims(const char* op, const Shape& shape, const Dims& dims) {
  DimSet reduced;
  for (const int dim : dims.list) {
    const int d = checked_dim(op, dim, shape);
    if (reduced[static_cast<std::size_t>(d)]) {
      throw ShapeError(op, fmt::format("dimension {} of {} twice", d, shape.to_string()),
                       "each dimension once",
                       fmt::format("leave one out: {} and {} are the same", d, d - shape.ndim()));
    }
    reduced.set(static_cast<std::size_t>(d));
  }
  return reduced;
}

Shape reduced_shape(const Shape& shape, const DimSet& reduced, bool keepdim) {
  Index sizes[max_ndim] = {};
  int count = 0;
  for (int d = 0; d < shape.ndim(); ++d) {
    const bool vanishes = reduced[static_cast<std::size_t>(d)];
    if (!vanishes || keepdim) sizes[count++] = vanishes ? 1 : shape[d];
  }
  return shape_of(sizes, count);
}

Run last_run(const Shape& shape, const DimSet& reduced) {
  const auto vanishes = [&](int d) { return reduced[static_cast<std::size_t>(d)]; };
  int last = shape.ndim();
  while (last > 0 && (!vanishes(last - 1) || shape[last - 1] == 1)) --last;
  int first = last;
  while (first > 0 && (vanishes(first - 1) || shape[first - 1] == 1)) --first;
  bool whole = true;
  for (int d = 0; d < first; ++d) whole = whole && (!vanishes(d) || shape[d] == 1);
  return {first, last, whole};
}

namespace {

// Sums x. If `average`, divides each sum by its number of elements.
Tensor sum_over(const char* op, const Tensor& x, const DimSet& reduced, bool keepdim,
                bool average) {
  const Shape& shape = x.shape();
  const Run run = last_run(shape, reduced);
  if (!run.whole) {  // sums over the last run, keeping its dimensions, then over the rest
    const DimSet of_run = (all_dims(shape) >> static_cast<std::size_t>(run.first)
                                                  << static_cast<std::size_t>(run.first)) &
                          reduced;
    return sum_over(op, sum_over(op, x, of_run, true, average), reduced, keepdim, average);
  }
  Tensor y = result(op, reduced_shape(shape, reduced, keepdim), {x});
  const Axis axis = axis_of(shape, run.first, run.last, y.numel());
  const double factor = average ? 1 / static_cast<double>(axis.n) : 1;  // empty x: 0 * inf is NaN
  x.backend().sum({y.node().data, true}, x.data(), axis, factor);
  return record(std::move(y), saves::nothing, op_options::Over{reduced, keepdim},
                [axis, factor](Node& y_node) {
                  y_node.backend->sum_backward(y_node.parent(0).gradient(), y_node.grad, axis,
                                               static_cast<real>(factor));
                });
}

}  // namespace

// y = sum of x:   dx += dy
Tensor sum(const Tensor& x) { return sum_over("sum", x, all_dims(x.shape()), false, false); }
Tensor sum(const Tensor& x, const Dims& dims, bool keepdim) {
  return sum_over("sum", x, checked_dims("sum", x.shape(), dims), keepdim, false);
}

// y = sum of x / n:   dx += dy / n
Tensor mean(const Tensor& x) { return sum_over("mean", x, all_dims(x.shape()), false, true); }
Tensor mean(const Tensor& x, const Dims& dims, bool keepdim) {
  return sum_over("mean", x, checked_dims("mean", x.shape(), dims), keepdim, true);
}

void check_choice(const char* op, const Shape& shape) {
  if (shape.numel() > 0) return;
  throw ShapeError(op, fmt::format("{} has no elements", shape.to_string()),
                   "at least one to choose from", "ask numel() first");
}

int checked_choice(const char* op, const Shape& shape, int dim) {
  const int d = checked_dim(op, dim, shape);
  if (shape[d] > 0) return d;
  throw ShapeError(op, fmt::format("dimension {} of {} has no elements", d, shape.to_string()),
                   "at least one to choose from", "ask size() first");
}

// y = the largest x:   dx += dy / (number of ties) where x == y
Tensor max(const Tensor& x) {
  check_choice("max", x.shape());
  Tensor y = result("max", Shape{}, {x});
  x.backend().max(y.node().data, nullptr, x.data(), {1, x.numel(), 1});
  const op_options::Over over{all_dims(x.shape()), false};
  return record(std::move(y), saves::input0 | saves::output, over, [](Node& y_node) {
    const Unrecorded ops;
    Node& x_node = y_node.parent(0);
    const Shape& shape = x_node.shape;
    Backend& backend = *y_node.backend;
    // Where x equals y, the derivative of maximum(x, y) with respect to x is 1/2, or 1 for a NaN.
    const Tensor one = ones(shape, backend.device), part = leaf(shape, backend, "max");
    backend.binary_backward(Binary::maximum, Side::a, {part.node().data, true}, one.data(),
                            x_node.data, y_node.data, broadcast(shape, {}, shape));
    const Tensor dx = tensor_of(y_node).grad() * part / sum(part);
    add_gradient(x_node, where(part, dx, zeros({}, backend.device)));
  });
}

// y = the largest x along the dimension:   dx += dy at the first element that ties
Tensor max(const Tensor& x, int dim, bool keepdim) {
  const int d = checked_choice("max", x.shape(), dim);
  Tensor y = result("max", reduced_shape(x.shape(), one_dim(d), keepdim), {x});
  const Axis axis = axis_of(x.shape(), d, d + 1, y.numel());
  std::optional<ScratchOf<Index>> memory;  // positions of the largest elements, for backward
  if (y.requires_grad()) memory.emplace(x.backend(), y.numel());
  Index* const index = memory ? memory->data() : nullptr;
  x.backend().max(y.node().data, index, x.data(), axis);
  const op_options::Over over{one_dim(d), keepdim};
  const EmbeddingSizes rows{.rows = y.numel(), .C = 1, .V = x.numel()};
  return record(std::move(y), saves::nothing, over,
                [index, rows, memory = std::move(memory)](Node& y_node) {
                  real* const dx = y_node.parent(0).zeroed_gradient();
                  y_node.backend->embedding_backward(dx, y_node.grad, index, rows);
                });
}

}  // namespace holo
