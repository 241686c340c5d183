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

// dx += dout,  dscale += dout y s (1 - s),  dy += dout s,  dshift += dout
void Plain::affine_flow_backward(Output dx, Output dscale, Output dy, Output dshift,
                                 const real* dout, const real* scale, const real* y, Index n) {
  for (Index i = 0; i < n; ++i) {
    const real s = math::Sigmoid::f(scale[i]);
    if (dx.data != nullptr) put(dx, i, dout[i]);
    put(dscale, i, dout[i] * y[i] * math::Sigmoid::df(scale[i], s));
    put(dy, i, dout[i] * s);
    put(dshift, i, dout[i]);
  }
}

}  // namespace holo
