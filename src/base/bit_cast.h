// bit_cast.h: reinterprets the bits of a number as a number of a different type. Emscripten 3.1 has
// no std::bit_cast, so this file uses the builtin of g++ and clang++.
#pragma once

namespace holo {

template <class To, class From>
constexpr To bit_cast(const From& x) {
  return __builtin_bit_cast(To, x);
}

}  // namespace holo
