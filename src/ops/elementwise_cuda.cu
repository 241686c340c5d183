// elementwise_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::unary(Unary op, real* y, const real* x, Index n, Constants c) {
  plain().unary(op, y, x, n, c);
}
void Cuda::unary_with_slope(Unary op, real* y, real* slope, const real* x, Index n, Constants c) {
  plain().unary_with_slope(op, y, slope, x, n, c);
}
void Cuda::unary_backward(Unary op, Output dx, const real* dy, const real* x, const real* y,
                          Index n, Constants c) {
  plain().unary_backward(op, dx, dy, x, y, n, c);
}
void Cuda::add_scaled(Output dx, const real* dy, real factor, Index n) {
  plain().add_scaled(dx, dy, factor, n);
}

}  // namespace holo
