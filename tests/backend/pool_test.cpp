// pool_test.cpp: the blocks of the pool: aligned, apart, used again, given back when their thread
// ends. The pool does not even ask the system for more memory than the machine has: it might
// promise it, and end the program when it is used.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/pool.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/memory.h"

namespace pool_test {

using namespace holo;

TEST_CASE("memory: a number of bytes that no address counts is refused, and does not wrap") {
  CHECK(bytes_of(3) == 3 * sizeof(real));
  CHECK_THROWS_AS(bytes_of(INT64_MAX), Error);
  CHECK_THROWS_AS(bytes_of(static_cast<Index>(SIZE_MAX / sizeof(real)) + 1), Error);
}

TEST_CASE("pool: more than the machine has is refused") {
  // On 32 bits a machine may have more than an address counts; the system refuses it then.
  const double physical =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  CHECK_THROWS_AS(pool::allocate(SIZE_MAX), Error);
  CHECK_THROWS_AS(pool::allocate(SIZE_MAX / 2 + 1), Error);
  if (physical < static_cast<double>(SIZE_MAX / 2)) {
    CHECK_THROWS_AS(pool::allocate(static_cast<std::size_t>(physical) + 1), Error);
  }
}

TEST_CASE("pool: size classes hold what is asked for, and at most a quarter more") {
  std::size_t before = 0;
  for (std::size_t bytes = 0; bytes < 20000; ++bytes) {
    const std::size_t size = pool::rounded(bytes);
    const bool is_class = size >= bytes && size >= before && size % 64 == 0 &&
                          pool::rounded(size) == size &&
                          (bytes <= 256 ? size < bytes + 64 || size == 64 : size * 4 <= bytes * 5);
    if (!is_class) FAIL_CHECK(bytes, " in ", size);
    before = size;
  }
  for (int bit = 10; bit < (sizeof(std::size_t) == 8 ? 50 : 30); ++bit) {
    const std::size_t power = std::size_t{1} << bit;
    CHECK(pool::rounded(power) == power);
    CHECK(pool::rounded(power + 1) == power + power / 4);
    CHECK(pool::rounded(power - 1) == power);
  }
}

TEST_CASE("pool: blocks are aligned, usable to the end, apart, and used again") {
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (const std::size_t bytes :
       std::vector<std::size_t>{0, 1, 63, 64, 65, 256, 257, 1000, 4096, 5000, 100000, 5000000}) {
    for (int i = 0; i < 3; ++i) {
      auto* const block = static_cast<unsigned char*>(pool::allocate(bytes));
      CHECK(reinterpret_cast<std::uintptr_t>(block) % 64 == 0);
      std::fill(block, block + bytes, static_cast<unsigned char>(blocks.size()));
      blocks.emplace_back(block, bytes);
    }
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [block, bytes] = blocks[i];
    if (bytes > 0) CHECK((block[0] == i && block[bytes - 1] == i));
  }
  const std::uint64_t before = memory_stats().system_allocations;
  for (const auto& [block, bytes] : blocks) pool::release(block, bytes);
  // The last one freed of a class is the first one used again, also by another size of the class.
  void* const again = pool::allocate(1020);
  CHECK(again == blocks[7 * 3 + 2].first);
  CHECK(memory_stats().system_allocations == before);
  pool::release(again, 1020);
}

TEST_CASE("pool: what a thread kept goes back at its end; a tensor may outlive its thread's pool") {
  const MemoryStats before = memory_stats();
  Tensor from_thread, mine = ones({1000});
  std::size_t kept = 0;
  std::thread([&, taken = std::move(mine)]() mutable {
    from_thread = ones({1000});
    zeros({1 << 10});
    taken = Tensor();
    kept = memory_stats().pooled_bytes;
  }).join();
  CHECK(kept >= sizeof(real) << 10);
  CHECK(memory_stats().pooled_bytes <= before.pooled_bytes);  // of this thread alone
  CHECK(from_thread.to_vector() == std::vector<real>(1000, 1));
  from_thread = Tensor();
  CHECK(memory_stats().live_nodes == before.live_nodes);
  CHECK(memory_stats().live_bytes == before.live_bytes);
}

}  // namespace pool_test
