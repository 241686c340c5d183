// gated_cpu.cpp: one half of the channels gates the other, on the CPU.
#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "ops/activation_rows_cpu.h"

namespace holo {

// y = f(gate) value
void Cpu::gated(std::optional<Unary> function, real* y, const real* x, const GatedSizes& s) {
  const auto gate_one = activation_rows(function).gate;
  const Index gate = s.gate_first ? 0 : s.C, value = s.C - gate;
  parallel_for(s.rows, s.rows * s.C, [=](Index r) {
    const real* const row = x + r * 2 * s.C;
    gate_one(y + r * s.C, row + gate, row + value, s.C);
  });
}

// dgate += dy value f'(gate),  dvalue += dy f(gate)
void Cpu::gated_backward(std::optional<Unary> function, Output dx, const real* dy, const real* x,
                         const GatedSizes& s) {
  const auto gate_one = activation_rows(function).gate_backward[dx.overwrite];
  const Index gate = s.gate_first ? 0 : s.C, value = s.C - gate;
  parallel_for(s.rows, s.rows * s.C, [=](Index r) {
    const real* const row = x + r * 2 * s.C;
    real* const to = dx.data + r * 2 * s.C;
    gate_one(to + gate, to + value, dy + r * s.C, row + gate, row + value, s.C);
  });
}

}  // namespace holo
