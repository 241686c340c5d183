// safetensors_numbers_test.cpp: the numbers of a file become the nearest real, for every pattern of
// 16 bits, and where rounding decides.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "files/safetensors_files.h"
#include "holo/safetensors.h"

namespace safetensors_numbers_test {
namespace {

using holo::real;
using holo::SafetensorsFile;
using safetensors_files::parse;

}  // namespace

TEST_CASE("safetensors: all F16 and BF16 numbers become what they are") {
  std::string halves, brains;
  for (unsigned pattern = 0; pattern < 65'536; ++pattern) {
    halves += {static_cast<char>(pattern & 0xFF), static_cast<char>(pattern >> 8)};
  }
  const SafetensorsFile file =
      parse(R"({"h":{"dtype":"F16","shape":[65536],"data_offsets":[0,131072]},)"
            R"("b":{"dtype":"BF16","shape":[65536],"data_offsets":[131072,262144]}})",
            halves + halves);
  const std::vector<real> half = file.load("h").to_vector(), brain = file.load("b").to_vector();
  // (-1)^s 2^(e - bias) 1.fraction; 2^(1 - bias) 0.fraction for e = 0; Inf and NaN for the last e.
  const auto number = [](int pattern, int fraction_bits, int bias) {
    const int exponent = (pattern & 0x7FFF) >> fraction_bits,
              fraction = pattern & ((1 << fraction_bits) - 1);
    const double sign = pattern >= 0x8000 ? -1 : 1;
    if (exponent == 2 * bias + 1) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
    const int significand = fraction + (exponent > 0 ? 1 << fraction_bits : 0);
    return sign * std::ldexp(significand, std::max(exponent, 1) - bias - fraction_bits);
  };
  std::size_t wrong = 0;
  const auto same = [](real got, double expected) {
    if (std::isnan(expected)) return std::isnan(got);
    return got == expected && std::signbit(got) == std::signbit(expected);
  };
  for (int pattern = 0; pattern < 65'536; ++pattern) {
    const auto i = static_cast<std::size_t>(pattern);
    wrong += !same(half[i], number(pattern, 10, 15));
    wrong += !same(brain[i], number(pattern, 7, 127));
  }
  CHECK(wrong == 0);
}

TEST_CASE("safetensors: F64 and F32 are rounded to the nearest real") {
  const double numbers[] = {1 + 0x1p-24, 1 + 0x1p-24 + 0x1p-40, -0.0, 0x1p-149, 1e300, HUGE_VAL};
  std::string data;
  for (const double number : numbers) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, 8);
    for (int i = 0; i < 8; ++i) data += static_cast<char>(bits >> (8 * i) & 0xFF);
  }
  const SafetensorsFile file =
      parse(R"({"d":{"dtype":"F64","shape":[6],"data_offsets":[0,48]}})", data);
  const std::vector<real> loaded = file.load("d").to_vector();
  for (std::size_t i = 0; i < 6; ++i) CHECK(loaded[i] == static_cast<real>(numbers[i]));
  if (sizeof(real) == 4) {
    CHECK(loaded[0] == 1);
    CHECK(loaded[1] == real(1 + 0x1p-23));
  }
  CHECK(std::signbit(loaded[2]));
}

}  // namespace safetensors_numbers_test
