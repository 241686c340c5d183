// embedding_cuda.cu: kernels of the CUDA backend.
#include "backend/cuda/cuda.h"

namespace holo {

void Cuda::embedding(real* y, const real* table, const Index* index, const EmbeddingSizes& s) {
  plain().embedding(y, table, index, s);
}
void Cuda::embedding_backward(real* dtable, const real* dy, const Index* index,
                              const EmbeddingSizes& s) {
  plain().embedding_backward(dtable, dy, index, s);
}
void Cuda::gather(real* y, const real* x, const Index* index, const GatherSizes& s) {
  plain().gather(y, x, index, s);
}
void Cuda::gather_backward(real* dx, const real* dy, const Index* index, const GatherSizes& s) {
  plain().gather_backward(dx, dy, index, s);
}

}  // namespace holo
