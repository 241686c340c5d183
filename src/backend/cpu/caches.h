// caches.h: the sizes of the machine's caches, for kernels that divide their work into blocks.
// Block sizes change the time of a kernel, but not its result.
#pragma once

#include "holo/shape.h"

namespace holo {

inline constexpr Index least_l2_cache = Index{256} << 10, most_l2_cache = Index{2} << 20;

/// Bytes of a core's L2 cache, within the two limits above, because several cores share a larger
/// one. 1 MiB if the system does not tell. It asks the system only once.
Index l2_cache_size();

/// Computes l2_cache_size() from the answer of the system; 0 or less means no answer.
Index usable_l2_cache(long long answer);

}  // namespace holo
