// embedding.cpp: looks up rows of a table by their indices. gather selects single elements.
#include <fmt/format.h>

#include <vector>

#include "holo/ops.h"
#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {

void check_range(const char* op, const Indices& index, const Shape& from, int dim) {
  const Index limit = from[dim];
  const std::vector<Index>& values = index.values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= 0 && values[i] < limit) continue;
    throw ShapeError(
        op, fmt::format("index {} at position {}", values[i], i),
        limit == 0 ? fmt::format("none: dimension {} of {} is 0", dim, from.to_string())
                   : fmt::format("0 to {}", limit - 1),
        fmt::format("is dimension {} of {} as large as the vocabulary?", dim, from.to_string()));
  }
}

// y[r, :] = table[index[r], :]:   dtable[index[r], :] += dy[r, :]
Tensor embedding(const Tensor& table, const Indices& index) {
  const Shape& from = table.shape();
  if (from.ndim() != 2) {
    throw ShapeError("embedding",
                     fmt::format("a table {} of {} dimensions", from.to_string(), from.ndim()),
                     "[V, C]: a row for each word", "reshape, or gather");
  }
  if (index.shape().ndim() == max_ndim) {
    throw ShapeError("embedding", fmt::format("indices {}", index.shape().to_string()),
                     fmt::format("at most {} dimensions: the result has one more", max_ndim - 1),
                     "make neighbours one dimension");
  }
  check_range("embedding", index, from, 0);
  const EmbeddingSizes s{.rows = index.numel(), .C = from[1], .V = from[0]};
  Tensor y = result("embedding", index.shape().inserted(index.shape().ndim(), s.C), {table});
  DeviceIndices rows(table.backend(), index);
  table.backend().embedding(y.node().data, table.data(), rows.data(), s);
  const op_options::Rows options{index.values()};
  return record(std::move(y), saves::nothing, options, [rows = std::move(rows), s](Node& y_node) {
    real* const dtable = y_node.parent(0).zeroed_gradient();
    y_node.backend->embedding_backward(dtable, y_node.grad, rows.data(), s);
  });
}

// ---- gather: one element of x for each element of the result ----

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
        "equally many dimensions", "embedding, to choose whole rows");
  }
  for (int d = 0; d < from.ndim(); ++d) {
    if (d == at || index.shape()[d] <= from[d]) continue;
    throw ShapeError(
        "gather",
        fmt::format("indices {} for {}: dimension {} is {} and {}", index.shape().to_string(),
                    from.to_string(), d, index.shape()[d], from[d]),
        fmt::format("sizes of at most those of x, except in dimension {}", at),
        "broadcast_to repeats x");
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
