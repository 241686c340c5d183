// caches_test.cpp: the size of the L2 cache that kernels cut their work for, whatever the system
// says.
#include "backend/cpu/caches.h"

#include <doctest/doctest.h>

namespace caches_test {

using namespace holo;

TEST_CASE(
    "caches: a size that a core may use, also where the system does not say or several share") {
  constexpr long long kibibyte = 1024, mebibyte = 1024 * kibibyte;
  CHECK(usable_l2_cache(1280 * kibibyte) == 1280 * kibibyte);
  CHECK(usable_l2_cache(least_l2_cache) == least_l2_cache);
  CHECK(usable_l2_cache(most_l2_cache) == most_l2_cache);
  CHECK(usable_l2_cache(128 * kibibyte) == least_l2_cache);
  CHECK(usable_l2_cache(16 * mebibyte) == most_l2_cache);
  CHECK(usable_l2_cache(1ll << 60) == most_l2_cache);
  CHECK(usable_l2_cache(0) == mebibyte);
  CHECK(usable_l2_cache(-1) == mebibyte);
}

TEST_CASE("caches: the machine has one of that size") {
  CHECK(l2_cache_size() >= least_l2_cache);
  CHECK(l2_cache_size() <= most_l2_cache);
}

}  // namespace caches_test
