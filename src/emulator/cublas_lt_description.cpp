// cublas_lt_description.cpp: how a product is described to the stand-in of cuBLASLt: its matrices,
// its operation, and what is preferred of an algorithm.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "emulator/cublas_lt.h"

namespace {

// The bytes of an attribute; false when there are others.
template <class T>
bool take(T& to, const void* value, std::size_t bytes) {
  if (value == nullptr || bytes != sizeof to) return false;
  std::memcpy(&to, value, bytes);
  return true;
}
cublasStatus_t status_of(bool taken) {
  return taken ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type,
                                        std::uint64_t rows, std::uint64_t cols, std::int64_t ld) {
  *layout = {type, rows, cols, ld};
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute,
                                      cudaDataType scale) {
  *desc = {compute, scale, CUBLAS_OP_N, CUBLAS_OP_N, CUBLASLT_EPILOGUE_DEFAULT, nullptr};
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, std::size_t bytes) {
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return status_of(take(desc->transa, value, bytes));
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return status_of(take(desc->transb, value, bytes));
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return status_of(take(desc->epilogue, value, bytes));
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return status_of(take(desc->bias, value, bytes));
  }
  return CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) {
  *preference = {0, {256, 256, 256, 256}};
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void* value, std::size_t bytes) {
  if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES) {
    return status_of(take(preference->workspace_bytes, value, bytes));
  }
  const int matrix = attribute - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES;
  if (matrix < 0 || matrix > 3) return CUBLAS_STATUS_INVALID_VALUE;
  return status_of(take(preference->alignment[matrix], value, bytes));
}
