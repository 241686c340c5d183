// affine_flow_plain.cpp: the end of HoloGateFlow: n numbers each.
#include "backend/formula.h"
#include "backend/plain/elements.h"
#include "backend/plain/plain.h"

namespace holo {

// s = sigmoid(scale),  out = x + (s y + shift)
void Plain::affine_flow(real* out, const real* x, const real* scale, const real* y,
                        const real* shift, Index n) {
  for (Index i = 0; i < n; ++i) {
    const real flow = math::Sigmoid::f(scale[i]) * y[i] + shift[i];
    out[i] = x != nullptr ? x[i] + flow : flow;
  }
}

}  // namespace holo
