// matmul_batched_cpu.cpp: a batch of matrix products on the CPU, one after the other, or one on
// each thread. gemm (backend/cpu/gemm.h) computes each product.
#include "backend/cpu/cpu.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/parallel.h"

namespace holo {

void Cpu::matmul(Output C, const real* A, const real* B, const MatmulSizes& s) {
  const Index work = s.M * s.N * s.K;
  const bool sum = s.c_step == 0;  // then C is the sum of all products, in order
  const bool small = work < 8 * grain::multiply_adds;
  if (s.batch == 1 || sum || !small || work * s.batch < grain::multiply_adds) {
    for (Index i = 0; i < s.batch; ++i) {
      const bool overwrite = C.overwrite && !(sum && i > 0);
      gemm({C.data + i * s.c_step, overwrite}, A + i * s.a_step, B + i * s.b_step, s);
    }
    return;
  }
  parallel_tasks(s.batch, [=, &s](Index i) {
    gemm_serial({C.data + i * s.c_step, C.overwrite}, A + i * s.a_step, B + i * s.b_step, s);
  });
}

}  // namespace holo
