// backward_fast.h: the loop of backward.cpp with special cases for common kinds of nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "holo/tape.h"

namespace holo {

/// A build for a reader with a debugger (make DEBUG=1, which names a device) has the plain loop.
#if defined(__OPTIMIZE__) && !defined(HOLO_DEFAULT_DEVICE)
inline constexpr bool is_optimized_build = true;
#else
inline constexpr bool is_optimized_build = false;
#endif

/// grad[parent[e]] += local[e] * grad[node] for each edge e of each node, newest node first: the
/// same bits. The edges of the last node end where `parent` does. Returns how many edges have
/// sent something.
std::size_t backward_fast(std::span<const TapeNode> nodes, std::span<const std::uint32_t> parent,
                          std::span<const double> local, std::span<double> grad);

}  // namespace holo
