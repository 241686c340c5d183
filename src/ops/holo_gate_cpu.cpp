// holo_gate_cpu.cpp: the middle of HoloGateFlow on the CPU, with the numbers of holo_gate.cpp. What
// lies between two of its steps stays in the first cache.
#include <algorithm>

#include "backend/cpu/cpu.h"
#include "backend/cpu/parallel.h"
#include "ops/activation_rows_cpu.h"

namespace holo {

// z = [first(a) | gate(c) second(b)]
void Cpu::holo_gate(real* z, const real* a, const real* b, const real* c, const HoloGateSizes& s) {
  const auto first = activation_rows(s.first).activate, gate = activation_rows(s.gate).activate;
  const auto second = activation_rows(s.second).gate;
  parallel_for(s.rows, 3 * s.rows * s.C, [=](Index r) {
    real *const z1 = z + r * 2 * s.C, *const z2 = z1 + s.C;
    first(z1, a + r * s.C, s.C);       // 1. first(a)
    gate(z2, c + r * s.C, s.C);        // 2. gate(c)
    second(z2, b + r * s.C, z2, s.C);  // 3. its product with second(b)
  });
}

// da += dz1 first'(a),  db += dz2 gate(c) second'(b),  dc += dz2 second(b) gate'(c)
void Cpu::holo_gate_backward(Output da, Output db, Output dc, const real* dz, const real* a,
                             const real* b, const real* c, const real* z, const HoloGateSizes& s) {
  const auto first = activation_rows(s.first).activate_backward[da.overwrite];
  const auto second = activation_rows(s.second).gate_backward[db.overwrite];
  const auto gate = activation_rows(s.gate).activate;
  const auto gate_backward = activation_rows(s.gate).activate_backward[dc.overwrite];
  parallel_for(s.rows, 3 * s.rows * s.C, [=](Index r) {
    constexpr Index piece = 512;
    for (Index i = 0; i < s.C; i += piece) {
      const Index n = std::min(piece, s.C - i), at = r * s.C + i, in_z = r * 2 * s.C + i;
      real open[piece], dopen[piece];
      first(da.data + at, dz + in_z, a + at, z + in_z, n);  // 1.
      gate(open, c + at, n);
      if (!db.overwrite) std::fill_n(dopen, n, real(0));              // as db, it is added to
      second(db.data + at, dopen, dz + in_z + s.C, b + at, open, n);  // 3.
      gate_backward(dc.data + at, dopen, c + at, open, n);            // 2.
    }
  });
}

}  // namespace holo
