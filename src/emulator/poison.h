// poison.h: what lies in memory that nobody has written: as floats and as doubles NaNs, half of the
// floats and all doubles such that arithmetic with them can be trapped; as an index one far too
// large.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emulator {

inline void poison(void* memory, std::size_t bytes) {
  constexpr std::uint64_t pattern = 0x7ff5a5a57fa5a5a5;
  char* p = static_cast<char*>(memory);
  char* const end = p + bytes;
  const auto put_byte = [&] {
    *p = static_cast<char>(pattern >> 8 * (reinterpret_cast<std::uintptr_t>(p) % 8));
    ++p;
  };
  while (p != end && reinterpret_cast<std::uintptr_t>(p) % 8 != 0) put_byte();
  for (; end - p >= 8; p += 8) *reinterpret_cast<std::uint64_t*>(p) = pattern;
  while (p != end) put_byte();
}

}  // namespace emulator
