// matmul_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::matmul(Output C, const real* A, const real* B, const MatmulSizes& s) {
  plain().matmul(C, A, B, s);
}

}  // namespace holo
