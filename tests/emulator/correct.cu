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
  y[t] = __shfl_xor_sync(all, sum, 31);
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
    x += __shfl_xor_sync(mask, x, 1);
  } else {
    x += __shfl_xor_sync(mask, x, 2);
  }
  y[t] = x + __shfl_xor_sync(all, x, 16);
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

// Arrays of pointers, and of structs with pointers, on the device; their last elements are not
// written.
struct Row {
  const float* const* parts;
  float* sum;
};
__global__ void add_parts(const Row* rows) {
  const Row row = rows[blockIdx.x];
  row.sum[threadIdx.x] = row.parts[0][threadIdx.x] + row.parts[1][threadIdx.x];
}

template <class T>
std::vector<T> host(const T* p, int n) {
  std::vector<T> x(std::size_t(n), T(0));
  copy(x.data(), p, sizeof(T) * std::size_t(n), cudaMemcpyDeviceToHost);
  return x;
}

void returns() {
  float* const y = ones(32);
  launch(early_return, 1, 96, y, ones(96), 70);
  EXPECT(host(y, 32)[31] == 70);
}
void sums() {
  float* const y = array<float>(5);
  double* const z = array<double>(5);
  launch(two_sums, 5, 128, y, z, ones(128));
  EXPECT(host(y, 5)[4] == 128 && host(z, 5)[4] == 128 * 128 + 127 * 64);
}
void warps() {
  unsigned* const y = array<unsigned>(32);
  launch(halves, 1, 32, y);
  const auto x = host(y, 32);
  EXPECT(x[0] == 35 && x[15] == 89 && x[16] == 35 && x[31] == 89);
}
void turns() {
  float* const y = array<float>(3 * 64);
  launch(in_turns, 3, 64, y, ones(64));
  EXPECT(host(y, 3 * 64)[100] == 21);
}

void pointers() {
  float* const y = ones(64);
  const float* const parts[] = {ones(32), ones(32)};
  void *there = nullptr, *rows = nullptr;
  cudaMalloc(&there, 3 * sizeof parts[0]);
  copy(there, parts, sizeof parts, cudaMemcpyHostToDevice);
  const auto each = static_cast<const float* const*>(there);
  const Row both[] = {{each, y}, {each, y + 32}};
  cudaMalloc(&rows, 3 * sizeof both[0]);
  copy(rows, both, sizeof both, cudaMemcpyHostToDevice);
  launch(add_parts, 2, 32, static_cast<const Row*>(rows));
  EXPECT(host(y, 64)[0] == 2 && host(y, 64)[63] == 2);
}
void limits() {
  void* address = nullptr;
  unsigned* const y = array<unsigned>(32);
  void* arguments[] = {const_cast<unsigned**>(&y)};
  const auto start = [&](dim3 grid, dim3 block) {
    return cudaLaunchKernel(halves, grid, block, arguments, 0, stream());
  };
  EXPECT(start(0, 32) == cudaErrorInvalidConfiguration);
  EXPECT(start(dim3(1, 65536), 32) == cudaErrorInvalidConfiguration);
  EXPECT(start(1, 1056) == cudaErrorInvalidConfiguration);
  EXPECT(start(1, 32) == cudaSuccess);
  EXPECT(cudaMalloc(&address, std::size_t{1} << 40) == cudaErrorMemoryAllocation);
  EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaSuccess);
}

const Case cases[] = {{"returns", returns}, {"sums", sums},         {"warps", warps},
                      {"turns", turns},     {"pointers", pointers}, {"limits", limits}};

}  // namespace

int main(int argc, char** argv) {
  const int status = run_cases(cases, argc, argv);
  std::printf("end\n");
  return status;
}
