// holo_gate_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::holo_gate(real* z, const real* a, const real* b, const real* c, const HoloGateSizes& s) {
  plain().holo_gate(z, a, b, c, s);
}
void Cuda::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                              const real* b, const real* c, const real* z, const HoloGateSizes& s) {
  plain().holo_gate_backward(da, db, dc, dz, a, b, c, z, s);
}

}  // namespace holo
