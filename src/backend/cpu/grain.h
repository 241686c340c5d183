// grain.h: the least work that is worth sharing among threads. A kernel with less work stays on the
// calling thread.
//
// An OpenMP region costs 0.5 us while its threads still spin, and up to 50 us once they sleep. An
// element of a simple loop takes from 0.1 ns (in cache) to 0.5 ns, an exponential 0.3 ns. So 20,000
// elements take 2 to 10 us, which is enough to share. A matrix product does 50 multiply-adds a
// nanosecond; 150,000 take 3 us.
#pragma once

#include "holo/shape.h"

namespace holo::grain {

inline constexpr Index elements = 20000;        // of an elementwise kernel, a norm, a softmax
inline constexpr Index multiply_adds = 150000;  // of a matrix product, of attention

/// Reductions and long loops work in chunks of this many elements for any number of threads, so
/// that the order of every sum is fixed.
inline constexpr Index chunk = 4096;

}  // namespace holo::grain
