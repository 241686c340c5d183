// fast.h: faster forms of two plain loops of the scalar engine, for optimised builds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "holo/value.h"

namespace holo {

/// A build without optimisation, for a reader with a debugger, uses the plain loops.
/// HOLO_PLAIN_LOOP, from make DEBUG=1, is needed because g++ defines __OPTIMIZE__ at -O0 after a
/// precompiled header.
#if defined(__OPTIMIZE__) && !defined(HOLO_PLAIN_LOOP)
inline constexpr bool is_optimized_build = true;
#else
inline constexpr bool is_optimized_build = false;
#endif

/// grad[parent[e]] += local[e] * grad[node] for each edge e of each node, in this order, or newest
/// node first if it is null, with the same bits as the plain loops. The edges of the last node end
/// where `parent` does. A node that the root does not use sends nothing, because its gradient is 0.
/// Since 0 times infinity is NaN, `find_used` is called if a local derivative is not finite.
void backward_fast(std::span<const TapeNode> nodes, std::span<const std::uint32_t> parent,
                   std::span<const double> local, std::span<double> grad,
                   const std::span<const Value>* order,
                   const std::function<std::vector<std::uint32_t>()>& find_used);

/// The dot product of a and b. Writes its edges, first a's, then b's. `data` has the tape's numbers
/// by index. REQUIRES: equal lengths.
double dot_fast(const Tape& tape, const double* data, std::span<const Value> a,
                std::span<const Value> b, std::uint32_t* parents, double* locals);

/// Reads the indices and the numbers of the values. Throws holo::Error if one is not live.
void read_values(const Tape& tape, std::span<const Value> x, std::uint32_t* indices,
                 double* numbers);

}  // namespace holo
