// shape_cuda.cu: copies between two layouts, for permute, slice, cat and stack.
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"

namespace holo {
namespace {

// For each of the `numel` indices i below size [ndim], the element of x at i . x goes to y at
// i . y (with the strides x and y).
struct Layouts {
  int ndim;
  Index numel;
  Index size[max_ndim];
  Strides y, x;
};

// y[i . y_strides] = x[i . x_strides], one element for each thread.
__global__ void move_kernel(Output y, const real* x, Layouts m) {
  const Index i = element_of_thread();
  if (i >= m.numel) return;
  put(y, offset_of(i, m.ndim, m.size, m.y), x[offset_of(i, m.ndim, m.size, m.x)]);
}

}  // namespace

void Cuda::move(Output y, const Strides& y_strides, const real* x, const Strides& x_strides,
                const Shape& shape) {
  Layouts m{
      .ndim = shape.ndim(), .numel = shape.numel(), .size = {}, .y = y_strides, .x = x_strides};
  for (int d = 0; d < m.ndim; ++d) m.size[d] = shape[d];
  launch_for_each(m.numel, move_kernel, y, x, m);
}

}  // namespace holo
