// matmul_cpu.cpp: a batch of matrix products on the CPU, one after the other, or one on each
// thread; and gemm of gemm.h, which shares a large product among the threads. matmul_serial_cpu.cpp
// computes the part of one thread.
#include <algorithm>

#include "backend/cpu/cpu.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec.h"
#include "backend/scratch.h"
#include "ops/matmul_cpu.h"

namespace holo {

using namespace matmul;

namespace {

// How many rows of blocks C should have, for the least arithmetic and packing.
Index rows_of_blocks(Index blocks, Index M, Index N) {
  Index best = 1, least = 0;
  for (Index rows = 1; rows <= blocks; ++rows) {
    if (blocks % rows != 0) continue;
    const Index cost = cost_of_product(ceil_div(M, rows), ceil_div(N, blocks / rows));
    if (rows > 1 && cost >= least) continue;
    best = rows;
    least = cost;
  }
  return best;
}

Index threads_for(Index M, Index N, Index K) {
  const double work = static_cast<double>(M) * static_cast<double>(N) * static_cast<double>(K);
  if (work < 2.0 * grain::multiply_adds) return 1;
  return static_cast<Index>(
      std::min(work / grain::multiply_adds, static_cast<double>(threads_of_loop())));
}

// gemm on `threads` threads. Each thread computes a block of C, from a copy of A if that pays.
[[gnu::noinline]] void multiply_shared(Index threads, Output C, const real* A, const real* B,
                                       const MatmulSizes& s) {
  const Index rows = rows_of_blocks(threads, s.M, s.N), columns = threads / rows;
  const Index m = ceil_div(s.M, rows);
  const Index n = ceil_div(ceil_div(s.N, columns), Vec::width) * Vec::width;
  const Index copied = size_of_copy(s, m, n);
  const Scratch copies(cpu(), threads * copied);
  parallel_tasks(threads, [=, &s, &copies](Index block) {
    const Index i = block / columns * m, j = block % columns * n;
    if (i >= s.M || j >= s.N) return;
    MatmulSizes sizes = s;
    sizes.M = std::min(m, s.M - i);
    sizes.N = std::min(n, s.N - j);
    multiply({C.data + i * s.ldc + j, C.overwrite}, A + (s.transpose_a ? i : i * s.lda),
             B + (s.transpose_b ? j * s.ldb : j), sizes,
             copied > 0 ? copies.data() + block * copied : nullptr);
  });
}

}  // namespace

void gemm(Output C, const real* A, const real* B, const MatmulSizes& s) {
  const Index threads = threads_for(s.M, s.N, s.K);
  if (threads == 1 && size_of_copy(s, s.M, s.N) == 0) return gemm_serial(C, A, B, s);
  multiply_shared(threads, C, A, B, s);
}

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
