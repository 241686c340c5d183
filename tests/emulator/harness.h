// harness.h: how the programs of this folder call kernels: device arrays, and launches by name.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

template <class... P, class... A>
void launch(void (*kernel)(P...), unsigned grid, unsigned block, std::size_t shared_bytes,
            const A&... arguments) {
  std::tuple<P...> values{static_cast<P>(arguments)...};
  std::apply(
      [&](P&... value) {
        void* addresses[] = {&value...};
        const cudaError_t error = cudaLaunchKernel(kernel, grid, block, addresses, shared_bytes);
        if (error != cudaSuccess) std::printf("launch: %s\n", cudaGetErrorString(error));
      },
      values);
}

/// n floats on the device, all 1.
inline float* ones(int n) {
  void* p = nullptr;
  cudaMalloc(&p, sizeof(float) * std::size_t(n));
  const std::vector<float> host(std::size_t(n), 1.0f);
  cudaMemcpy(p, host.data(), sizeof(float) * std::size_t(n), cudaMemcpyHostToDevice);
  return static_cast<float*>(p);
}

/// The first number of an array on the device.
inline float first_of(const float* p) {
  float x = 0;
  cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
  return x;
}

/// A case of a program: its name on the command line, and what it does.
struct Case {
  const char* name;
  void (*run)();
};

/// Runs the cases of the command line, or all; ends with 1 after an exception, which it prints.
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
