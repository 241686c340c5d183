// affine_flow_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::affine_flow(real* out, const real* x, const real* scale, const real* y,
                       const real* shift, Index n) {
  plain().affine_flow(out, x, scale, y, shift, n);
}
void Cuda::affine_flow_backward(Output dx, Output dscale, Output dy, Output dshift,
                                const real* dout, const real* scale, const real* y, Index n) {
  plain().affine_flow_backward(dx, dscale, dy, dshift, dout, scale, y, n);
}

}  // namespace holo
