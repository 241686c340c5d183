// affine_flow_cpu.cpp: the end of HoloGateFlow on the CPU.
#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/vec_loop.h"
#include "backend/cpu/vec_math.h"
#include "holo/math.h"

namespace holo {

// s = sigmoid(scale),  out = x + (s y + shift)
void Cpu::affine_flow(real* out, const real* x, const real* scale, const real* y, const real* shift,
                      Index count) {
  parallel_ranges(count, [=](Index begin, Index size) {
    // Two loops, of which the first leaves its product in the cache: it is rounded before the sum,
    // as it is in mul and add.
    for_each_vec(size, [&](Index k, Index n) {
      const Index i = begin + k;
      store(out + i, math::Sigmoid::f(load(scale + i, n)) * load(y + i, n), n);
    });
    for_each_vec(size, [&](Index k, Index n) {
      const Index i = begin + k;
      const Vec flow = load(out + i, n) + load(shift + i, n);
      store(out + i, x != nullptr ? load(x + i, n) + flow : flow, n);
    });
  });
}

// dx += dout,  dscale += dout y s (1 - s),  dy += dout s,  dshift += dout
void Cpu::affine_flow_backward(Output dx, Output dscale, Output dy, Output dshift, const real* dout,
                               const real* scale, const real* y, Index count) {
  parallel_ranges(count, [=](Index begin, Index size) {
    for_each_vec(size, [&](Index k, Index n) {
      const Index i = begin + k;
      const Vec d = load(dout + i, n), s = math::Sigmoid::f(load(scale + i, n));
      if (dx.data != nullptr) add(dx, i, d, n);
      add(dscale, i, d * load(y + i, n) * math::Sigmoid::df(s, s), n);
      add(dy, i, d * s, n);
      add(dshift, i, d, n);
    });
  });
}

}  // namespace holo
