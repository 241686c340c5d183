// gated_unit.cpp: products of inputs, and the weights that they have in a unit.
#include "kernel_view/gated_unit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace holo {
namespace {

using std::numbers::pi;

double relu64(double z) { return z > 0 ? z : 0; }

double sigmoid64(double z) { return 1 / (1 + std::exp(-z)); }

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

Numbers64 feature_map(const Numbers64& x) {
  Numbers64 phi;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i; j < x.size(); ++j) {
      phi.push_back(i == j ? x[i] * x[i] : std::numbers::sqrt2 * x[i] * x[j]);
    }
  }
  return phi;
}

Numbers64 kronecker(const Numbers64& x, const Numbers64& y) {
  Numbers64 products;
  for (const double a : x)
    for (const double b : y) products.push_back(a * b);
  return products;
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

std::vector<Unit> units_of_form(const std::vector<Numbers64>& plus,
                                const std::vector<Numbers64>& minus) {
  std::vector<Unit> units;
  for (std::size_t k = 0; k < std::max(plus.size(), minus.size()); ++k) {
    const std::size_t d = k < plus.size() ? plus[k].size() : minus[k].size();
    const Numbers64 none(d, 0.0);
    const Numbers64 &a = k < plus.size() ? plus[k] : none, &b = k < minus.size() ? minus[k] : none;
    Unit unit;
    for (std::size_t i = 0; i < d; ++i) {
      unit.gate.push_back(a[i] + b[i]);
      unit.value.push_back(a[i] - b[i]);
    }
    units.push_back(std::move(unit));
  }
  return units;
}

std::size_t most_of_one_sign(std::size_t count, PythonRandom& random) {
  constexpr std::size_t d = 6;
  Numbers64 sum(d * d, 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    const Numbers64 gate = random_vector(d, random), value = random_vector(d, random);
    const Numbers64 s = symmetric_matrix(gate, value);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += s[i];
  }
  std::size_t positive = 0, negative = 0;
  for (const double lambda : eigenvalues(sum, d)) {
    positive += lambda > 1e-9;
    negative += lambda < -1e-9;
  }
  return std::max(positive, negative);
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

const std::array<GateFunction, 5> gate_functions = {{
    {"bilinear", [](double z) { return z; }},
    {"glu", sigmoid64},
    {"reglu", relu64},
    {"geglu", [](double z) { return z * (1 + std::erf(z / std::numbers::sqrt2)) / 2; }},
    {"swiglu", [](double z) { return z * sigmoid64(z); }},
}};

}  // namespace holo
