// correct.cu: kernels that do what CUDA allows; none may be reported, in any order of threads, nor
// give another result.
#include <cstdint>

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

// D = A B + C of each warp, row by row, with the fragments of the PTX ISA, "Matrix Fragments for
// mma.m16n8k16 with floating point type": the rows and columns of a0 ... a7, b0 ... b3, c0 ... c3.
__global__ void product(float* d, const float* a, const float* b, const float* c) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned group = lane >> 2, in_group = lane % 4;
  const auto half = [](float x, unsigned place) {  // x has 8 bits: nothing is rounded
    std::uint32_t word = 0;
    std::memcpy(&word, &x, sizeof x);
    return word >> 16 << 16 * place;
  };
  std::uint32_t as[4] = {}, bs[2] = {};
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned row = i < 2 || (4 <= i && i < 6) ? group : group + 8;
    const unsigned column = i < 4 ? in_group * 2 + (i & 1) : in_group * 2 + (i & 1) + 8;
    as[i / 2] |= half(a[warp * 256 + row * 16 + column], i % 2);
  }
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = i < 2 ? in_group * 2 + (i & 1) : in_group * 2 + (i & 1) + 8;
    bs[i / 2] |= half(b[warp * 128 + row * 8 + group], i % 2);
  }
  const auto place = [&](unsigned i) {
    return warp * 128 + (i < 2 ? group : group + 8) * 8 + in_group * 2 + (i & 1);
  };
  float cs[4];
  for (unsigned i = 0; i < 4; ++i) cs[i] = c[place(i)];
  emulated_mma_m16n8k16(cs, as, bs);
  for (unsigned i = 0; i < 4; ++i) d[place(i)] = cs[i];
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
// Whole numbers, all different enough that no two elements of A, B or C can change places.
void fragments() {
  const auto numbers = [](int n, int step, int modulus) {
    std::vector<float> x(static_cast<std::size_t>(n), 0.0f);
    for (int i = 0; i < n; ++i) x[std::size_t(i)] = float(i * step % modulus - modulus / 2);
    return x;
  };
  const auto there = [](const std::vector<float>& x) {
    float* const p = array<float>(int(x.size()));
    copy(p, x.data(), sizeof(float) * x.size(), cudaMemcpyHostToDevice);
    return p;
  };
  const auto a = numbers(2 * 256, 71, 251), b = numbers(2 * 128, 29, 241),
             c = numbers(2 * 128, 1, 999);
  float* const d = array<float>(2 * 128);
  launch(product, 1, 64, d, there(a), there(b), there(c));
  const auto found = host(d, 2 * 128);
  for (std::size_t i = 0; i < 2 * 128; ++i) {
    const std::size_t warp = i / 128, row = i % 128 / 8, column = i % 8;
    float want = c[i];
    for (std::size_t k = 0; k < 16; ++k) {
      want += a[warp * 256 + row * 16 + k] * b[warp * 128 + k * 8 + column];
    }
    EXPECT(found[i] == want);
  }
}
// The nearest of 8 bits, of two the even one; the first argument is the high half.
void bf16() {
  const auto one = [](float x) { return emulated_cvt_rn_bf16x2(0, x); };
  EXPECT(emulated_cvt_rn_bf16x2(1, -2) == 0x3f80c000u);
  EXPECT(one(0x1.01p0f) == 0x3f80u && one(0x1.0101p0f) == 0x3f81u && one(0x1.03p0f) == 0x3f82u);
  EXPECT(one(-0x1.ffp3f) == 0xc180u && one(-0.0f) == 0x8000u);
  EXPECT(one(0x1.fep127f) == 0x7f7fu && one(0x1.ffp127f) == 0x7f80u && one(INFINITY) == 0x7f80u);
  EXPECT(one(NAN) == 0x7fffu && one(-NAN) == 0x7fffu);
}

__global__ void add(float* y, const float* x, float factor) {
  y[threadIdx.x] += factor * x[threadIdx.x];
}

// A graph does nothing when it is captured, and all of it at each launch, with the numbers that are
// there then and the arguments that it had. Pinned memory is read at the launch, too.
void graphs() {
  float *const x = ones(32), *const y = array<float>(32);
  float* host = nullptr;
  float factor = 2;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaMallocHost(reinterpret_cast<void**>(&host), sizeof(float));
  *host = 100;
  EXPECT(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  EXPECT(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal) ==
         cudaErrorIllegalState);
  EXPECT(cudaStreamEndCapture(stream(), &graph) == cudaSuccess);
  cudaGraphDestroy(graph);
  EXPECT(cudaStreamEndCapture(stream(), &graph) == cudaErrorIllegalState);
  EXPECT(graph == nullptr);
  cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal);
  launch(add, 1, 32, y, x, factor);
  cudaMemcpyAsync(x + 1, host, sizeof(float), cudaMemcpyHostToDevice, stream());
  EXPECT(cudaStreamEndCapture(stream(), &graph) == cudaSuccess);
  EXPECT(first_of(y) == 0);
  EXPECT(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  cudaGraphDestroy(graph);
  factor = 5;
  *host = 200;
  cudaGraphLaunch(exec, stream());
  EXPECT(first_of(x + 1) == 200);
  const float ten = 10;
  copy(x, &ten, sizeof ten, cudaMemcpyHostToDevice);
  cudaGraphLaunch(exec, stream());
  cudaGraphExecDestroy(exec);
  EXPECT(first_of(y) == 22);
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
                      {"turns", turns},     {"fragments", fragments}, {"bf16", bf16},
                      {"graphs", graphs},   {"pointers", pointers}, {"limits", limits}};

}  // namespace

int main(int argc, char** argv) {
  const int status = run_cases(cases, argc, argv);
  std::printf("end\n");
  return status;
}
