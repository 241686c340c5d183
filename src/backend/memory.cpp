// memory.cpp: what users can ask about the memory of tensors, from the counters of the pool.
#include "holo/memory.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "backend/backend.h"
#include "backend/pool.h"
#include "holo/check.h"

namespace holo {

std::size_t bytes_of(Index n) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(n, sizeof(real), &bytes)) {
    throw Error("memory", fmt::format("{} numbers asked for", n),
                fmt::format("a size in bytes below 2^{}", 8 * sizeof bytes),
                "a smaller batch, block size or model");
  }
  return bytes;
}

MemoryStats memory_stats() { return pool::stats(); }
void reset_peak_memory() { pool::reset_peak(); }
void release_pooled_memory() { pool::release_free_blocks(); }

std::string MemoryStats::to_string() const {
  const auto mebibytes = [](std::size_t n) { return static_cast<double>(n) / (1 << 20); };
  return fmt::format(
      "live {} nodes, {:.1f} MiB; peak {:.1f} MiB; pooled {:.1f} MiB; {} system allocations",
      live_nodes, mebibytes(live_bytes), mebibytes(peak_bytes), mebibytes(pooled_bytes),
      system_allocations);
}

}  // namespace holo
