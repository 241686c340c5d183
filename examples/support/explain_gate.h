// explain_gate.h: a gated unit seen as a kernel machine: what its two weights are in the space of
// products of inputs. Everything in double, whatever the tensors are made of.
#pragma once

#include <vector>

#include "holo/nn/gated_mlp.h"
#include "support/linear_algebra.h"

namespace holo {

/// phi(x): the d (d + 1) / 2 products x_i x_j, i <= j, row by row of their triangle.
Numbers64 monomials(const Numbers64& x);

/// w with (gate . x) (value . x) = phi(x) . w: gate_i value_i, and gate_i value_j + gate_j value_i.
Numbers64 implicit_weights(const Numbers64& gate, const Numbers64& value);

/// The same unit as a quadratic form: x^T S x, S = (gate value^T + value gate^T) / 2. Row-major.
Numbers64 symmetric_matrix(const Numbers64& gate, const Numbers64& value);

/// Row j of the gate half and of the value half of W1.
struct Unit {
  Numbers64 gate, value;
};
std::vector<Unit> units_of(const GatedMLP& layer);

}  // namespace holo
