// cuda_emulator.h: the words of CUDA C++ that our kernels use, for a compiler that knows none of
// them. A CUDA thread is a fiber; a launch runs the blocks one after the other on the calling
// thread and returns when all have ended.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#ifdef EMULATOR_TSAN  // two workers: memory of its own for each
#define EMULATOR_OF_WORKER thread_local
#define __shared__ static thread_local
#else
#define EMULATOR_OF_WORKER
#define __shared__ static
#endif

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

namespace emulator {

/// A line of a kernel.
struct Place {
  const char* file;
  int line;
};
#define EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/// What the built-in variables of the running CUDA thread are.
struct Thread {
  uint3 thread, block;
  dim3 block_dim, grid_dim;
  unsigned number;  // in the block
};
extern EMULATOR_OF_WORKER const Thread* now;

using Body = void (*)(const void* arguments);
/// Runs body(arguments) for every thread of every block. Throws std::runtime_error when the threads
/// of a block wait for one another in a way that CUDA forbids.
void run(dim3 grid, dim3 block, std::size_t shared_bytes, Body body, const void* arguments,
         const char* kernel);

void* shared_memory();
void barrier(Place place);
enum class WarpOp : unsigned char { sync, shuffle, ballot };
/// What lane `from` of the warp gives as `value`; for a ballot a bit for each lane that gives 1.
std::uint64_t warp(WarpOp op, unsigned mask, std::uint64_t value, int from, Place place);

template <class T>
T shuffle(unsigned mask, T value, int from, Place place) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = warp(WarpOp::shuffle, mask, bits, from, place);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline int lane() { return static_cast<int>(now->number % 32); }

}  // namespace emulator

#define threadIdx (emulator::now->thread)
#define blockIdx (emulator::now->block)
#define blockDim (emulator::now->block_dim)
#define gridDim (emulator::now->grid_dim)
constexpr int warpSize = 32;

inline void __syncthreads(EMULATOR_PLACE) { emulator::barrier({file, line}); }
inline void __syncwarp(unsigned mask = 0xffffffffu, EMULATOR_PLACE) {
  emulator::warp(emulator::WarpOp::sync, mask, 0, emulator::lane(), {file, line});
}
template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32, EMULATOR_PLACE) {
  const int lane = emulator::lane();
  return emulator::shuffle(mask, value, (lane & ~(width - 1)) | (from & (width - 1)), {file, line});
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32, EMULATOR_PLACE) {
  const int lane = emulator::lane(), from = lane ^ by;
  return emulator::shuffle(mask, value, from < ((lane & ~(width - 1)) + width) ? from : lane,
                           {file, line});
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32, EMULATOR_PLACE) {
  const int lane = emulator::lane(), from = lane + static_cast<int>(by);
  return emulator::shuffle(mask, value, from < ((lane & ~(width - 1)) + width) ? from : lane,
                           {file, line});
}
inline unsigned __ballot_sync(unsigned mask, bool predicate, EMULATOR_PLACE) {
  return static_cast<unsigned>(
      emulator::warp(emulator::WarpOp::ballot, mask, predicate, emulator::lane(), {file, line}));
}

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
inline int __ffs(int x) { return __builtin_ffs(x); }
inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline float __expf(float x) { return std::exp(x); }
template <class T>
T __ldg(const T* p) {
  return *p;
}
