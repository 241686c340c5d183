// pass.h: one backward pass of a log, from a root to the leaves, and the chain rule of one gradient
// as a sum over paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

struct BackwardPass {
  std::uint32_t root;
  std::size_t begin, end;  ///< its events: that of the root first, the contributions, and others
};

/// The pass that began last before `position` events had happened; it may end after them.
std::optional<BackwardPass> pass_at(const TraceLog& log, std::size_t position);

/// True when the log may have ended before the pass did.
inline bool is_cut(const TraceLog& log, const BackwardPass& pass) {
  return !log.cut.empty() && pass.end == log.events.size();
}

/// The inner nodes that a root depends on, and the root when it is one: their gradients end when a
/// backward begins there.
std::vector<std::uint32_t> inner_nodes(const TraceLog& log, std::uint32_t root);

/// The contributions to each node, of the events from pass.begin to `end`: their indices.
std::vector<std::vector<std::size_t>> contributions_by_parent(const TraceLog& log,
                                                              const BackwardPass& pass,
                                                              std::size_t end);

/// From the root of a pass to a node: the contributions along it, that of the root first. The
/// product of their local derivatives is one term of the gradient.
struct TracePath {
  std::vector<std::size_t> events;
  double product;
};

struct TracePaths {
  std::vector<TracePath> first;  ///< at most as many as were asked for
  double count;                  ///< of all; it may be huge
  double sum;                    ///< of the products of those in `first`
};

/// The paths to a node by which contributions came in the pass before event `end`.
/// REQUIRES: the nodes on them are Values.
TracePaths paths_to(const TraceLog& log, const BackwardPass& pass, std::size_t end,
                    std::uint32_t node, std::size_t most);

}  // namespace holo
