// reduce_cpu.cpp: sums over one dimension, and their backward, on the CPU. reduce_max_cpu.cpp has
// the largest elements, reduce_var_cpu.cpp the variance.
#include "backend/cpu/cpu.h"
#include "backend/cpu/reduce_terms.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

// y[o, k] = or += factor sum_i x[o, i, k]
void Cpu::sum(Output y, const real* x, Axis axis, double factor) {
  if (axis.n == 1) axis = {1, 1, axis.outer * axis.inner};
  sum_terms(y, axis, factor, [=](const Position& position) { return position.load(x); });
}

// dx[o, i, k] += factor dy[o, k]
void Cpu::sum_backward(Output dx, const real* dy, Axis axis, real factor) {
  if (axis.n == 1) axis = {1, 1, axis.outer * axis.inner};
  add_terms(dx, axis, [=](const Position& position) { return position.load_result(dy) * factor; });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
