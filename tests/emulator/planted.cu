// planted.cu: kernels with a bug each; emulator_test.sh runs one and expects a report that names
// the line with "bug: NAME". The sums of a block of 64 threads are the example of most.
#include <cublas_v2.h>

#include "harness.h"

namespace {

constexpr unsigned all = 0xffffffffu;

__global__ void missing_first(float* y, const float* x) {
  __shared__ float parts[64];
  const unsigned t = threadIdx.x;
  parts[t] = x[t];
  y[t] = parts[63 - t];  // bug: missing_first
}

__global__ void missing_syncwarp(float* y, const float* x) {
  __shared__ float parts[32];
  const unsigned t = threadIdx.x;
  parts[t] = x[t];
  y[t] = parts[t ^ 1];  // bug: missing_syncwarp
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

__global__ void past_global(float* y, const float* x, int n) {
  const int i = int(threadIdx.x);
  if (i <= n) y[i] = x[i];  // bug: past_global
}

// As a kernel for four numbers that gets an array which begins within four.
struct alignas(16) Four {
  float number[4];
};
__global__ void misaligned(float* y, const float* x) {
  const Four four = *reinterpret_cast<const Four*>(x + 1);  // bug: misaligned
  y[threadIdx.x] = four.number[0];
}

// Only the threads of the first warp write; a second block must not find what the first one left.
__global__ void unwritten_shared(float* y, const float* x) {
  __shared__ float parts[64];
  if (threadIdx.x < 32 || blockIdx.x == 0) parts[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = 2 * parts[63 - threadIdx.x];  // bug: unwritten_shared
}

__global__ void copy_all(float* y, const float* x) { y[threadIdx.x] = x[threadIdx.x]; }

struct Out {
  float* data;
  bool overwrite;
};
__global__ void copy_to(Out y, const float* x) { y.data[threadIdx.x] = x[threadIdx.x]; }

template <class Kernel>
void run(Kernel kernel, unsigned blocks = 1, unsigned threads = 64) {
  float* const y = ones(64);
  launch(kernel, blocks, threads, y, ones(64));
  std::printf("y[0] = %g\n", double(first_of(y)));
}

void host_pointer() {
  std::vector<float> host(64);
  launch(copy_to, 1, 64, Out{host.data(), true}, ones(64));  // bug: host_pointer
}

// A second stream that waits for nothing takes x before the first one has written it.
void two_streams() {
  static cudaStream_t other = nullptr;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  float *const x = ones(64), *const y = ones(64);
  const float* const twos = array(64, 2.0f);
  launch(copy_all, 1, 64, x, twos);
  cudaMemcpyAsync(y, x, 64 * sizeof(float), cudaMemcpyDeviceToDevice, other);  // bug: two_streams
  cudaStreamSynchronize(other);
  std::printf("y[0] = %g\n", double(first_of(y)));
}

void missing_synchronize() {
  float y[64];
  float* const x = ones(64);
  cudaMemcpyAsync(y, x, sizeof y, cudaMemcpyDeviceToHost, stream());
  std::printf("y[0] = %g\n", double(y[0]));  // bug: missing_synchronize
  cudaStreamSynchronize(stream());
}

void host_reads() {
  const float* const x = ones(64);
  std::printf("x[0] = %g\n", double(x[0]));  // bug: host_reads
}

void after_free() {
  float* const x = ones(64);
  float* const y = ones(64);
  const float* const* const kept = &x;
  launch(copy_all, 1, 64, y, *kept);
  cudaFree(x);
  launch(copy_all, 1, 64, y, *kept);  // bug: after_free
}

void short_copy() {
  std::vector<float> host(65);
  copy(host.data(), ones(64), 65 * sizeof(float), cudaMemcpyDeviceToHost);  // bug: short_copy
}

// C = A B with 8 x 8 numbers each in blocks of their own; lda and ldc are those of A and C.
void product(int lda, int ldc, bool in_stream = true) {
  static cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  if (in_stream) cublasSetStream(handle, stream());
  const float one = 1, zero = 0;
  float* const C = ones(64);
  const cublasStatus_t status = cublasGemmStridedBatchedEx_64(
      handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, ones(64), CUDA_R_32F, lda, 0, ones(64),
      CUDA_R_32F, 8, 0, &zero, C, CUDA_R_32F, ldc, 0, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  std::printf("%s, C[0] = %g\n", cublasGetStatusString(status), double(first_of(C)));
}

void wide_columns() {
  product(9, 8);  // bug: wide_columns
}

// cuBLAS has not been told in which stream.
void product_without_stream() {
  product(8, 8, false);  // bug: product_without_stream
}

const Case cases[] = {
    {"missing_first", [] { run(missing_first); }},
    {"missing_syncwarp", [] { run(missing_syncwarp, 1, 32); }},
    {"divergent_barrier", [] { run(divergent_barrier); }},
    {"half_warp", [] { run(half_warp, 1, 32); }},
    {"past_global", [] { launch(past_global, 1, 128, ones(64), ones(64), 64); }},
    {"unwritten_shared", [] { run(unwritten_shared, 2); }},
    {"host_pointer", host_pointer},
    {"misaligned", [] { run(misaligned); }},
    {"two_streams", two_streams},
    {"product_without_stream", product_without_stream},
    {"missing_synchronize", missing_synchronize},
    {"host_reads", host_reads},
    {"after_free", after_free},
    {"short_copy", short_copy},
    {"wide_columns", wide_columns},
};

}  // namespace

int main(int argc, char** argv) { return run_cases(cases, argc, argv); }
