// backward_fast.h: the loop of backward.cpp with special cases for common kinds of nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "holo/tape_node.h"

namespace holo {

/// A build without optimisation, for a reader with a debugger, has the plain loop. make DEBUG=1
/// says so by HOLO_PLAIN_LOOP: g++ defines __OPTIMIZE__ at -O0 too after a precompiled header.
#if defined(__OPTIMIZE__) && !defined(HOLO_PLAIN_LOOP)
inline constexpr bool is_optimized_build = true;
#else
inline constexpr bool is_optimized_build = false;
#endif

/// grad[parent[e]] += local[e] * grad[node] for each edge e of each node, newest node first: the
/// same bits. The edges of the last node end where `parent` does. A node that the root does not
/// use sends nothing: its gradient is 0, and `find_used` is called only when that is not enough,
/// since 0 times infinity is NaN. Returns how many edges have sent something else than 0.
std::size_t backward_fast(std::span<const TapeNode> nodes, std::span<const std::uint32_t> parent,
                          std::span<const double> local, std::span<double> grad,
                          const std::function<std::vector<bool>()>& find_used);

}  // namespace holo
