// fast.h: faster forms of two plain loops of the scalar engine, for optimised builds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "holo/value.h"

namespace holo {

/// An unoptimised build, meant for debugging, uses the plain loops. make DEBUG=1 also defines
/// HOLO_PLAIN_LOOP, because with a precompiled header g++ defines __OPTIMIZE__ even at -O0.
#if defined(__OPTIMIZE__) && !defined(HOLO_PLAIN_LOOP)
inline constexpr bool is_optimized_build = true;
#else
inline constexpr bool is_optimized_build = false;
#endif

/// For each edge e of each node: grad[parent[e]] += local[e] * grad[node]. Visits the nodes in
/// `order`; if `order` is null, newest first. The results are the plain loops' results, bit for
/// bit. `parent` ends with the last node's edges. A node that the root does not use sends nothing,
/// not even 0 times infinity, which would be NaN. So if a local derivative is not finite,
/// `find_used` lists the nodes that the root uses.
void backward_fast(std::span<const TapeNode> nodes, std::span<const std::uint32_t> parent,
                   std::span<const double> local, std::span<double> grad,
                   const std::span<const Value>* order,
                   const std::function<std::vector<std::uint32_t>()>& find_used);

/// The dot product of a and b. Writes the node's edges, first to a, then to b. `data` holds the
/// tape's numbers by index. REQUIRES: equal lengths.
double dot_fast(const Tape& tape, const double* data, std::span<const Value> a,
                std::span<const Value> b, std::uint32_t* parents, double* locals);

/// Copies the indices and the data of `x`. Throws holo::Error if a Value is not live.
void read_values(const Tape& tape, std::span<const Value> x, std::uint32_t* indices,
                 double* numbers);

}  // namespace holo
