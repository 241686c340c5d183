// grain.h: the least work that is worth sharing among threads. With less, a kernel stays on the
// calling thread.
//
// An OpenMP region costs 0.5 us while its threads still spin, and up to 50 us once they sleep. An
// element of a simple loop takes about 0.1 ns (in cache) to 0.5 ns, an exponential 0.3 ns, so that
// 20,000 elements are 2 to 10 us: enough to share. A product of matrices does 50 multiply-adds a
// nanosecond; 150,000 of them take 3 us.
#pragma once

#include "holo/shape.h"

namespace holo::grain {

inline constexpr Index elements = 20000;        // of an elementwise kernel, a norm, a softmax
inline constexpr Index multiply_adds = 150000;  // of a matrix product, of attention

/// Reductions and long loops are cut into chunks of this many elements, whatever the number of
/// threads is: so the order of every sum is fixed.
inline constexpr Index chunk = 4096;

}  // namespace holo::grain
