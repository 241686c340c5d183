// mma.cpp: the stand-in of the tensor cores: the product of two small matrices whose elements lie
// in the registers of the 32 lanes of a warp, as the tables of the PTX ISA say ("Matrix Fragments
// for mma.m16n8k16"). A GPU has bits of its own: it adds the products in an order, and with a
// rounding, that NVIDIA does not promise.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "emulator/block.h"

std::uint32_t emulated_cvt_rn_bf16x2(float high, float low) {
  const auto rounded = [](float x) {
    if (std::isnan(x)) return 0x7fffu;
    std::uint32_t word = 0;
    std::memcpy(&word, &x, sizeof x);
    return (word + 0x7fff + (word >> 16 & 1)) >> 16;  // infinity when x is nearer to it
  };
  return rounded(high) << 16 | rounded(low);
}

namespace emulator {
namespace {

// The first or second bf16 of a register.
float half(std::uint32_t pair, int which) {
  const std::uint32_t word = which == 0 ? pair << 16 : pair & 0xffff0000u;
  float x = 0;
  std::memcpy(&x, &word, sizeof x);
  return x;
}

}  // namespace

// D_ij = C_ij + sum_k A_ik B_kj: A 16 x 16, B 16 x 8, C and D 16 x 8. The product of two bf16 is a
// float without rounding. In an order of its own with EMULATOR_MATH=other.
void multiply_fragments(const Product* const (&lanes)[lanes_of_warp]) {
  float A[16][16], B[16][8];
  for (int k = 0; k < 16; ++k) {
    const int of_four = k % 8 / 2;  // a pair lies in one of four lanes, neighbours
    for (int i = 0; i < 16; ++i) {
      A[i][k] = half(lanes[i % 8 * 4 + of_four]->a[i / 8 + k / 8 * 2], k % 2);
    }
    for (int j = 0; j < 8; ++j) B[k][j] = half(lanes[j * 4 + of_four]->b[k / 8], k % 2);
  }
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 8; ++j) {
      float& c = lanes[i % 8 * 4 + j / 2]->c[i / 8 * 2 + j % 2];
      float sum = other_math() ? 0 : c;
      for (int k = 0; k < 16; ++k) {
        const int term = other_math() ? 15 - k : k;
        sum += A[i][term] * B[term][j];
      }
      c = other_math() ? c + sum : sum;
    }
  }
}

}  // namespace emulator
