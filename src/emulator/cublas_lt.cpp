// cublas_lt.cpp: the stand-in of cuBLASLt: the product of cublas.cpp, and a kernel for what follows
// it. What a real one would leave undefined is looked at when it is called. How a product is
// described is in cublas_lt_description.cpp.
#include "emulator/cublas_lt.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "emulator/error.h"
#include "emulator/memory.h"

struct cublasLtContext {
  cublasHandle_t products = nullptr;
};

namespace {

// What an algorithm takes of a workspace.
constexpr std::uint64_t wanted_bytes = std::uint64_t{4} << 20;

// x = f(x + bias) for each number of D, column by column; GELU is x (1 + tanh(u)) / 2.
__global__ void epilogue_kernel(float* D, const float* bias, std::int64_t rows,
                                std::int64_t columns, std::int64_t ld, bool gelu) {
  const std::int64_t number = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (number >= rows * columns) return;
  const std::int64_t row = number % rows;
  float& result = D[number / rows * ld + row];
  float x = result;
  if (bias != nullptr) x += bias[row];
  if (gelu) x = x * (1 + std::tanh(0.7978845608F * (x + 0.044715F * x * x * x))) / 2;
  result = x;
}

bool has_bias(const cublasLtMatmulDescOpaque_t& d) {
  return (d.epilogue & CUBLASLT_EPILOGUE_BIAS) != 0;
}
bool has_gelu(const cublasLtMatmulDescOpaque_t& d) {
  return (d.epilogue & CUBLASLT_EPILOGUE_GELU) != 0;
}

// The rows and columns of op(X).
struct Sizes {
  std::uint64_t rows, columns;
};
Sizes sizes_of(const cublasLtMatrixLayoutOpaque_t& x, cublasOperation_t operation) {
  if (operation == CUBLAS_OP_T) return {x.columns, x.rows};
  return {x.rows, x.columns};
}

// Whether the matrices fit each other.
cublasStatus_t check_shapes(const cublasLtMatmulDescOpaque_t& d,
                            const cublasLtMatrixLayoutOpaque_t& A,
                            const cublasLtMatrixLayoutOpaque_t& B,
                            const cublasLtMatrixLayoutOpaque_t& C,
                            const cublasLtMatrixLayoutOpaque_t& D) {
  const Sizes a = sizes_of(A, d.transa), b = sizes_of(B, d.transb);
  const bool fit = a.columns == b.rows && D.rows == a.rows && D.columns == b.columns &&
                   C.rows == D.rows && C.columns == D.columns;
  const bool any = D.rows > 0 && D.columns > 0 && a.columns > 0;
  if (!fit || !any) return CUBLAS_STATUS_INVALID_VALUE;
  for (const auto* x : {&A, &B, &C, &D}) {
    if (x->ld < static_cast<std::int64_t>(x->rows)) return CUBLAS_STATUS_INVALID_VALUE;
    if (x->type != d.scale) return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return CUBLAS_STATUS_SUCCESS;
}

// Of all that an algorithm is chosen for.
std::uint64_t hash_of(const cublasLtMatmulDescOpaque_t& d, const cublasLtMatrixLayoutOpaque_t& A,
                      const cublasLtMatrixLayoutOpaque_t& B,
                      const cublasLtMatrixLayoutOpaque_t& D) {
  std::uint64_t hash = 1;
  for (const std::uint64_t part :
       {std::uint64_t(d.compute), std::uint64_t(d.transa), std::uint64_t(d.transb),
        std::uint64_t(d.epilogue), A.rows, A.columns, std::uint64_t(A.ld), B.rows, B.columns,
        std::uint64_t(B.ld), D.rows, D.columns, std::uint64_t(D.ld)}) {
    hash = (hash ^ part) * 0x9e3779b97f4a7c15;
  }
  return hash;
}

void check_alignment(const char* name, const void* p, std::uint32_t promised) {
  if (reinterpret_cast<std::uintptr_t>(p) % promised == 0) return;
  emulator::fail(std::string("cublasLtMatmul: ") + name + " is not aligned to " +
                 std::to_string(promised) + " bytes, which its algorithm was chosen for");
}
void check_block(const char* name, const void* p, std::size_t bytes) {
  const std::string problem = emulator::what_is_wrong(p, bytes);
  if (problem.empty()) return;
  emulator::fail(std::string("cublasLtMatmul: ") + name +
                 " does not lie in device memory: " + problem);
}

}  // namespace

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = new cublasLtContext;
  return cublasCreate(&(*handle)->products);
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t Adesc,
    cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
    cublasLtMatmulPreference_t preference, int requestedAlgoCount,
    cublasLtMatmulHeuristicResult_t results[], int* returnAlgoCount) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (requestedAlgoCount <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  *returnAlgoCount = 0;
  const cublasStatus_t status = check_shapes(*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const bool odd = Ddesc->rows % 2 != 0 && Ddesc->rows > 1;
  if (desc->scale != CUDA_R_32F || (has_gelu(*desc) && odd)) return CUBLAS_STATUS_NOT_SUPPORTED;
  cublasLtMatmulHeuristicResult_t& result = results[0];
  result = {};
  result.algo.problem = hash_of(*desc, *Adesc, *Bdesc, *Ddesc);
  result.workspaceSize = preference->workspace_bytes < wanted_bytes ? 0 : wanted_bytes;
  result.algo.workspace_bytes = result.workspaceSize;
  std::copy_n(preference->alignment, 4, result.algo.alignment);
  *returnAlgoCount = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha,
                              const void* A, cublasLtMatrixLayout_t Adesc, const void* B,
                              cublasLtMatrixLayout_t Bdesc, const void* beta, const void* C,
                              cublasLtMatrixLayout_t Cdesc, void* D, cublasLtMatrixLayout_t Ddesc,
                              const cublasLtMatmulAlgo_t* algo, void* workspace,
                              std::size_t workspaceSizeInBytes, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const cublasStatus_t status = check_shapes(*desc, *Adesc, *Bdesc, *Cdesc, *Ddesc);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const bool in_place = C == D && Cdesc->ld == Ddesc->ld;
  if (desc->scale != CUDA_R_32F || !in_place) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (algo == nullptr || (has_bias(*desc) && desc->bias == nullptr)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (algo->problem != hash_of(*desc, *Adesc, *Bdesc, *Ddesc)) {
    emulator::say("cublasLtMatmul: the algorithm was chosen for another product");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (workspaceSizeInBytes < algo->workspace_bytes) {
    emulator::say("cublasLtMatmul: a workspace of " + std::to_string(workspaceSizeInBytes) +
                  " bytes; expected the " + std::to_string(algo->workspace_bytes) +
                  " of the algorithm");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  check_alignment("A", A, algo->alignment[0]);
  check_alignment("B", B, algo->alignment[1]);
  check_alignment("C", C, algo->alignment[2]);
  check_alignment("D", D, algo->alignment[3]);
  if (algo->workspace_bytes > 0) {
    check_alignment("its workspace", workspace, 256);
    check_block("its workspace", workspace, workspaceSizeInBytes);
  }
  const auto rows = static_cast<std::int64_t>(Ddesc->rows),
             columns = static_cast<std::int64_t>(Ddesc->columns);
  const float* bias = nullptr;
  if (has_bias(*desc)) {
    bias = static_cast<const float*>(desc->bias);
    check_block("its bias", bias, Ddesc->rows * sizeof *bias);
    check_alignment("its bias", bias, algo->alignment[3]);
  }
  cublasSetStream(handle->products, stream);
  const Sizes a = sizes_of(*Adesc, desc->transa);
  const cublasStatus_t done = cublasGemmStridedBatchedEx_64(
      handle->products, desc->transa, desc->transb, rows, columns,
      static_cast<std::int64_t>(a.columns), alpha, A, Adesc->type, Adesc->ld, 0, B, Bdesc->type,
      Bdesc->ld, 0, beta, D, Ddesc->type, Ddesc->ld, 0, 1, desc->compute, CUBLAS_GEMM_DEFAULT);
  if (done != CUBLAS_STATUS_SUCCESS || (bias == nullptr && !has_gelu(*desc))) return done;
  constexpr std::int64_t threads = 256;
  const auto blocks = static_cast<unsigned>((rows * columns + threads - 1) / threads);
  auto* result = static_cast<float*>(D);
  std::int64_t ld = Ddesc->ld;
  bool gelu = has_gelu(*desc);
  auto r = rows, c = columns;
  void* arguments[] = {&result, &bias, &r, &c, &ld, &gelu};
  const cudaError_t launched =
      cudaLaunchKernel(epilogue_kernel, dim3(blocks), dim3(threads), arguments, 0, stream);
  return launched == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
