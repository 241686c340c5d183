// embedding.cpp: looks up rows of a table by their indices.
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
        values[i] < 0 ? "count from 0; negative numbers do not count from the end here"
                      : fmt::format("is dimension {} of {} as large as the vocabulary?", dim,
                                    from.to_string()));
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
                     "make neighbors one dimension");
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

}  // namespace holo
