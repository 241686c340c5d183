// pool_thread_test.cpp: the pool of a thread ends with it, without the destructor of a thread_local
// object: the system has to find memory for each of these, and ends the program when there is none.
#include <doctest/doctest.h>

#include <thread>

#include "backend/pool.h"
#include "base/sanitizers.h"
#include "holo/creation.h"
#include "holo/memory.h"
#include "holo/ops.h"

#if defined(__GLIBC__) && !HOLO_ADDRESS_SANITIZER && !HOLO_THREAD_SANITIZER

namespace {

thread_local int registered = 0;  // destructors of thread_local objects of this thread

}  // namespace

// The function of the program is the one that is called.
extern "C" int __cxa_thread_atexit_impl(void (*)(void*), void*, void*) noexcept;
extern "C" int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* library) noexcept {
  ++registered;
  return __cxa_thread_atexit_impl(destroy, object, library);
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
  CHECK(of_object == 1);  // else nothing would be counted
}

#endif

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
