// softmax_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::softmax(real* y, const real* x, Axis axis) { plain().softmax(y, x, axis); }
void Cuda::softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  plain().softmax_backward(dx, dy, y, axis);
}
void Cuda::log_softmax(real* y, const real* x, Axis axis) { plain().log_softmax(y, x, axis); }
void Cuda::log_softmax_backward(Output dx, const real* dy, const real* y, Axis axis) {
  plain().log_softmax_backward(dx, dy, y, axis);
}
void Cuda::logsumexp(real* y, const real* x, Axis axis) { plain().logsumexp(y, x, axis); }
void Cuda::logsumexp_backward(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  plain().logsumexp_backward(dx, dy, x, y, axis);
}

}  // namespace holo
