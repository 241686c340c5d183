// gated_unit.h: a gated unit seen as a kernel machine: what its two weights are in the space of
// products of inputs. Everything in double, whatever the tensors are made of.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "holo/nn/mlp.h"
#include "holo/random.h"
#include "kernel_view/linear_algebra.h"

namespace holo {

/// The d (d + 1) / 2 products x_i x_j, i <= j, row by row of their triangle.
Numbers64 monomials(const Numbers64& x);

/// w with (gate . x) (value . x) = monomials(x) . w: gate_i value_i, and gate_i value_j + gate_j
/// value_i.
Numbers64 implicit_weights(const Numbers64& gate, const Numbers64& value);

/// phi(x) with phi(x) . phi(y) = (x . y)^2: the monomials, the mixed ones times the root of 2.
Numbers64 feature_map(const Numbers64& x);

/// All d^2 products x_i y_j: the Kronecker product. kronecker(x, x) . kronecker(gate, value) is the
/// unit, too: x_1 x_2 and x_2 x_1 are counted as two.
Numbers64 kronecker(const Numbers64& x, const Numbers64& y);

/// The same unit as a quadratic form: x^T S x, S = (gate value^T + value gate^T) / 2. Row-major.
Numbers64 symmetric_matrix(const Numbers64& gate, const Numbers64& value);

/// Row j of the gate half and of the value half of W1.
struct Unit {
  Numbers64 gate, value;
};
std::vector<Unit> units_of(const GatedMLP& layer);

/// As few units as have the sum (a . x)^2 over `plus` less the sum (b . x)^2 over `minus`: a square
/// less a square is one, (a + b) . x times (a - b) . x; what is left over is one each. With
/// independent a and b the form has as many positive and negative eigenvalues as there are of them.
std::vector<Unit> units_of_form(const std::vector<Numbers64>& plus,
                                const std::vector<Numbers64>& minus);

/// The number of positive or of negative eigenvalues, the larger one, of a form of 6 inputs that is
/// the sum of `count` random units.
std::size_t most_of_one_sign(std::size_t count, PythonRandom& random);

/// d numbers from the normal distribution.
Numbers64 random_vector(std::size_t d, PythonRandom& random);

/// A unit, and the mean of unit(x) unit(y) over gate and value from normal distributions: at x and
/// y of length 1 with the angle theta between them. Other lengths: times |x|^2 |y|^2. Cho and Saul
/// 2009 (Kernel Methods for Deep Learning) for the last one, their degree 2.
struct GateKernel {
  const char* name;
  double (*unit)(double gate_x, double value_x);  // of gate . x and value . x
  double (*closed_form)(double theta);
};
/// Bilinear, ReGLU, squared ReLU.
extern const std::array<GateKernel, 3> gate_kernels;

/// A gated layer by its name in feed_forward.h, and the activation of its gate.
struct GateFunction {
  const char* name;
  double (*act)(double);
};
/// bilinear, glu, reglu, geglu, swiglu.
extern const std::array<GateFunction, 5> gate_functions;

}  // namespace holo
