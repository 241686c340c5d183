// where_cuda.cu: one of two numbers, chosen by a condition: y, condition, a, b [n]. A thread has
// one element.
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"

namespace holo {
namespace {

// y = condition != 0 ? a : b, with `other` for the one that is null
__global__ void where_kernel(Output y, const real* condition, const real* a, const real* b,
                             real other, Index n) {
  const Index i = element_of_thread();
  if (i < n) put(y, i, condition[i] != 0 ? (a ? a[i] : other) : (b ? b[i] : other));
}

}  // namespace

void Cuda::where(Output y, const real* condition, const real* a, const real* b, real other,
                 Index n) {
  launch_for_each(n, where_kernel, y, condition, a, b, other, n);
}

}  // namespace holo
