// mma.cuh: the product of two small matrices by the tensor cores of a GPU, one instruction for the
// 32 lanes of a warp. It is the only file with PTX, the assembly language of CUDA.
//
//   D = A B + C:  A 16 x 16 and B 16 x 8 of bf16,  C and D 16 x 8 of float
//
// The matrices lie in the registers of the lanes, some elements in each: its fragments.
// Lane 4 g + t with g = 0 ... 7 and t = 0 ... 3 has
//
//   A           columns                 B              column        C and D       columns
//               2t, 2t+1   2t+8, 2t+9                  g                           2t     2t+1
//   row g       a[0]       a[2]         rows 2t, 2t+1    b[0]        row g         c[0]   c[1]
//   row g + 8   a[1]       a[3]         rows 2t+8, 2t+9  b[1]        row g + 8     c[2]   c[3]
//
// A register of a or b has two elements, neighbours along the sum. So two C side by side are an A,
// lane by lane, once each pair is rounded. The tables are in the PTX ISA of NVIDIA under "Matrix
// Fragments for mma.m16n8k16"; GPUs have the instruction from sm_80 on.
#pragma once

#include <cstdint>

#include "backend/cuda/launch.cuh"

namespace holo {

/// Two bf16, the first in the low half.
using Bf16Pair = std::uint32_t;

/// Both rounded to the nearest bf16, whose fraction has 8 bits with its leading 1, in place of 24.
__device__ inline Bf16Pair bf16_pair(float first, float second) {
#if !defined(__CUDACC__)
  return emulated_cvt_rn_bf16x2(second, first);
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  Bf16Pair pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  return pair;
#else
  return 0;
#endif
}

/// Whether neither of the two is an infinity or NaN.
__device__ inline bool is_finite(Bf16Pair pair) {
  return (pair & 0x7f80u) != 0x7f80u && (pair & 0x7f800000u) != 0x7f800000u;
}

/// c += a b. All lanes of a warp come here together. Code that was compiled for a GPU below sm_80
/// has no such instruction: there the kernel stops with an error.
__device__ inline void mma_bf16(float (&c)[4], const Bf16Pair (&a)[4], const Bf16Pair (&b)[2]) {
#if !defined(__CUDACC__)
  emulated_mma_m16n8k16(c, a, b);
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#elif defined(__CUDA_ARCH__)
  __trap();
#endif
}

/// Whether the code of the kernel that runs on this GPU has the instruction. ptxVersion is the kind
/// of GPU that it was compiled for.
template <class... Parameters>
bool has_mma(void (*kernel)(Parameters...)) {
  cudaFuncAttributes attributes{};
  check_cuda(cudaFuncGetAttributes(&attributes, kernel));
  return attributes.ptxVersion >= 80;
}

}  // namespace holo
