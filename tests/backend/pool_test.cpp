// pool_test.cpp: the pool does not even ask the system for more memory than the machine has: it
// might promise it, and end the program when it is used. The pool of a thread ends with it, without
// the destructor of a thread_local object, for which the system has to find memory. And the size of
// the cache that kernels cut their work for.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include "backend/backend.h"
#include "backend/cpu/caches.h"
#include "backend/pool.h"
#include "base/sanitizers.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/memory.h"
#include "holo/ops.h"

namespace {

thread_local std::size_t most_asked = 0;  // bytes, since it was set to 0
thread_local int registered = 0;          // destructors of thread_local objects of this thread

#if defined(__GLIBC__) && !HOLO_ADDRESS_SANITIZER && !HOLO_THREAD_SANITIZER
constexpr bool counts = true;
#else
constexpr bool counts = false;
#endif

}  // namespace

// With glibc the functions of the program are the ones that are called.
#if defined(__GLIBC__) && !HOLO_ADDRESS_SANITIZER && !HOLO_THREAD_SANITIZER
extern "C" int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  most_asked = std::max(most_asked, size);
  *block = std::aligned_alloc(alignment, size);
  return *block == nullptr ? 12 : 0;  // ENOMEM
}
extern "C" int __cxa_thread_atexit_impl(void (*)(void*), void*, void*) noexcept;
extern "C" int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* library) noexcept {
  ++registered;
  return __cxa_thread_atexit_impl(destroy, object, library);
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

TEST_CASE("pool: the first block and the first tensor of a thread register no destructor") {
  int of_block = -1, of_tensor = -1, of_object = -1;
  std::thread([&] {
    holo::pool::release(holo::pool::allocate(100), 100);
    of_block = registered;
    const holo::Tensor x = holo::zeros({3}).set_requires_grad(true);
    holo::sum(x * x).backward();
    of_tensor = registered;
    struct Object {
      int uses = 0;
      ~Object() { uses = 0; }
    };
    thread_local Object object;
    ++object.uses;
    of_object = registered;
  }).join();
  CHECK(of_block == 0);
  CHECK(of_tensor == 0);
  CHECK(of_object == (counts ? 1 : 0));
}

TEST_CASE("pool: what a thread kept goes back at its end, and what outlives it later") {
  const std::size_t before = holo::memory_stats().pooled_bytes;
  void* block = nullptr;
  std::size_t kept = 0, later = 0;
  std::thread([&] {
    block = holo::pool::allocate(1 << 12);
    holo::pool::release(holo::pool::allocate(1 << 12), 1 << 12);
    kept = holo::memory_stats().pooled_bytes;
  }).join();
  CHECK(kept >= 1 << 12);
  CHECK(holo::memory_stats().pooled_bytes == before);  // of this thread alone
  std::thread([&] {
    holo::pool::release(holo::pool::allocate(1), 1);  // has a pool of its own
    holo::pool::release(block, 1 << 12);
    later = holo::memory_stats().pooled_bytes;
  }).join();
  CHECK(later >= 1 << 12);
}

TEST_CASE(
    "caches: a size that a core may use, also where the system does not say or several share") {
  constexpr long long kibibyte = 1024, mebibyte = 1024 * kibibyte;
  CHECK(holo::usable_l2_cache(1280 * kibibyte) == 1280 * kibibyte);
  CHECK(holo::usable_l2_cache(holo::least_l2_cache) == holo::least_l2_cache);
  CHECK(holo::usable_l2_cache(holo::most_l2_cache) == holo::most_l2_cache);
  CHECK(holo::usable_l2_cache(128 * kibibyte) == holo::least_l2_cache);
  CHECK(holo::usable_l2_cache(16 * mebibyte) == holo::most_l2_cache);
  CHECK(holo::usable_l2_cache(1ll << 60) == holo::most_l2_cache);
  CHECK(holo::usable_l2_cache(0) == mebibyte);
  CHECK(holo::usable_l2_cache(-1) == mebibyte);
}

TEST_CASE("caches: the machine has one of that size") {
  CHECK(holo::l2_cache_size() >= holo::least_l2_cache);
  CHECK(holo::l2_cache_size() <= holo::most_l2_cache);
}
