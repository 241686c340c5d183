// reduce_max_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::max(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  plain().max(y, index, x, axis, which);
}
void Cuda::max_backward_ties(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  plain().max_backward_ties(dx, dy, x, y, axis);
}

}  // namespace holo
