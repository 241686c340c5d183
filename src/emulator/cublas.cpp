// cublas.cpp: replaces cuBLAS. Its product is a kernel of the emulator, so it may only use the
// memory of kernels, and its launch checks the three pointers.
#include <cublas_v2.h>

#include <cmath>
#include <cstring>
#include <utility>

struct cublasContext {};

namespace {

using Size = std::int64_t;

// Element (i, j) of op(X) is data[matrix * stride + i * row + j * column].
template <class T>
struct Matrices {
  T* data;
  Size row, column, stride;
};

// C = alpha op(A) op(B) + beta C, `batch` times; op(A) m x k, op(B) k x n. It rounds the inputs to
// `bits` bits.
template <class T>
struct Products {
  Size m, n, k, batch;
  T alpha, beta;
  int bits;
};

// The nearest number whose fraction has `bits` bits; in a tie the even one.
float rounded(float x, int bits) {
  if (!std::isfinite(x) || bits == 23) return x;
  std::uint32_t word = 0;
  std::memcpy(&word, &x, sizeof word);
  const int cut = 23 - bits;
  word += (1U << (cut - 1)) - 1 + (word >> cut & 1);
  word = word >> cut << cut;
  std::memcpy(&x, &word, sizeof word);
  return x;
}
double rounded(double x, int) { return x; }

template <class T>
__global__ void gemm_kernel(Matrices<const T> A, Matrices<const T> B, Matrices<T> C,
                            Products<T> p) {
  const Size number = blockIdx.x * Size{blockDim.x} + threadIdx.x;
  if (number >= p.m * p.n * p.batch) return;
  const Size i = number % p.m, j = number / p.m % p.n, matrix = number / p.m / p.n;
  const T* const a = A.data + matrix * A.stride + i * A.row;
  const T* const b = B.data + matrix * B.stride + j * B.column;
  T* const c = C.data + matrix * C.stride + i * C.row + j * C.column;
  const auto term = [&](Size l) {
    return rounded(a[l * A.column], p.bits) * rounded(b[l * B.row], p.bits);
  };
  T total = 0, part = 0;  // adds sums of 32 terms, because a longer sum would lose digits
  for (Size l = 0; l < p.k; ++l) {
    part += term(emulator::other_math() ? p.k - 1 - l : l);
    if (l % 32 == 31) total += std::exchange(part, T(0));
  }
  total += part;
  *c = p.beta == 0 ? p.alpha * total : p.alpha * total + p.beta * *c;
}

template <class T>
cublasStatus_t run(Matrices<const T> A, Matrices<const T> B, Matrices<T> C, Products<T> p) {
  constexpr Size threads = 256;
  const Size blocks = (p.m * p.n * p.batch + threads - 1) / threads;
  void* arguments[] = {&A, &B, &C, &p};
  const cudaError_t error = cudaLaunchKernel(gemm_kernel<T>, dim3(static_cast<unsigned>(blocks)),
                                             dim3(threads), arguments);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

int bits_of(cublasComputeType_t type) {
  if (type == CUBLAS_COMPUTE_32F_FAST_16BF) return 7;
  return type == CUBLAS_COMPUTE_32F_FAST_TF32 ? 10 : 23;
}

}  // namespace

const char* cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? "success" : "the kernel could not be launched";
}

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, std::size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGemmStridedBatchedEx_64(
    cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, std::int64_t m,
    std::int64_t n, std::int64_t k, const void* alpha, const void* A, cudaDataType,
    std::int64_t lda, long long strideA, const void* B, cudaDataType, std::int64_t ldb,
    long long strideB, const void* beta, void* C, cudaDataType, std::int64_t ldc, long long strideC,
    std::int64_t batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t) {
  const bool a_as_is = transa == CUBLAS_OP_N, b_as_is = transb == CUBLAS_OP_N;
  if (m == 0 || n == 0 || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  const auto start = [&](auto zero) {
    using T = decltype(zero);
    const Matrices<const T> a{static_cast<const T*>(A), a_as_is ? 1 : lda, a_as_is ? lda : 1,
                              strideA};
    const Matrices<const T> b{static_cast<const T*>(B), b_as_is ? 1 : ldb, b_as_is ? ldb : 1,
                              strideB};
    const Matrices<T> c{static_cast<T*>(C), 1, ldc, strideC};
    const Products<T> p{m,
                        n,
                        k,
                        batchCount,
                        *static_cast<const T*>(alpha),
                        *static_cast<const T*>(beta),
                        bits_of(computeType)};
    return run(a, b, c, p);
  };
  return computeType == CUBLAS_COMPUTE_64F ? start(0.0) : start(0.0F);
}
