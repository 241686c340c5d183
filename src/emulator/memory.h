// memory.h: the memory of the emulated GPU, which is one region of addresses. It is open only while
// a kernel or a copy runs: if the host reads or writes it, the system stops the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulator {

// Unwritten memory holds poison: NaNs, as floats and as doubles, or a far too large index.

/// The poison of the 8 bytes at p. It differs between blocks, so that we notice a copy from behind
/// one array to behind another.
inline std::uint64_t poison_of(const char* p) {
  const std::uint64_t tag = reinterpret_cast<std::uintptr_t>(p) >> 8 & 0xffff;
  return 0x7ff500007fa50000 | tag << 32 | tag;
}
inline char poison_at(const char* p) {
  return static_cast<char>(poison_of(p) >> 8 * (reinterpret_cast<std::uintptr_t>(p) % 8));
}

inline void poison(void* memory, std::size_t bytes) {
  char* p = static_cast<char*>(memory);
  char* const end = p + bytes;
  const auto put_byte = [&] {
    *p = poison_at(p);
    ++p;
  };
  while (p != end && reinterpret_cast<std::uintptr_t>(p) % 8 != 0) put_byte();
  for (; end - p >= 8; p += 8) *reinterpret_cast<std::uint64_t*>(p) = poison_of(p);
  while (p != end) put_byte();
}

/// Returns a poisoned block at a multiple of 256 bytes, or null if there is no room.
void* allocate(std::size_t bytes);
/// Poisons the block, and does not reuse it soon. Throws Error if no block begins there.
void release_block(void* block);

/// "" if the bytes are in one block; otherwise a text that says what is there.
std::string what_is_wrong(const void* p, std::size_t bytes);
/// True if the address is in the region, in a block or between blocks.
bool is_of_device(const void* p);

constexpr std::size_t bytes_of_device = std::size_t{4} << 30;

/// While an Access lives, the host may use device memory.
class Access {
 public:
  Access();
  ~Access();
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;
};

/// If the system can, copies without opening the memory, at a tenth of the cost for a few numbers.
void copy_to_device(void* device, const void* host, std::size_t bytes);
void copy_from_device(void* host, const void* device, std::size_t bytes);

}  // namespace emulator
