// intrinsics.h: barriers, shuffles, votes and atomics of CUDA. emulator.h has it.
#pragma once

#include <cstring>
#include <type_traits>

#include "emulator/emulator.h"

namespace emulator {

template <class T>
T shuffle(unsigned mask, T value, int from, Place place) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = warp(WarpOp::shuffle, mask, bits, from, place);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The first lane of the `width` lanes that shuffle among themselves.
inline int first_of(int width) { return lane() & ~(width - 1); }
/// Lane `from` when it is one of them, otherwise this lane.
inline int within(int width, int from) {
  const int first = first_of(width);
  return first <= from && from < first + width ? from : lane();
}

inline unsigned vote(unsigned mask, bool predicate, Place place) {
  return static_cast<unsigned>(warp(WarpOp::vote, mask, predicate, lane(), place));
}

}  // namespace emulator

inline void __syncthreads(EMULATOR_PLACE) { emulator::barrier({file, line}); }
inline void __syncwarp(unsigned mask = 0xffffffffu, EMULATOR_PLACE) {
  emulator::warp(emulator::WarpOp::sync, mask, 0, emulator::lane(), {file, line});
}

template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32, EMULATOR_PLACE) {
  const int first = emulator::first_of(width);
  return emulator::shuffle(mask, value, first + (from & (width - 1)), {file, line});
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32, EMULATOR_PLACE) {
  return emulator::shuffle(mask, value, emulator::within(width, emulator::lane() ^ by),
                           {file, line});
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32, EMULATOR_PLACE) {
  const int from = emulator::lane() + static_cast<int>(by);
  return emulator::shuffle(mask, value, emulator::within(width, from), {file, line});
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32, EMULATOR_PLACE) {
  const int from = emulator::lane() - static_cast<int>(by);
  return emulator::shuffle(mask, value, emulator::within(width, from), {file, line});
}

inline unsigned __ballot_sync(unsigned mask, bool predicate, EMULATOR_PLACE) {
  return emulator::vote(mask, predicate, {file, line});
}
inline int __any_sync(unsigned mask, bool predicate, EMULATOR_PLACE) {
  return emulator::vote(mask, predicate, {file, line}) != 0;
}
inline int __all_sync(unsigned mask, bool predicate, EMULATOR_PLACE) {
  return emulator::vote(mask, predicate, {file, line}) == mask;
}
inline unsigned __activemask() { return emulator::active_lanes(); }

/// *address += value as one step; returns what was there.
template <class T>
T atomicAdd(T* address, T value) {
  T before, after;
  __atomic_load(address, &before, __ATOMIC_RELAXED);
  do {
    after = before + value;
  } while (!__atomic_compare_exchange(address, &before, &after, false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED));
  return before;
}
