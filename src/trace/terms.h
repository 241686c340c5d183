// terms.h: of which numbers a number of a Tensor is made, and which made its gradient: the loops of
// an op, as steps through its tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

/// For every point of the loops, the op reads one number of each parent, and one number of the
/// result gets something of it: y[i, j] += a[i, k] b[k, j] has the loops i, j, k.
struct TraceTerms {
  /// Where a tensor is at the point with indices i: first + steps[0] i[0] + steps[1] i[1] ...
  struct Place {
    std::int64_t first = 0;
    std::vector<std::int64_t> steps;  // one a loop
  };
  std::vector<std::int64_t> loops;  ///< their sizes
  std::vector<Place> places;        ///< of the result, of each parent, and of the weights if any
  int row = -1;                     ///< the loop over the numbers that a softmax divides by
  /// embedding and gather: parent 0 is index_step * index[y_at / index_every] further on.
  std::int64_t index_every = 0, index_step = 0;
  std::vector<double> weights;  ///< of attention: of each head and query, the share of each key
  std::vector<Index> weights_shape;  ///< [B, H, Tq, Tk]

  static constexpr std::size_t of_result = 0;
  static constexpr std::size_t of_parent(std::size_t edge) { return edge + 1; }
  std::size_t of_weights() const { return places.size() - 1; }

  /// Calls f with the place of each tensor, for each point at which `target` is at `at`. A loop
  /// that moves none of the tensors in `used` runs once.
  using At = std::vector<std::int64_t>;
  void each(std::span<const Index> indices, std::size_t target, std::int64_t at,
            const std::vector<bool>& used, const std::function<void(const At&)>& f) const;
  /// The same for the points of the row of the result's number at `y_at`.
  void each_in_row(std::int64_t y_at, const std::function<void(const At&)>& f) const;
};

/// Those of a node; nothing where the log has not all numbers, and for an op whose numbers do not
/// go one by one. `state`: from which the weights of attention are computed, once the node is made.
std::optional<TraceTerms> terms_of(const TraceLog& log, const TraceState& state,
                                   std::uint32_t node);

}  // namespace holo
