// shape_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
                int ndim, const Index* size) {
  plain().move(y, y_strides, x, x_strides, ndim, size);
}

}  // namespace holo
