// caches.h: how large the caches of the machine are, for kernels that cut their work into blocks.
// Block sizes change how long a kernel takes; no result depends on them.
#pragma once

#include "holo/shape.h"

namespace holo {

inline constexpr Index least_l2_cache = Index{256} << 10, most_l2_cache = Index{2} << 20;

/// Bytes of the L2 cache of a core, asked for once: between the two above, since where it is larger
/// several cores share it; 1 MiB where the system does not say.
Index l2_cache_size();

/// What l2_cache_size() makes of the answer of the system; 0 or less: none.
Index usable_l2_cache(long long answer);

}  // namespace holo
