// bit_cast.h: reads the bits of a number as a number of a different type.
// Emscripten 3.1 has no std::bit_cast; g++ 12 and clang++ 14 have the compiler builtin for it.
#pragma once

namespace holo {

template <class To, class From>
constexpr To bit_cast(const From& x) {
  return __builtin_bit_cast(To, x);
}

}  // namespace holo
