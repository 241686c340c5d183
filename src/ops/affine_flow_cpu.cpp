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

}  // namespace holo
