// The solution of 15_gated_mlp.
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }
double silu(double z) { return z * sigmoid(z); }
double silu_derivative(double z) { return sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z)); }

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Vector gated_mlp(const Vector& x, const Matrix& w1, const Matrix& w2) {
  const size_t hidden = w1.size() / 2;
  Vector h, y;
  for (size_t j = 0; j < hidden; ++j) {
    const double value = dot(w1[j], x);
    const double gate = dot(w1[j + hidden], x);
    h.push_back(value * silu(gate));
  }
  for (const Vector& row : w2) y.push_back(dot(row, h));
  return y;
}

struct Gradients {
  Vector value, gate;
};

Gradients gate_backward(const Vector& value, const Vector& gate, const Vector& gradient) {
  Gradients result;
  for (size_t j = 0; j < value.size(); ++j) {
    result.value.push_back(gradient[j] * silu(gate[j]));
    result.gate.push_back(gradient[j] * value[j] * silu_derivative(gate[j]));
  }
  return result;
}

}  // namespace answer
