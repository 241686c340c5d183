// unique_number.h: numbers of which no two threads get the same.
#pragma once

#include <atomic>
#include <cstdint>

namespace holo {

/// 0, 1, 2, ... on the first thread. A thread takes a million at a time, so that it need not ask
/// the others for each: `blocks` counts these, `next` is a thread_local of the caller.
inline std::uint64_t unique_number(std::atomic<std::uint64_t>& blocks, std::uint64_t& next) {
  constexpr std::uint64_t block = 1'000'000;
  if (next % block == 0) next = block * blocks++;
  return next++;
}

}  // namespace holo
