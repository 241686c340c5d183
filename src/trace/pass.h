// pass.h: one backward pass of a log: from a root to the leaves.
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

}  // namespace holo
