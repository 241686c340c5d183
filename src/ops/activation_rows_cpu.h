// activation_rows_cpu.h: the loops over a row of C channels that gated_cpu.cpp and
// holo_gate_cpu.cpp are made of: an activation f alone, and one that gates another row.
#pragma once

#include <optional>

#include "backend/backend.h"

namespace holo {

/// The loops of one f. Of two backward loops, [1] overwrites and [0] adds.
struct ActivationRows {
  /// y = f(x)
  void (*activate)(real* y, const real* x, Index C);
  /// dx += dy f'(x), where y = f(x) is known
  void (*activate_backward[2])(real* dx, const real* dy, const real* x, const real* y, Index C);
  /// y = f(g) v;  y may be g or v
  void (*gate)(real* y, const real* g, const real* v, Index C);
  /// dg += dy v f'(g),  dv += dy f(g)
  void (*gate_backward[2])(real* dg, real* dv, const real* dy, const real* g, const real* v,
                           Index C);
};

/// No function: f(x) = x. REQUIRES: a function that is an activation.
ActivationRows activation_rows(std::optional<Unary> function);

}  // namespace holo
