// linear_plain.cpp: y = f(x W^T + bias) in three steps: x [rows, in], W [out, in], bias [out], y
// and slope [rows, out].
#include "ops/linear_plain.h"
#include "backend/plain/plain.h"

namespace holo {

// z_rm = sum_k x_rk W_mk + bias_m,  y = f(z),  slope = f'(z), which takes the place of z
void Plain::linear(real* y, real* slope, const real* x, const real* W, const real* bias,
                   std::optional<Unary> f, const LinearSizes& s) {
  real* const z = slope != nullptr ? slope : y;
  // 1. the bias, on each row
  if (bias != nullptr) repeat_bias(*this, z, bias, s);
  // 2. the product, added to it
  matmul({z, bias == nullptr}, x, W, sizes_of_product(s));
  // 3. the activation
  activate(*this, f, y, slope, z, s);
}

}  // namespace holo
