// planted.cu: kernels with a bug each, and one without; emulator_test.sh runs one and expects a report
// that names the line with "bug: NAME".
#include <cuda_runtime.h>
#include <tuple>

#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

namespace {

constexpr unsigned all = 0xffffffffu;

template <class... P, class... A>
void launch(void (*kernel)(P...), unsigned block, const A&... arguments) {
  std::tuple<P...> values{static_cast<P>(arguments)...};
  std::apply(
      [&](P&... value) {
        void* addresses[] = {&value...};
        const cudaError_t error = cudaLaunchKernel(kernel, 1, block, addresses);
        if (error != cudaSuccess) std::printf("launch: %s\n", cudaGetErrorString(error));
      },
      values);
}

// 64 ones on the device.
float* ones() {
  void* p = nullptr;
  const std::vector<float> host(64, 1.0f);
  cudaMalloc(&p, 64 * sizeof(float));
  cudaMemcpy(p, host.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
  return static_cast<float*>(p);
}

void print_first(const float* p) {
  float x = 0;
  cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("y[0] = %g\n", double(x));
}

__global__ void correct(float* y, const float* x) {
  __shared__ float parts[64];
  const unsigned t = threadIdx.x;
  parts[t] = x[t];
  __syncthreads();
  y[t] = parts[63 - t] + __shfl_xor_sync(all, parts[t], 1);
}

__global__ void missing_first(float* y, const float* x) {
  __shared__ float parts[64];
  const unsigned t = threadIdx.x;
  parts[t] = x[t];
  y[t] = parts[63 - t];  // bug: missing_first
}

__global__ void divergent_barrier(float* y, const float* x) {
  if (threadIdx.x < 32) {
    y[threadIdx.x] = x[threadIdx.x];
    __syncthreads();  // bug: divergent_barrier
  } else {
    __syncthreads();
  }
}

__global__ void half_warp(float* y, const float* x) {
  float total = x[threadIdx.x];
  if (threadIdx.x < 16) total += __shfl_xor_sync(all, total, 8);  // bug: half_warp
  y[threadIdx.x] = total;
}

__global__ void past_global(float* y, const float* x) {
  if (threadIdx.x <= 64) y[threadIdx.x] = x[threadIdx.x];  // bug: past_global
}

__global__ void copy_all(float* y, const float* x) { y[threadIdx.x] = x[threadIdx.x]; }

template <class Kernel>
void run(Kernel kernel, unsigned threads = 64) {
  float* const y = ones();
  launch(kernel, threads, y, ones());
  print_first(y);
}

void host_pointer() {
  std::vector<float> host(64);
  launch(copy_all, 64, host.data(), ones());  // bug: host_pointer
}

void host_reads() {
  const float* const x = ones();
  std::printf("x[0] = %g\n", double(x[0]));  // bug: host_reads
}

void after_free() {
  float* const x = ones();
  float* const y = ones();
  cudaFree(x);
  launch(copy_all, 64, y, x);  // bug: after_free
}

struct Case {
  const char* name;
  void (*run)();
};
const Case cases[] = {
    {"correct", [] { run(correct); }},
    {"missing_first", [] { run(missing_first); }},
    {"divergent_barrier", [] { run(divergent_barrier); }},
    {"half_warp", [] { run(half_warp, 32); }},
    {"past_global", [] { run(past_global, 128); }},
    {"host_pointer", host_pointer},
    {"host_reads", host_reads},
    {"after_free", after_free},
};

}  // namespace

int main(int argc, char** argv) {
  for (const Case& c : cases) {
    if (argc > 1 && std::strcmp(argv[1], c.name) != 0) continue;
    try {
      c.run();
    } catch (const std::exception& error) {
      std::printf("%s: %s\n", c.name, error.what());
      return 1;
    }
  }
}
