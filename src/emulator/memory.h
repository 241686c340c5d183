// memory.h: the memory of the emulated GPU: one region of addresses. The host cannot read or write
// it; it is open while a kernel or a copy runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulator {

// What lies in memory that nobody has written: as floats and as doubles NaNs, half of the floats
// and all doubles such that arithmetic with them can be trapped; as an index one far too large.

/// Of the 8 bytes there. Those of another block have another one: so what was copied from behind
/// one array to behind another is seen.
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

/// The place of the first byte that is no poison; `bytes` when all are.
inline std::size_t first_unpoisoned(const char* memory, std::size_t bytes) {
  std::size_t i = 0;
  while (i < bytes && memory[i] == poison_at(memory + i)) ++i;
  return i;
}

/// A block at a multiple of 256 bytes, poisoned; null when there is no room.
void* allocate(std::size_t bytes);
/// It is poisoned, and is not given out again soon. Throws Error when no block begins there.
void release_block(void* block);

/// "" when the bytes lie in one block; otherwise what is there instead.
std::string what_is_wrong(const void* p, std::size_t bytes);
/// For a pointer into a block: what a kernel has written of the 256 bytes before it and of the gap
/// behind it, in words; "" when nothing. REQUIRES: an Access lives.
std::string what_was_written_around(const void* p);
/// True when the address lies in the region, whether or not in a block.
bool is_of_device(const void* p);

constexpr std::size_t bytes_of_device = std::size_t{4} << 30;

/// The host may use device memory while one of these lives.
class Access {
 public:
  Access();
  ~Access();
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;
};

/// Copies without opening the memory, where the system can: a tenth of the cost for a few numbers.
void copy_to_device(void* device, const void* host, std::size_t bytes);
void copy_from_device(void* host, const void* device, std::size_t bytes);

}  // namespace emulator
