// paths.h: the chain rule of one gradient, written as a sum over paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/pass.h"

namespace holo {

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
