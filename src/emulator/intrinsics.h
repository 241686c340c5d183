// intrinsics.h: the barrier and the shuffle of CUDA, and two instructions for which it has no word:
// what stands for them has their names in PTX. emulator.h has it.
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

/// cvt.rn.bf16x2.f32: both rounded to the nearest bf16, of two to the even one; `high` in the high
/// half.
std::uint32_t emulated_cvt_rn_bf16x2(float high, float low);

/// mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 with c as C and D.
inline void emulated_mma_m16n8k16(float (&c)[4], const std::uint32_t (&a)[4],
                                  const std::uint32_t (&b)[2], EMULATOR_PLACE) {
  emulator::multiply({a, b, c}, {file, line});
}
