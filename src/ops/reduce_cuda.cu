// reduce_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::sum(Output y, const real* x, Axis axis, double factor) {
  plain().sum(y, x, axis, factor);
}
void Cuda::sum_backward(Output dx, const real* dy, Axis axis, real factor) {
  plain().sum_backward(dx, dy, axis, factor);
}
void Cuda::var(real* y, const real* x, Axis axis, Index correction) {
  plain().var(y, x, axis, correction);
}
void Cuda::var_backward(Output dx, const real* dy, const real* x, Axis axis, Index correction) {
  plain().var_backward(dx, dy, x, axis, correction);
}

}  // namespace holo
