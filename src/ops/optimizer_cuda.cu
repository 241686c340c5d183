// optimizer_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::adam(real* p, real* m, real* v, const real* g, Index n, const AdamStep* s,
                const double* guard) {
  plain().adam(p, m, v, g, n, s, guard);
}
void Cuda::sgd(real* p, real* momentum, const real* g, Index n, const SgdStep* s,
               const double* guard) {
  plain().sgd(p, momentum, g, n, s, guard);
}
void Cuda::check_finite(Total guard, const real* x, Index n) { plain().check_finite(guard, x, n); }
void Cuda::sum_of_squares(Total sum, const real* x, Index n) { plain().sum_of_squares(sum, x, n); }
void Cuda::clip(real* x, Index n, double max_norm, const double* squares) {
  plain().clip(x, n, max_norm, squares);
}
Index Cuda::first_nonfinite(const real* x, Index n) { return plain().first_nonfinite(x, n); }

}  // namespace holo
