// dropout_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::dropout(Output y, const real* x, Index n, const DropoutMask& mask) {
  plain().dropout(y, x, n, mask);
}

}  // namespace holo
