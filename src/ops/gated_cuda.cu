// gated_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::gated(std::optional<Unary> f, real* y, const real* x, const GatedSizes& s) {
  plain().gated(f, y, x, s);
}
void Cuda::gated_backward(std::optional<Unary> f, Output dx, const real* dy, const real* x,
                          const GatedSizes& s) {
  plain().gated_backward(f, dx, dy, x, s);
}

}  // namespace holo
