// parallel.h: the loop that threads share. Every kernel of the processor runs its loop through it.
#pragma once

#include "backend/cpu/grain.h"

namespace holo {

/// body(i) for every i < count, in any order, each by one thread. `work` says how much all of it
/// is, in elements of a simple loop: below grain::elements the calling thread does it alone, since
/// waking others would take longer.
/// REQUIRES: no body writes what another one reads or writes.
template <class Body>
void parallel_for(Index count, Index work, const Body& body) {
  if (count <= 1 || work < grain::elements) {
    for (Index i = 0; i < count; ++i) body(i);
    return;
  }
#pragma omp parallel for
  for (Index i = 0; i < count; ++i) body(i);
}

}  // namespace holo
