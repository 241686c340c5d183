// attention_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::attention(real* y, real* lse, const real* q, const real* k, const real* v,
                     const AttentionSizes& s) {
  plain().attention(y, lse, q, k, v, s);
}
void Cuda::attention_backward(Output dq, Output dk, Output dv, const real* dy, const real* q,
                              const real* k, const real* v, const real* y, const real* lse,
                              const AttentionSizes& s) {
  plain().attention_backward(dq, dk, dv, dy, q, k, v, y, lse, s);
}

}  // namespace holo
