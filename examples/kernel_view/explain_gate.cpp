// explain_gate.cpp: products of inputs, and the weights that they have in a unit.
#include "kernel_view/explain_gate.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace holo {
namespace {

using std::numbers::pi;

double relu64(double z) { return z > 0 ? z : 0; }

double bilinear_kernel(double theta) { return std::cos(theta) * std::cos(theta); }

double reglu_kernel(double theta) {
  const double s = std::sin(theta), c = std::cos(theta);
  return c * (s + (pi - theta) * c) / (2 * pi);
}

double relu2_kernel(double theta) {
  const double s = std::sin(theta), c = std::cos(theta);
  return (3 * s * c + (pi - theta) * (1 + 2 * c * c)) / (2 * pi);
}

}  // namespace

Numbers64 monomials(const Numbers64& x) {
  Numbers64 phi;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i; j < x.size(); ++j) phi.push_back(x[i] * x[j]);
  return phi;
}

Numbers64 implicit_weights(const Numbers64& gate, const Numbers64& value) {
  Numbers64 w;
  for (std::size_t i = 0; i < gate.size(); ++i) {
    for (std::size_t j = i; j < gate.size(); ++j) {
      w.push_back(i == j ? gate[i] * value[i] : gate[i] * value[j] + gate[j] * value[i]);
    }
  }
  return w;
}

Numbers64 symmetric_matrix(const Numbers64& gate, const Numbers64& value) {
  Numbers64 s;
  for (std::size_t i = 0; i < gate.size(); ++i) {
    for (std::size_t j = 0; j < gate.size(); ++j) {
      s.push_back((gate[i] * value[j] + value[i] * gate[j]) / 2);
    }
  }
  return s;
}

std::vector<Unit> units_of(const GatedMLP& layer) {
  const std::vector<real> w = layer.fc1.weight.to_vector();
  const auto d = static_cast<std::size_t>(layer.in), H = static_cast<std::size_t>(layer.hidden_dim);
  const auto row = [&](std::size_t j) {
    const auto first = w.begin() + static_cast<std::ptrdiff_t>(j * d);
    return Numbers64(first, first + static_cast<std::ptrdiff_t>(d));
  };
  std::vector<Unit> units;
  for (std::size_t j = 0; j < H; ++j) units.push_back({row(H + j), row(j)});
  return units;
}

Numbers64 random_vector(std::size_t d, PythonRandom& random) {
  Numbers64 x(d);
  for (double& number : x) number = random.gauss(0, 1);
  return x;
}

const std::array<GateKernel, 3> gate_kernels = {{
    {"bilinear", [](double gate_x, double value_x) { return gate_x * value_x; }, bilinear_kernel},
    {"ReGLU", [](double gate_x, double value_x) { return relu64(gate_x) * value_x; }, reglu_kernel},
    {"squared ReLU", [](double gate_x, double) { return relu64(gate_x) * relu64(gate_x); },
     relu2_kernel},
}};

}  // namespace holo
