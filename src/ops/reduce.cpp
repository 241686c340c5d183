// reduce.cpp: sum, mean and var over any dimensions, forward and backward; neighbouring dimensions
// are reduced as one. max and min are in reduce_max.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "holo/ops.h"
#include "ops/axis.h"
#include "tensor/record.h"

namespace holo {
namespace {

DimSet checked(const char* op, const Shape& shape, const Dims& dims) {
  DimSet reduced;
  for (const int dim : dims) {
    const int d = checked_dim(op, dim, shape);
    if (reduced[static_cast<std::size_t>(d)]) {
      throw ShapeError(op, fmt::format("dimension {} of {} twice", d, shape.to_string()),
                       "each dimension once", "-1 is the last one, also by its number", {shape}, d);
    }
    reduced.set(static_cast<std::size_t>(d));
  }
  return reduced;
}

// `reduced`: the dimensions that vanish.
Shape result_shape(const Shape& shape, const DimSet& reduced, bool keepdim) {
  std::array<Index, max_ndim> sizes{};
  std::size_t count = 0;
  for (int d = 0; d < shape.ndim(); ++d) {
    const bool vanishes = reduced[static_cast<std::size_t>(d)];
    if (!vanishes || keepdim) sizes[count++] = vanishes ? 1 : shape[d];
  }
  return Shape(std::span<const Index>(sizes.data(), count));
}

// The last dimensions to vanish that lie side by side, so that they can be visited as one:
// first ... last - 1. Sizes of 1 may lie between them. `whole`: there are no others.
struct Run {
  int first, last;
  bool whole;
};

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

// Sums, divided by the number of elements when `average`.
Tensor sum_over(const char* op, const Tensor& x, const DimSet& reduced, bool keepdim,
                bool average) {
  const Shape& shape = x.shape();
  const Run run = last_run(shape, reduced);
  if (!run.whole) {  // first over the last run, then over all: of that, a size of 1 is left
    const DimSet of_run = (all_dims(shape) >> static_cast<std::size_t>(run.first)
                                                  << static_cast<std::size_t>(run.first)) &
                          reduced;
    return sum_over(op, sum_over(op, x, of_run, true, average), reduced, keepdim, average);
  }
  Tensor y = result(op, result_shape(shape, reduced, keepdim), {x});
  const Axis axis = axis_of(shape, run.first, run.last, y.numel());
  const double factor = average ? 1 / static_cast<double>(axis.n) : 1;  // when empty, 0 inf is NaN
  x.backend().sum({y.node().data, true}, x.data(), axis, factor);
  return record(std::move(y), saves::nothing, op_options::Over{reduced, keepdim},
                [axis, factor](Node& y_node) {
                  y_node.backend->sum_backward(y_node.parent(0).gradient(), y_node.grad, axis,
                                               static_cast<real>(factor));
                });
}

void check_correction(const Shape& shape, Correction correction) {
  if (correction.count >= 0) return;
  throw ShapeError("var", fmt::format("a correction of {}", correction.count), "0 or more",
                   "Correction(1), for a sample", {shape});
}

Tensor var_over(const Tensor& x, const DimSet& reduced, Index correction, bool keepdim) {
  const Shape& shape = x.shape();
  const Run run = last_run(shape, reduced);
  if (!run.whole) {  // as one dimension, the last one
    std::vector<int> order;
    for (const bool vanishes : {false, true}) {
      for (int d = 0; d < shape.ndim(); ++d) {
        if (reduced[static_cast<std::size_t>(d)] == vanishes) order.push_back(d);
      }
    }
    const std::size_t kept = order.size() - reduced.count();
    const Tensor y =
        var_over(permute(x, order), all_dims(shape) >> kept << kept, correction, false);
    const Shape with_ones = result_shape(shape, reduced, true);
    return keepdim ? reshape(y, std::span(with_ones.begin(), with_ones.end())) : y;
  }
  Tensor y = result("var", result_shape(shape, reduced, keepdim), {x});
  const Axis axis = axis_of(shape, run.first, run.last, y.numel());
  x.backend().var(y.node().data, x.data(), axis, correction);
  const op_options::Variance options{reduced, keepdim, correction};
  return record(std::move(y), saves::input0, options, [axis, correction](Node& y_node) {
    Node& x_node = y_node.parent(0);
    y_node.backend->var_backward(x_node.gradient(), y_node.grad, x_node.data, axis, correction);
  });
}

}  // namespace

Dims::Dims(std::initializer_list<int> dims)
    : Dims(std::span<const int>(dims.begin(), dims.size())) {}

Dims::Dims(std::span<const int> dims) : count_(dims.size()) {
  if (count_ > max_ndim) {
    throw ShapeError("dims", fmt::format("{} dimensions", count_),
                     fmt::format("at most {}, each once", max_ndim), "leave them out for all", {});
  }
  std::copy(dims.begin(), dims.end(), dims_.begin());
}

// y = sum of x:   dx += dy
Tensor sum(const Tensor& x) { return sum_over("sum", x, all_dims(x.shape()), false, false); }
Tensor sum(const Tensor& x, const Dims& dims, bool keepdim) {
  return sum_over("sum", x, checked("sum", x.shape(), dims), keepdim, false);
}

// y = sum of x / n:   dx += dy / n
Tensor mean(const Tensor& x) { return sum_over("mean", x, all_dims(x.shape()), false, true); }
Tensor mean(const Tensor& x, const Dims& dims, bool keepdim) {
  return sum_over("mean", x, checked("mean", x.shape(), dims), keepdim, true);
}

// y = sum of (x - mean)^2 / count:   dx += dy 2 (x - mean) / count,  count = max(0, n - correction)
Tensor var(const Tensor& x, Correction correction) {
  check_correction(x.shape(), correction);
  return var_over(x, all_dims(x.shape()), correction.count, false);
}
Tensor var(const Tensor& x, const Dims& dims, Correction correction, bool keepdim) {
  const DimSet reduced = checked("var", x.shape(), dims);
  check_correction(x.shape(), correction);
  return var_over(x, reduced, correction.count, keepdim);
}

}  // namespace holo
