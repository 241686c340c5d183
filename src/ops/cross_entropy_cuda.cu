// cross_entropy_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::cross_entropy(real* loss, real* largest, real* log_sum, const real* logits,
                         const Index* target, const CrossEntropySizes& s) {
  plain().cross_entropy(loss, largest, log_sum, logits, target, s);
}
void Cuda::cross_entropy_mean(real* mean, real* factor, const real* loss, const Index* target,
                              const CrossEntropySizes& s) {
  plain().cross_entropy_mean(mean, factor, loss, target, s);
}
void Cuda::cross_entropy_backward(Output dlogits, LossGradient dloss, const real* logits,
                                  const real* largest, const real* log_sum, const Index* target,
                                  const CrossEntropySizes& s) {
  plain().cross_entropy_backward(dlogits, dloss, logits, largest, log_sum, target, s);
}

}  // namespace holo
