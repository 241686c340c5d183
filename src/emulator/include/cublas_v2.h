// cublas_v2.h of the emulator: the part of cuBLAS that the backend calls, with its names,
// signatures and values. It multiplies matrices one number at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda_runtime.h"

enum cublasStatus_t { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_EXECUTION_FAILED = 13 };
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1 };
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1 };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70
};
enum cudaDataType { CUDA_R_32F = 0, CUDA_R_64F = 1 };

using cublasHandle_t = struct cublasContext*;

const char* cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasCreate(cublasHandle_t* handle);
/// Does nothing, because the product needs no workspace.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, std::size_t bytes);

/// C = alpha op(A) op(B) + beta C for each of batchCount products, with all matrices stored column
/// by column: C m x n, op(A) m x k, op(B) k x n; lda, ldb, ldc elements from one column to the
/// next. alpha and beta are in host memory. If beta is 0, C is not read. Throws
/// emulator::Error if A, B or C is not in device memory; checks no sizes. FAST_16BF and FAST_TF32
/// round A and B to the 7 and 10 bits of these formats, so that a test can see the rounding.
cublasStatus_t cublasGemmStridedBatchedEx_64(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, std::int64_t m,
    std::int64_t n, std::int64_t k, const void* alpha, const void* A, cudaDataType Atype,
    std::int64_t lda, long long strideA, const void* B, cudaDataType Btype, std::int64_t ldb,
    long long strideB, const void* beta, void* C, cudaDataType Ctype, std::int64_t ldc,
    long long strideC, std::int64_t batchCount, cublasComputeType_t computeType,
    cublasGemmAlgo_t algo);
