// permute.cpp: permute and transpose: the dimensions in another order, copied.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "holo/ops.h"
#include "ops/moves.h"
#include "tensor/record.h"

namespace holo {
namespace {

// y[i0, i1, ...] = x with i_k as index of dimension dims[k]:   dx[...] += dy[i0, i1, ...]
Tensor permuted(const char* op, const Tensor& x, const std::array<int, max_ndim>& dims) {
  const int ndim = x.ndim();
  const Strides x_steps = row_major(x.shape());
  std::array<Index, max_ndim> sizes{};
  Strides from{};  // where the neighbours of y lie in x
  for (int i = 0; i < ndim; ++i) {
    const int d = dims[static_cast<std::size_t>(i)];
    sizes[static_cast<std::size_t>(i)] = x.shape()[d];
    from.stride[i] = x_steps.stride[d];
  }
  const Shape shape(std::span<const Index>(sizes.data(), static_cast<std::size_t>(ndim)));
  Tensor y = result(op, shape, {x});
  x.backend().move({y.node().data, true}, row_major(shape), x.data(), from, ndim, shape.begin());
  return record(std::move(y), saves::nothing, op_options::Order{dims}, [dims](Node& y_node) {
    Node& x_node = y_node.parent(0);
    const Strides y_steps = row_major(y_node.shape);
    Strides back{};  // where the neighbours of x lie in y
    for (int i = 0; i < y_node.shape.ndim(); ++i) {
      back.stride[dims[static_cast<std::size_t>(i)]] = y_steps.stride[i];
    }
    y_node.backend->move(x_node.gradient(), row_major(x_node.shape), y_node.grad, back,
                         x_node.shape.ndim(), x_node.shape.begin());
  });
}

}  // namespace

Tensor permute(const Tensor& x, std::span<const int> dims) {
  const Shape& shape = x.shape();
  if (static_cast<int>(dims.size()) != shape.ndim()) {
    throw ShapeError("permute", fmt::format("{} dimensions for {}", dims.size(), shape.to_string()),
                     fmt::format("each of its {} once", shape.ndim()), "name those that stay too",
                     {shape});
  }
  std::array<int, max_ndim> order{};
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const int d = checked_dim("permute", dims[i], shape);
    if (std::find(order.begin(), order.begin() + i, d) != order.begin() + i) {
      throw ShapeError("permute",
                       fmt::format("dimension {} of {} comes twice in {}", d, shape.to_string(),
                                   text_of_sizes(std::vector<Index>(dims.begin(), dims.end()))),
                       "each dimension once", "0 to the number of dimensions - 1, in any order",
                       {shape}, d);
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

}  // namespace holo
