// emulator.h: the CUDA C++ that our kernels use, for a compiler without CUDA. A launch runs the
// blocks one after the other, and the threads of a block in turn (block.cpp).
//
// The emulator cannot show lanes in lockstep, occupancy, registers, coalescing, speed, or the
// memory model of a GPU. All threads of a block run on one OS thread, so it does not notice a
// missing __threadfence or volatile. A thread that spins until another thread writes never ends.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>

#define __global__
#define __device__
#define __host__

// Shared memory of a fixed size. The linker puts all such variables into one section, so that
// block.cpp can fill it. `used` hides their contents from the compiler.
#ifdef __ELF__
#define __shared__ static __attribute__((section("emulator_shared"), used))
#else
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
inline bool operator==(const Place& a, const Place& b) {
  return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}
/// The last parameters of a function. They receive the line that calls the function.
#define EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/// A bug in a kernel or in its caller. If a thread waits, what() names the thread and its line.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The built-in variables of a CUDA thread.
struct Thread {
  uint3 thread, block;
  dim3 block_dim;
  unsigned number;  // in its block: thread.x + block_dim.x (thread.y + block_dim.y thread.z)
};
/// The running thread; null outside of kernels.
extern const Thread* now;

constexpr unsigned lanes_of_warp = 32;
inline int lane() { return static_cast<int>(now->number % lanes_of_warp); }

/// Runs all threads of all blocks; each calls kernel(arguments). Throws Error if the kernel breaks
/// a rule of CUDA. With EMULATOR_ORDER=random the blocks, and the threads of each block, run in an
/// order that looks random and is the same in all runs. A result that depends on the order is
/// wrong.
void run(dim3 grid, dim3 block, void (*kernel)(const void*), const void* arguments);

/// True if the environment variable is `other`, false if it is `usual` or not set. Throws Error for
/// any other word.
bool chooses(const char* variable, const char* usual, const char* other);
/// Tells whether EMULATOR_MATH=other asks for results whose last bits are not those of the host.
bool other_math();

void barrier(Place place);
/// The `value` that lane `from` of the warp passed.
std::uint64_t shuffle(std::uint64_t value, int from, Place place);

}  // namespace emulator

#define threadIdx (emulator::now->thread)
#define blockIdx (emulator::now->block)
#define blockDim (emulator::now->block_dim)

inline void __syncthreads(EMULATOR_PLACE) { emulator::barrier({file, line}); }

/// For all lanes of the warp, whatever the mask.
template <class T>
T __shfl_xor_sync(unsigned, T value, int by, EMULATOR_PLACE) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = emulator::shuffle(bits, emulator::lane() ^ by, {file, line});
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
