// memory.h: the memory of the emulated GPU, which is one region of addresses. It is open only while
// a kernel or a copy runs: if the host reads or writes it, the system stops the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#ifdef EMULATOR_ASAN
extern "C" {
void __asan_poison_memory_region(const volatile void* p, std::size_t bytes);
void __asan_unpoison_memory_region(const volatile void* p, std::size_t bytes);
}
#endif

namespace emulator {

// Unwritten memory holds poison: NaNs, as floats and as doubles, or a far too large index.

/// The poison of the 8 bytes at p. It differs between blocks, so that we notice a copy from behind
/// one array to behind another.
inline std::uint64_t poison_of(const char* p) {
  const std::uint64_t tag = reinterpret_cast<std::uintptr_t>(p) >> 8 & 0xffff;
  return 0x7ff500007fa50000 | tag << 32 | tag;
}

/// REQUIRES: `memory` is a multiple of 8. Up to 7 bytes at the end stay as they are.
inline void poison(void* memory, std::size_t bytes) {
  char* p = static_cast<char*>(memory);
  for (char* const end = p + bytes; end - p >= 8; p += 8) {
    const std::uint64_t bits = poison_of(p);
    std::memcpy(p, &bits, 8);
  }
}

/// Makes AddressSanitizer report every use of these bytes. The sources of the emulator are compiled
/// without sanitizers, so EMULATOR_ASAN says that the program has it (src/make/compile.mk).
inline void forbid([[maybe_unused]] const void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef EMULATOR_ASAN
  __asan_poison_memory_region(p, bytes);
#endif
}
inline void allow([[maybe_unused]] const void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef EMULATOR_ASAN
  __asan_unpoison_memory_region(p, bytes);
#endif
}

/// How much memory the GPU has.
constexpr std::size_t bytes_of_device = std::size_t{4} << 30;

/// Returns a poisoned block at a multiple of 256 bytes, or null if there is no room.
void* allocate(std::size_t bytes);
/// Poisons the block, apart from large pages, which become 0, and does not reuse it soon. Throws
/// Error if no block begins there.
void release_block(void* block);

/// "" if the bytes are in one block; otherwise a text that says what is there.
std::string what_is_wrong(const void* p, std::size_t bytes);
/// True if the address is in the region, in a block or between blocks.
bool is_of_device(const void* p);

/// While an Access lives, the host may use device memory.
class Access {
 public:
  Access();
  ~Access();
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;
};

}  // namespace emulator
