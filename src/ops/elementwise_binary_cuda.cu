// elementwise_binary_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::binary(Binary op, real* y, const real* a, const real* b, const Broadcast& s) {
  plain().binary(op, y, a, b, s);
}
void Cuda::binary_backward_a(Binary op, Output d, const real* dy, const real* a, const real* b,
                             const Broadcast& s) {
  plain().binary_backward_a(op, d, dy, a, b, s);
}
void Cuda::binary_backward_b(Binary op, Output d, const real* dy, const real* a, const real* b,
                             const Broadcast& s) {
  plain().binary_backward_b(op, d, dy, a, b, s);
}

}  // namespace holo
