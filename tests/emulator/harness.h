// harness.h: device arrays and launches of kernels for the programs of this folder.
#pragma once

#include <cuda_runtime.h>
#include <tuple>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

/// The one stream of a program.
inline cudaStream_t stream() {
  static const cudaStream_t one = [] {
    cudaStream_t made = nullptr;
    cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
    return made;
  }();
  return one;
}

template <class... P, class... A>
void launch(void (*kernel)(P...), unsigned grid, unsigned block, const A&... arguments) {
  std::tuple<P...> values{static_cast<P>(arguments)...};
  std::apply(
      [&](P&... value) {
        void* addresses[] = {&value...};
        const cudaError_t error = cudaLaunchKernel(kernel, grid, block, addresses, 0, stream());
        if (error != cudaSuccess) std::printf("launch: %s\n", cudaGetErrorString(error));
      },
      values);
}

inline void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  cudaMemcpyAsync(to, from, bytes, kind, stream());
  cudaStreamSynchronize(stream());
}

/// An array of n numbers x on the device.
template <class T>
T* array(int n, T x = 0) {
  void* p = nullptr;
  const std::vector<T> host(std::size_t(n), x);
  cudaMalloc(&p, sizeof(T) * host.size());
  copy(p, host.data(), sizeof(T) * host.size(), cudaMemcpyHostToDevice);
  return static_cast<T*>(p);
}
inline float* ones(int n) { return array(n, 1.0f); }

/// The first number of an array on the device.
inline float first_of(const float* p) {
  float x = 0;
  copy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
  return x;
}

/// A case of a program: its name on the command line, and its function.
struct Case {
  const char* name;
  void (*run)();
};

/// Runs the cases of the command line, or all. Prints an exception and returns 1.
template <std::size_t n>
int run_cases(const Case (&cases)[n], int argc, char** argv) {
  for (const Case& c : cases) {
    if (argc > 1 && std::strcmp(argv[1], c.name) != 0) continue;
    try {
      c.run();
    } catch (const std::exception& error) {
      std::printf("%s: %s\n", c.name, error.what());
      return 1;
    }
  }
  return 0;
}
