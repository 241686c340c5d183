// fast.h: what an optimised build runs in place of two plain loops of the scalar engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "holo/value.h"

namespace holo {

/// A build without optimisation, for a reader with a debugger, has the plain loops. make DEBUG=1
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
                          const std::function<std::vector<std::uint32_t>()>& find_used);

/// The dot product of a and b, and its edges, those of a before those of b. `data`: the numbers of
/// the tape by index. REQUIRES: equal lengths.
double dot_fast(const Tape& tape, const double* data, std::span<const Value> a,
                std::span<const Value> b, std::uint32_t* parents, double* locals);

/// Reads the indices and the numbers of the values. Throws holo::Error for one that is not live.
void read_values(const Tape& tape, std::span<const Value> x, std::uint32_t* indices,
                 double* numbers);

}  // namespace holo
