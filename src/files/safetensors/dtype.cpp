// dtype.cpp: converts numbers of 16, 32 and 64 bits to real and back.
#include "files/safetensors/dtype.h"

#include <type_traits>

#include "base/bit_cast.h"

namespace holo {
namespace {

static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(Index) == 8);

// Source: enum Dtype of the reference library. Narrow types come in parts of a byte.
constexpr Dtype dtypes[] = {
    {"BOOL", 8, false},        {"F4", 4, false},          {"F6_E2M3", 6, false},
    {"F6_E3M2", 6, false},     {"U8", 8, false},          {"I8", 8, false},
    {"F8_E5M2", 8, false},     {"F8_E4M3", 8, false},     {"F8_E8M0", 8, false},
    {"F8_E4M3FNUZ", 8, false}, {"F8_E5M2FNUZ", 8, false}, {"I16", 16, false},
    {"U16", 16, false},        {"F16", 16, true},         {"BF16", 16, true},
    {"I32", 32, false},        {"U32", 32, false},        {"F32", 32, true},
    {"C64", 64, false},        {"F64", 64, true},         {"I64", 64, false},
    {"U64", 64, false}};

// `width` bytes from the lowest on; with a constant width the compiler makes one load of it.
std::uint64_t read_little(const char* bytes, std::size_t width) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < width; ++i) {
    bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return bits;
}

void write_little(std::uint64_t bits, char* bytes, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) {
    bytes[i] = static_cast<char>(static_cast<unsigned char>(bits >> (8 * i)));
  }
}

float float_of_bits(std::uint32_t bits) { return bit_cast<float>(bits); }

// Sign, 5 bits of exponent with bias 15, 10 of fraction: every one is a float.
float float_of_half(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = half >> 10 & 31;
  const std::uint32_t fraction = half & 0x3FFu;
  if (exponent == 31) return float_of_bits(sign | 0x7F800000u | fraction << 13);
  if (exponent != 0) return float_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;  // below 2^-14, and 0
  return sign != 0 ? -magnitude : magnitude;
}

}  // namespace

const Dtype* find_dtype(std::string_view name) {
  for (const Dtype& dtype : dtypes) {
    if (dtype.name == name) return &dtype;
  }
  return nullptr;
}

std::span<const Dtype> all_dtypes() { return dtypes; }

void reals_of_bytes(const Dtype& dtype, const char* bytes, std::span<real> y) {
  const std::size_t n = y.size();
  if (dtype.bits == 64) {
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = static_cast<real>(bit_cast<double>(read_little(bytes + 8 * i, 8)));
    }
  } else if (dtype.bits == 32) {
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = float_of_bits(static_cast<std::uint32_t>(read_little(bytes + 4 * i, 4)));
    }
  } else if (dtype.name[0] == 'B') {  // the upper half of a float
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = float_of_bits(static_cast<std::uint32_t>(read_little(bytes + 2 * i, 2)) << 16);
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = float_of_half(static_cast<std::uint32_t>(read_little(bytes + 2 * i, 2)));
    }
  }
}

void indices_of_bytes(const char* bytes, std::span<Index> y) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = static_cast<Index>(read_little(bytes + 8 * i, 8));
  }
}

void bytes_of_reals(std::span<const real> x, char* bytes) {
  using Bits = std::conditional_t<sizeof(real) == 8, std::uint64_t, std::uint32_t>;
  for (std::size_t i = 0; i < x.size(); ++i) {
    write_little(bit_cast<Bits>(x[i]), bytes + sizeof(real) * i, sizeof(real));
  }
}

void bytes_of_indices(std::span<const Index> x, char* bytes) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    write_little(static_cast<std::uint64_t>(x[i]), bytes + 8 * i, 8);
  }
}

}  // namespace holo
