// product.h: a product of matrices of a log, number by number: matmul, and linear without an
// activation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "holo/trace_log.h"

namespace holo {

/// y[i, j] = sum over k of a[i, k] b[k, j], for each matrix of a batch; b is transposed in memory
/// where an op is linear.
struct TraceProduct {
  std::size_t batch, rows, inner, columns;
  std::size_t a_step, b_step;  // from a matrix to the next; 0 where all meet the same one
  bool transposed;

  /// Calls f for every a[a_at] b[b_at] that is a term of y[y_at]: in the order of y, then of k.
  void each_term(
      const std::function<void(std::size_t y_at, std::size_t a_at, std::size_t b_at)>& f) const;
};

/// That of a node; nothing when it is none, when a batch is broadcast, or when the log has not all
/// numbers of it and of its parents.
std::optional<TraceProduct> product_of(const TraceLog& log, std::uint32_t node);

}  // namespace holo
