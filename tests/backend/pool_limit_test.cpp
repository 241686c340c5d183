// pool_limit_test.cpp: the system is not even asked for more memory than the machine has: it might
// promise it, and end the program when it is used.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "backend/backend.h"
#include "backend/pool.h"
#include "base/sanitizers.h"
#include "holo/check.h"

namespace {

thread_local std::size_t most_asked = 0;  // bytes, since it was set to 0

// With glibc the function of the program is the one that the pool calls.
#if defined(__GLIBC__) && !HOLO_ADDRESS_SANITIZER && !HOLO_THREAD_SANITIZER
constexpr bool counts = true;
#else
constexpr bool counts = false;
#endif

}  // namespace

#if defined(__GLIBC__) && !HOLO_ADDRESS_SANITIZER && !HOLO_THREAD_SANITIZER
extern "C" int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  most_asked = std::max(most_asked, size);
  *block = std::aligned_alloc(alignment, size);
  return *block == nullptr ? 12 : 0;  // ENOMEM
}
#endif

TEST_CASE("memory: a number of bytes that no address counts is refused, and does not wrap") {
  CHECK(holo::bytes_of(3) == 3 * sizeof(holo::real));
  CHECK_THROWS_AS(holo::bytes_of(INT64_MAX), holo::Error);
  CHECK_THROWS_AS(holo::bytes_of(static_cast<holo::Index>(SIZE_MAX / sizeof(holo::real)) + 1),
                  holo::Error);
}

TEST_CASE("pool: more than the machine has is refused before the system is asked") {
  namespace pool = holo::pool;
  // On 32 bits a machine may have more than an address counts; the system refuses it then.
  const double physical =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (100 * physical > static_cast<double>(SIZE_MAX)) {
    CHECK_THROWS_AS(pool::allocate(SIZE_MAX), holo::Error);
    CHECK_THROWS_AS(pool::allocate(SIZE_MAX / 2 + 1), holo::Error);
    return;
  }
  const std::size_t all = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                          static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  most_asked = 0;
  void* const block = pool::allocate(3 << 20);
  pool::release(block, 3 << 20);
  holo::release_pooled_memory();
  pool::release(pool::allocate(3 << 20), 3 << 20);
  CHECK(most_asked == (counts ? pool::rounded(3 << 20) : 0));
  for (const std::size_t bytes : {all + 1, 2 * all, 100 * all}) {
    CHECK_THROWS_AS(pool::allocate(bytes), holo::Error);
  }
  CHECK(most_asked <= all);
}
