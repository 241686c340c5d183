// pass.h: one backward pass of a log, from its root to the leaves; and the chain rule for one
// gradient as a sum over paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

struct BackwardPass {
  std::uint32_t root;
  std::size_t begin, end;  ///< its range of events, beginning with the root's
};

/// The last pass that begins in the first `position` events, to its end. Nothing if there is none.
std::optional<BackwardPass> pass_at(const TraceLog& log, std::size_t position);

/// The inner nodes on which a root depends, and the root if it is an inner node. A backward pass
/// from this root first clears their gradients.
std::vector<std::uint32_t> inner_nodes(const TraceLog& log, std::uint32_t root);

/// For each node, the indices of the contributions to it.
using Contributions = std::vector<std::vector<std::size_t>>;
/// The contributions among the events from pass.begin to `end`.
Contributions contributions_by_parent(const TraceLog& log, const BackwardPass& pass,
                                      std::size_t end);

/// A path from the root of a pass to a node: its contributions, beginning at the root. The product
/// of their local derivatives is one term of the node's gradient.
struct TracePath {
  std::vector<std::size_t> events;
  double product;
};

struct TracePaths {
  std::vector<TracePath> first;  ///< at most the number that was asked for
  double count;                  ///< the number of all paths; it may be huge
  double sum;                    ///< the sum of the products in `first`
};

/// The paths from the root to a node along the contributions of the pass before event `end`. Lists
/// at most `most` of them. REQUIRES: the nodes on the paths are Values.
TracePaths paths_to(const TraceLog& log, const BackwardPass& pass, std::size_t end,
                    std::uint32_t node, std::size_t most);

}  // namespace holo
