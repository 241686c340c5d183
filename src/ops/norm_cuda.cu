// norm_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::layer_norm(real* y, real* mean, real* rstd, const real* x, const real* gain,
                      const real* bias, const NormSizes& s) {
  plain().layer_norm(y, mean, rstd, x, gain, bias, s);
}
void Cuda::layer_norm_backward(Output dx, Output dgain, Output dbias, const real* dy, const real* x,
                               const real* gain, const real* mean, const real* rstd,
                               const NormSizes& s) {
  plain().layer_norm_backward(dx, dgain, dbias, dy, x, gain, mean, rstd, s);
}
void Cuda::rms_norm(real* y, real* rstd, const real* x, const real* gain, const NormSizes& s) {
  plain().rms_norm(y, rstd, x, gain, s);
}
void Cuda::rms_norm_backward(Output dx, Output dgain, const real* dy, const real* x,
                             const real* gain, const real* rstd, const NormSizes& s) {
  plain().rms_norm_backward(dx, dgain, dy, x, gain, rstd, s);
}

}  // namespace holo
