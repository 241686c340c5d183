// gemm_cublaslt.cu: the product of a linear layer by cuBLASLt, the part of cuBLAS whose kernels go
// on with a number before they write it: an *epilogue* adds the bias, or applies GELU too, in its
// tanh form. Matrices lie column by column, as in gemm_cublas.cu, so it computes
//   z^T [out, rows] = W x^T + bias,
// and the bias has a number for each row of the result.
#include <cublasLt.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "backend/cuda/cublas.cuh"
#include "backend/cuda/gemm.cuh"
#include "backend/cuda/launch.cuh"
#include "holo/matmul_precision.h"

namespace holo {
namespace {

// The largest power of two that divides the address, at most 256.
std::uint32_t alignment_of(const void* p) {
  const auto address = reinterpret_cast<std::uintptr_t>(p) | 256;
  return static_cast<std::uint32_t>(address & (~address + 1));
}

// All that the choice of a kernel depends on.
struct Problem {
  Index rows, in, out;
  bool bias, gelu;
  MatmulPrecision precision;
  std::uint32_t x_alignment, W_alignment, z_alignment, bias_alignment;
  auto operator<=>(const Problem&) const = default;
};

cublasLtEpilogue_t epilogue_of(const Problem& p) {
  if (p.gelu) return p.bias ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_GELU;
  return p.bias ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
}

// A product and its matrices, in the words of cuBLASLt.
struct Description {
  cublasLtMatmulDescOpaque_t product;
  cublasLtMatrixLayoutOpaque_t W, x, z;

  Description(const Problem& p, const real* bias) {
    constexpr cudaDataType type = CUDA_R_32F;
    check_cublas(cublasLtMatmulDescInit(&product, cublas_compute_type(p.precision), type));
    set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
    set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue_of(p));
    if (p.bias) set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
    const auto rows = static_cast<std::uint64_t>(p.rows), in = static_cast<std::uint64_t>(p.in),
               out = static_cast<std::uint64_t>(p.out);
    check_cublas(cublasLtMatrixLayoutInit(&W, type, in, out, p.in));
    check_cublas(cublasLtMatrixLayoutInit(&x, type, in, rows, p.in));
    check_cublas(cublasLtMatrixLayoutInit(&z, type, out, rows, p.out));
  }
  template <class T>
  void set(cublasLtMatmulDescAttributes_t attribute, T value) {
    check_cublas(cublasLtMatmulDescSetAttribute(&product, attribute, &value, sizeof value));
  }
};

cublasLtHandle_t lt_handle() {
  static const cublasLtHandle_t made = [] {
    cublasLtHandle_t h = nullptr;
    check_cublas(cublasLtCreate(&h));
    return h;
  }();
  return made;
}

// The kernel that cuBLASLt believes to be the fastest; nothing where it has none.
std::optional<cublasLtMatmulAlgo_t> found_algorithm(const Problem& p, Description& d) {
  cublasLtMatmulPreferenceOpaque_t preference;
  check_cublas(cublasLtMatmulPreferenceInit(&preference));
  const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto value) {
    check_cublas(
        cublasLtMatmulPreferenceSetAttribute(&preference, attribute, &value, sizeof value));
  };
  prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, std::uint64_t{cublas_workspace_bytes});
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, p.W_alignment);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, p.x_alignment);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, p.z_alignment);
  // It is not asked for the bias by itself, so the promise for D is one for both.
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, std::min(p.z_alignment, p.bias_alignment));
  cublasLtMatmulHeuristicResult_t result{};
  int count = 0;
  const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(
      lt_handle(), &d.product, &d.W, &d.x, &d.z, &d.z, &preference, 1, &result, &count);
  if (status == CUBLAS_STATUS_NOT_SUPPORTED) return std::nullopt;
  check_cublas(status);
  if (count == 0 || result.state != CUBLAS_STATUS_SUCCESS) return std::nullopt;
  return result.algo;
}

// Asked once for each problem: so it has the same bits in all calls, and the question costs a step
// nothing.
std::optional<cublasLtMatmulAlgo_t> algorithm_of(const Problem& p, Description& d) {
  static std::mutex mutex;
  static std::map<Problem, std::optional<cublasLtMatmulAlgo_t>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(p);
  if (found != known.end()) return found->second;
  return known[p] = found_algorithm(p, d);
}

}  // namespace

bool cuda_gemm::cublas_lt(real* z, const real* x, const real* W, const real* bias, bool gelu_tanh,
                          const LinearSizes& s) {
  if (sizeof(real) == sizeof(double)) return false;  // it has no epilogues in double
  if (s.rows == 0 || s.in == 0 || s.out == 0) return false;
  const Problem p{.rows = s.rows,
                  .in = s.in,
                  .out = s.out,
                  .bias = bias != nullptr,
                  .gelu = gelu_tanh,
                  .precision = matmul_precision(),
                  .x_alignment = alignment_of(x),
                  .W_alignment = alignment_of(W),
                  .z_alignment = alignment_of(z),
                  .bias_alignment = alignment_of(bias)};
  Description d(p, bias);
  const std::optional<cublasLtMatmulAlgo_t> algorithm = algorithm_of(p, d);
  if (!algorithm) return false;
  const float one = 1, zero = 0;
  check_cublas(cublasLtMatmul(lt_handle(), &d.product, &one, W, &d.W, x, &d.x, &zero, z, &d.z, z,
                              &d.z, &*algorithm, cublas_workspace(), cublas_workspace_bytes,
                              cuda_stream()));
  return true;
}

}  // namespace holo
