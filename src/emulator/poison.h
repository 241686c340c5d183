// poison.h: what lies in memory that nobody has written: as floats and as doubles NaNs, half of the
// floats and all doubles such that arithmetic with them can be trapped; as an index one far too
// large.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emulator {

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

}  // namespace emulator
