// intrinsics.h: the barrier and the shuffle of CUDA. emulator.h has it.
#pragma once

#include <cstring>
#include <type_traits>

#include "emulator/emulator.h"

inline void __syncthreads(EMULATOR_PLACE) { emulator::barrier({file, line}); }

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int by, EMULATOR_PLACE) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = emulator::shuffle(mask, bits, emulator::lane() ^ by, {file, line});
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
