// simd.h: eight numbers at once, in the vector types of g++ and clang++, which compile to what the
// machine has. The results are the same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace holo {

#ifdef __AVX__
inline constexpr std::size_t simd_width = 4;  // 64-bit numbers in one register
#else
inline constexpr std::size_t simd_width = 2;
#endif

using Doubles = double __attribute__((vector_size(8 * simd_width)));
using Words = std::uint64_t __attribute__((vector_size(8 * simd_width)));
using HalfWords =
    std::uint32_t __attribute__((vector_size(8 * simd_width)));  // twice as many of 32 bits

template <class Vector, class T>
Vector load(const T* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class T, class Vector>
void store(T* to, const Vector& v) {
  std::memcpy(to, &v, sizeof v);
}

/// {0, 1, 2, ...}
template <class Vector, class T>
constexpr Vector count() {
  Vector v = {};
  for (std::size_t i = 0; i < sizeof(Vector) / sizeof(T); ++i) v[i] = static_cast<T>(i);
  return v;
}

/// to[i] += a[i] * b
inline void add_scaled(double* to, const double* a, double b) {
  for (std::size_t i = 0; i < 8; i += simd_width) {
    store(to + i, load<Doubles>(to + i) + load<Doubles>(a + i) * b);
  }
}

/// Eight sums side by side.
class EightSums {
 public:
  /// sum[i] += a[i] * b[i], and copies of both
  void add_products(const double* a, const double* b, double* copy_of_a, double* copy_of_b) {
    for (std::size_t i = 0; i < 8; i += simd_width) {
      const Doubles x = load<Doubles>(a + i), y = load<Doubles>(b + i);
      store(copy_of_a + i, x);
      store(copy_of_b + i, y);
      sums_[i / simd_width] += x * y;
    }
  }
  /// sum[i] += a[i] * b
  void add_scaled(const double* a, double b) {
    for (std::size_t i = 0; i < 8; i += simd_width)
      sums_[i / simd_width] += load<Doubles>(a + i) * b;
  }
  /// ((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7))
  double total() const {
    constexpr std::size_t half = 4 / simd_width;
    Doubles folded[half];
    for (std::size_t i = 0; i < half; ++i) folded[i] = sums_[i] + sums_[i + half];
    double four[4];
    std::memcpy(four, folded, sizeof four);
    return (four[0] + four[2]) + (four[1] + four[3]);
  }

 private:
  Doubles sums_[8 / simd_width] = {};
};

/// True when all bits are 0.
template <class Vector>
bool is_zero(const Vector& v) {
  using Two = std::uint64_t __attribute__((vector_size(16)));
  const char* bytes = reinterpret_cast<const char*>(&v);
  Two word = {};
  for (std::size_t i = 0; i < sizeof v; i += sizeof word) word |= load<Two>(bytes + i);
  return (word[0] | word[1]) == 0;
}

/// All bits 0 when x[i] = x[0] + i for all eight.
template <class T>
auto gaps(const T* x) {
  using Vector = std::conditional_t<sizeof(T) == 8, Words, HalfWords>;
  Vector gaps = {};
  for (std::size_t i = 0; i < 8; i += sizeof(Vector) / sizeof(T)) {
    gaps |= (load<Vector>(x + i) - static_cast<T>(i) - count<Vector, T>()) ^ x[0];
  }
  return gaps;
}

/// x[i] = first + i
inline void store_run(std::uint32_t* x, std::uint32_t first) {
  for (std::uint32_t i = 0; i < 8; i += sizeof(HalfWords) / 4) {
    store(x + i, count<HalfWords, std::uint32_t>() + (first + i));
  }
}

}  // namespace holo
