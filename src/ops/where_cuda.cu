// where_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::where(Output y, const real* condition, const real* a, const real* b, real other,
                 Index n) {
  plain().where(y, condition, a, b, other, n);
}

}  // namespace holo
