// linear_cuda.cu: y = f(x W^T + bias): x [rows, in], W [out, in], bias [out], y and slope
// [rows, out]. cuBLAS adds the bias, and may apply f, before it writes a number of the product.
#include "backend/cuda/cuda.h"
#include "backend/cuda/gemm.cuh"
#include "backend/cuda/gemm_choice.h"
#include "holo/matmul_precision.h"
#include "ops/linear_plain.h"

namespace holo {

// z_rm = sum_k x_rk W_mk + bias_m,  y = f(z),  slope = f'(z), which takes the place of z
void Cuda::linear(real* y, real* slope, const real* x, const real* W, const real* bias,
                  std::optional<Unary> f, const LinearSizes& s) {
  real* const z = slope != nullptr ? slope : y;
  const bool by_cublas = chosen_gemm() == GemmChoice::cublas;
  // All three steps. cuBLAS does not say how exact its GELU is, so this is for products that are
  // not exact either; nor that its max(z, 0) keeps a NaN, so relu is not among them.
  const bool exact = matmul_precision() == MatmulPrecision::fp32;
  if (by_cublas && !exact && f == Unary::gelu_tanh && slope == nullptr) {
    if (cuda_gemm::cublas_lt(y, x, W, bias, true, s)) return;
  }
  // 1. and 2. the bias, on each row, and the product
  const bool at_once =
      by_cublas && bias != nullptr && cuda_gemm::cublas_lt(z, x, W, bias, false, s);
  if (!at_once) {
    if (bias != nullptr) repeat_bias(*this, z, bias, s);
    matmul({z, bias == nullptr}, x, W, sizes_of_product(s));
  }
  // 3. the activation
  activate(*this, f, y, slope, z, s);
}

}  // namespace holo
