// dropout_plain.cpp: sets random elements to 0 and scales the rest by 1 / (1 - p). y and x are [n].
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"
#include "holo/random.h"

namespace holo {

// y = uniform(i) >= p ? x / (1 - p) : 0
void Plain::dropout(Output y, const real* x, Index n, const DropoutMask& mask) {
  const CounterRandom random(mask.seed, mask.stream);
  const real scale = real(1 / (1 - mask.p));
  for (Index i = 0; i < n; ++i) {
    put(y, i, random.uniform(std::uint64_t(i)) >= mask.p ? x[i] * scale : 0);
  }
}

}  // namespace holo
