// grain.h: the least work that is worth sharing among threads. A kernel with less work runs on the
// calling thread only.
//
// An OpenMP region costs 0.5 us while its threads still spin, and up to 50 us if they sleep. An
// element of a simple loop takes from 0.1 ns (in cache) to 0.5 ns, an exponential 0.3 ns. So 20,000
// elements take 2 to 10 us, which is enough to share. A matrix product does 50 multiply-adds a
// nanosecond; 150,000 take 3 us.
#pragma once

#include "holo/shape.h"

namespace holo::grain {

inline constexpr Index elements = 20000;        // in an elementwise kernel, a norm or a softmax
inline constexpr Index multiply_adds = 150000;  // in a matrix product or in attention

/// Reductions and long loops work in chunks of this many elements, whatever the number of threads,
/// so that the order of each sum is fixed.
inline constexpr Index chunk = 4096;

}  // namespace holo::grain
