// gated_mlp.h: a gated MLP with SiLU, and the backward of its gate. Write the three functions.
#include <cmath>
#include <stdexcept>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;  // a row for each output, in it a weight for each input

// z * sigmoid(z)
double silu(double z) { throw std::logic_error("not written yet"); }

// y = w2 (value * silu(gate)). The first half of the rows of w1 makes value, the second half gate.
Vector gated_mlp(const Vector& x, const Matrix& w1, const Matrix& w2) {
  throw std::logic_error("not written yet");
}

struct Gradients {
  Vector value, gate;  // d(loss) / d(each of them)
};

// h[j] = value[j] * silu(gate[j]), gradient[j] = d(loss) / d(h[j])
Gradients gate_backward(const Vector& value, const Vector& gate, const Vector& gradient) {
  throw std::logic_error("not written yet");
}

}  // namespace answer
