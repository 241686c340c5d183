// vec.h: Vec, a vector register of numbers, for the CPU kernels. +, select and so on work on each
// lane as on a real. Vec uses the vector types of g++ and clang++, which compile to the machine's
// instructions (SSE, AVX, AVX-512, NEON). Compile all files of a program that include it for the
// same machine. The elementary functions are in vec_math.h; vec_loop.h loops over arrays.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "holo/version.h"

// If several objects have the same inline function, the linker keeps one. Kernels may fuse a
// product and a sum, but tests may not. So the functions of their Vecs have different names.
#ifdef HOLO_KERNEL
#define HOLO_VEC_NAMESPACE vec_of_kernels
#else
#define HOLO_VEC_NAMESPACE vec_of_others
#endif

namespace holo {
inline namespace HOLO_VEC_NAMESPACE {

struct Vec {
#if defined(__AVX512F__)
  static constexpr int bytes = 64;
#elif defined(__AVX__)
  static constexpr int bytes = 32;
#else
  static constexpr int bytes = 16;
#endif
  static constexpr int width = bytes / static_cast<int>(sizeof(real));  // number of lanes

  using Lanes = real __attribute__((vector_size(bytes)));
  using Word = std::conditional_t<sizeof(real) == 4, std::uint32_t, std::uint64_t>;
  using Bits = Word __attribute__((vector_size(bytes)));

  Lanes lanes;

  Vec() = default;  // lanes are uninitialised
  Vec(Lanes x) : lanes(x) {}
  /// All lanes are equal. Implicit, so that you can write 1 / (1 + x) as for a number.
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  Vec(Number x) : lanes(static_cast<real>(x) - Lanes{}) {}
};

/// The result of a comparison: each lane is true (all bits 1) or false (all bits 0).
struct Mask {
  using Lanes = decltype(Vec::Lanes() < Vec::Lanes());
  Lanes lanes;
};

// ---- memory; addresses need no alignment ----

inline Vec load(const real* from) {
  Vec x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

inline void store(real* to, Vec x) { std::memcpy(to, &x, sizeof x); }

// ---- arithmetic, lane by lane. a * b + c is rounded once if the file is compiled with
// -ffp-contract=fast and the machine has a fused multiply-add ----

inline Vec operator-(Vec x) { return -x.lanes; }
inline Vec operator+(Vec a, Vec b) { return a.lanes + b.lanes; }
inline Vec operator-(Vec a, Vec b) { return a.lanes - b.lanes; }
inline Vec operator*(Vec a, Vec b) { return a.lanes * b.lanes; }
inline Vec operator/(Vec a, Vec b) { return a.lanes / b.lanes; }
inline Vec& operator+=(Vec& a, Vec b) { return a = a + b; }
inline Vec& operator-=(Vec& a, Vec b) { return a = a - b; }
inline Vec& operator*=(Vec& a, Vec b) { return a = a * b; }
inline Vec& operator/=(Vec& a, Vec b) { return a = a / b; }

// ---- comparisons; && and || evaluate both sides ----

inline Mask operator<(Vec a, Vec b) { return {a.lanes < b.lanes}; }
inline Mask operator>(Vec a, Vec b) { return {a.lanes > b.lanes}; }
inline Mask operator<=(Vec a, Vec b) { return {a.lanes <= b.lanes}; }
inline Mask operator>=(Vec a, Vec b) { return {a.lanes >= b.lanes}; }
inline Mask operator==(Vec a, Vec b) { return {a.lanes == b.lanes}; }
inline Mask operator!=(Vec a, Vec b) { return {a.lanes != b.lanes}; }
inline Mask operator&&(Mask a, Mask b) { return {a.lanes & b.lanes}; }
inline Mask operator||(Mask a, Mask b) { return {a.lanes | b.lanes}; }
inline Mask operator!(Mask a) { return {~a.lanes}; }

/// a where the mask is true, b elsewhere
inline Vec select(Mask mask, Vec a, Vec b) { return mask.lanes ? a.lanes : b.lanes; }

/// a > b ? a : b, and a < b ? a : b. If either is NaN, the result is b; math::Max keeps a NaN.
inline Vec max(Vec a, Vec b) { return select(a > b, a, b); }
inline Vec min(Vec a, Vec b) { return select(a < b, a, b); }

inline Vec sqrt(Vec x) {
  for (int i = 0; i < Vec::width; ++i) x.lanes[i] = std::sqrt(x.lanes[i]);  // one instruction
  return x;
}

// ---- bits ----

inline Vec::Bits bits(Vec x) { return (Vec::Bits)x.lanes; }
inline Vec from_bits(Vec::Bits x) { return (Vec::Lanes)x; }

inline Vec abs(Vec x) { return from_bits(bits(x) & ~bits(Vec(-0.0))); }

/// The magnitude of `size` with the sign of `sign`.
inline Vec copysign(Vec size, Vec sign) {
  const Vec::Bits sign_bit = bits(Vec(-0.0));
  return from_bits((bits(size) & ~sign_bit) | (bits(sign) & sign_bit));
}

// ---- across the lanes, always by halves: lane i adds lane i + width / 2, and so on ----

/// Lane i is lane (i + by) mod width of x.
template <int by, int... lane>
Vec rotate(Vec x, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(x.lanes, x.lanes, ((lane + by) % Vec::width)...);
}

template <int by>
Vec rotate(Vec x) {
  return rotate<by>(x, std::make_integer_sequence<int, Vec::width>());
}

/// The sum of all lanes.
template <int by = Vec::width / 2>
real sum(Vec x) {
  if constexpr (by == 0) {
    return x.lanes[0];
  } else {
    return sum<by / 2>(x + rotate<by>(x));
  }
}

}  // namespace HOLO_VEC_NAMESPACE
}  // namespace holo
