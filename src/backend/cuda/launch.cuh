// launch.cuh: starts all kernels, and has what every kernel needs: a check of CUDA calls, and the
// number of thread blocks for n elements. All kernels and copies are in CUDA's default stream,
// which runs them in order. nvcc compiles the same text for a GPU, and any C++ compiler compiles it
// for the emulator (src/emulator).
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <tuple>

#include "backend/backend.h"

namespace holo {

/// Throws holo::Error with CUDA's text if a call failed.
void check_cuda(cudaError_t status);

/// A row of thread blocks. Throws holo::Error for 2^31 or more, which a GPU cannot count.
dim3 grid_of(Index blocks);

/// kernel<<<blocks, block>>>(arguments...)
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), Index blocks, dim3 block,
            const Arguments&... arguments) {
  const dim3 grid = grid_of(blocks);
  std::tuple<Parameters...> values{static_cast<Parameters>(arguments)...};
  std::apply(
      [&](Parameters&... value) {
        void* addresses[] = {&value...};
        check_cuda(cudaLaunchKernel(kernel, grid, block, addresses));
      },
      values);
}

/// The number of threads in a block if each thread computes one element.
constexpr unsigned block_threads = 256;

/// How many blocks n elements need if a block has `each` elements.
inline Index blocks_of(Index n, Index each) { return (n + each - 1) / each; }

/// launch() with one thread for each of n elements; no launch if n is 0.
template <class... Parameters, class... Arguments>
void launch_for_each(Index n, void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (n > 0) launch(kernel, blocks_of(n, block_threads), block_threads, arguments...);
}

/// The element of this thread.
__device__ inline Index element_of_thread() { return blockIdx.x * Index{blockDim.x} + threadIdx.x; }

/// The offset of element i in an array with these strides, where i counts elements row by row.
__device__ inline Index offset_of(Index i, int ndim, const Index* size, const Strides& s) {
  Index at = 0;
  for (int d = ndim; d-- > 0; i /= size[d]) at += i % size[d] * s.stride[d];
  return at;
}

/// y[i] = value, or y[i] += value
__device__ inline void put(Output y, Index i, real value) {
  y.data[i] = y.overwrite ? value : y.data[i] + value;
}

}  // namespace holo
