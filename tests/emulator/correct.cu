// correct.cu: kernels that do what CUDA allows; none may be reported, in any order of threads, nor
// give another result.
#include "harness.h"

namespace {

constexpr unsigned all = 0xffffffffu;

#define EXPECT(what) \
  if (!(what)) std::printf("wrong at line %d: %s\n", __LINE__, #what)

template <class T, int warps>
__device__ inline T block_sum(T x) {
  __shared__ T parts[warps];
  for (int by = 16; by > 0; by /= 2) x += __shfl_xor_sync(all, x, by);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = x;
  __syncthreads();
  T total = 0;
  for (const T part : parts) total += part;
  __syncthreads();
  return total;
}

// Threads beyond n return; the others have barriers and shuffles among themselves.
__global__ void early_return(float* y, const float* x, int n) {
  __shared__ float parts[96];
  const int t = int(threadIdx.x);
  if (t >= n) return;
  parts[t] = x[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += parts[i];
  __syncthreads();
  if (t >= 32) return;
  y[t] = __shfl_sync(all, sum, 31 - t);
}

__global__ void two_sums(float* y, double* z, const float* x) {
  const float sum = block_sum<float, 4>(x[threadIdx.x]);
  const double more = block_sum<double, 4>(double(sum) + threadIdx.x);
  if (threadIdx.x == 0) {
    y[blockIdx.x] = sum;
    z[blockIdx.x] = more;
  }
}

// The two halves of a warp go different ways, with a mask each.
__global__ void halves(unsigned* y) {
  const unsigned t = threadIdx.x, mask = t < 16 ? 0xffffu : 0xffff0000u;
  unsigned x = t;
  if (t < 16) {
    x += __shfl_down_sync(mask, x, 1, 16);
  } else {
    x += __shfl_up_sync(mask, x, 1, 16);
  }
  __syncwarp();
  const unsigned votes = __ballot_sync(all, t % 3 == 0);
  const int any = __any_sync(all, t == 31), every = __all_sync(all, t < 31);
  y[t] = any && !every && (__activemask() >> t & 1) && (votes >> t & 1) == (t % 3 == 0) ? x : 0;
}

__global__ void count(int* y, float* z) {
  float* const parts = static_cast<float*>(emulator::shared_memory());
  if (threadIdx.x == 0) *parts = 0;
  __syncthreads();
  atomicAdd(parts, 1.0f);
  __syncthreads();
  if (threadIdx.x == 0) z[blockIdx.x] = *parts;
  atomicAdd(y, 1);
}

// A barrier of some threads is passed while others are far behind.
__global__ void in_turns(float* y, const float* x) {
  __shared__ float tile[2][64];
  const unsigned t = threadIdx.x;
  float total = 0;
  for (unsigned i = 0; i < 6; ++i) {
    tile[i % 2][t] = x[t] + float(i);
    __syncthreads();
    total += tile[i % 2][63 - t];
  }
  y[blockIdx.x * 64 + t] = total;
}

template <class T>
T* array(int n) {
  void* p = nullptr;
  cudaMalloc(&p, sizeof(T) * std::size_t(n));
  cudaMemset(p, 0, sizeof(T) * std::size_t(n));
  return static_cast<T*>(p);
}
template <class T>
std::vector<T> host(const T* p, int n) {
  std::vector<T> x(std::size_t(n), T(0));
  cudaMemcpy(x.data(), p, sizeof(T) * std::size_t(n), cudaMemcpyDeviceToHost);
  return x;
}

void returns() {
  float* const y = ones(32);
  launch(early_return, 1, 96, 0, y, ones(96), 70);
  EXPECT(host(y, 32)[31] == 70);
}
void sums() {
  float* const y = array<float>(5);
  double* const z = array<double>(5);
  launch(two_sums, 5, 128, 0, y, z, ones(128));
  EXPECT(host(y, 5)[4] == 128 && host(z, 5)[4] == 128 * 128 + 127 * 64);
}
void warps() {
  unsigned* const y = array<unsigned>(32);
  launch(halves, 1, 32, 0, y);
  const auto x = host(y, 32);
  EXPECT(x[0] == 1 && x[15] == 30 && x[16] == 32 && x[31] == 61);
}
void atomics() {
  int* const y = array<int>(1);
  float* const z = array<float>(4);
  launch(count, 4, 96, sizeof(float), y, z);
  EXPECT(host(y, 1)[0] == 384 && host(z, 4)[3] == 96);
}
void turns() {
  float* const y = array<float>(3 * 64);
  launch(in_turns, 3, 64, 0, y, ones(64));
  EXPECT(host(y, 3 * 64)[100] == 21);
}
void limits() {
  std::vector<char> x(49 << 10);
  void* address = nullptr;
  int* const y = array<int>(1);
  float* const z = array<float>(1);
  void* arguments[] = {const_cast<int**>(&y), const_cast<float**>(&z)};
  const auto start = [&](dim3 grid, dim3 block, std::size_t shared) {
    return cudaLaunchKernel(count, grid, block, arguments, shared);
  };
  EXPECT(start(0, 32, 4) == cudaErrorInvalidConfiguration);
  EXPECT(start(dim3(1, 65536), 32, 4) == cudaErrorInvalidConfiguration);
  EXPECT(start(1, 1056, 4) == cudaErrorInvalidConfiguration);
  EXPECT(start(1, 32, x.size()) == cudaErrorInvalidValue);
  EXPECT(cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize, 49 << 10) ==
         cudaSuccess);
  EXPECT(start(1, 32, x.size()) == cudaSuccess);
  EXPECT(cudaMalloc(&address, std::size_t{1} << 40) == cudaErrorMemoryAllocation);
  EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaSuccess);
}

const Case cases[] = {{"returns", returns}, {"sums", sums},   {"warps", warps},
                      {"atomics", atomics}, {"turns", turns}, {"limits", limits}};

}  // namespace

int main(int argc, char** argv) {
  const int status = run_cases(cases, argc, argv);
  std::printf("end\n");
  return status;
}
