// gather.cpp: selects one element of x for each element of the result, by its index.
#include <fmt/format.h>

#include <vector>

#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

// The row-major index in x of each element of y, where y[o, i, k] = x[o, index[o, i, k], k].
std::vector<Index> places(const Shape& from, const Indices& index, int dim) {
  const Strides steps = row_major(from);
  std::vector<Index> all = index.values();
  for (std::size_t i = 0; i < all.size(); ++i) {
    Index at = all[i] * steps.stride[dim], rest = static_cast<Index>(i);
    for (int d = from.ndim(); d-- > 0; rest /= index.shape()[d]) {
      if (d != dim) at += rest % index.shape()[d] * steps.stride[d];
    }
    all[i] = at;
  }
  return all;
}

}  // namespace

// y[o, i, k] = x[o, index[o, i, k], k]:   dx[o, index[o, i, k], k] += dy[o, i, k]
Tensor gather(const Tensor& x, int dim, const Indices& index) {
  const Shape& from = x.shape();
  const int at = checked_dim("gather", dim, from);
  if (index.shape().ndim() != from.ndim()) {
    throw ShapeError(
        "gather",
        fmt::format("indices {} for {}: {} and {} dimensions", index.shape().to_string(),
                    from.to_string(), index.shape().ndim(), from.ndim()),
        "equally many dimensions", "embedding, to choose whole rows", {from, index.shape()}, at);
  }
  for (int d = 0; d < from.ndim(); ++d) {
    if (d == at || index.shape()[d] <= from[d]) continue;
    throw ShapeError(
        "gather",
        fmt::format("indices {} for {}: dimension {} is {} and {}", index.shape().to_string(),
                    from.to_string(), d, index.shape()[d], from[d]),
        fmt::format("sizes of at most those of x, except in dimension {}", at),
        "broadcast_to repeats x", {from, index.shape()}, d);
  }
  check_range("gather", index, from, at);
  // Treats x as a table with one column.
  DeviceIndices rows(x.backend(), Indices(index.shape(), places(from, index, at)));
  const EmbeddingSizes s{.rows = index.numel(), .C = 1, .V = x.numel()};
  Tensor y = result("gather", index.shape(), {x});
  x.backend().embedding(y.node().data, x.data(), rows.data(), s);
  const op_options::Gather options{at, index.values()};
  return record(std::move(y), saves::nothing, options, [rows = std::move(rows), s](Node& y_node) {
    real* const dx = y_node.parent(0).zeroed_gradient();
    y_node.backend->embedding_backward(dx, y_node.grad, rows.data(), s);
  });
}

}  // namespace holo
