// 15_holo_gate_flow: from the gate to HoloGateFlow: three parts of the channels, one gates another,
// and the result is scaled and shifted. Its claims are measured. With it comes a coupling layer,
// from which it has the scale and the shift, and which can be inverted.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/ops.h"
#include "kernel_view/linear_algebra.h"
#include "support/recorded/command_line.h"

using namespace holo;

double norm_of(const Tensor& x) { return std::sqrt(static_cast<double>(sum(square(x)).item())); }

// The layer with single operations, d = 6 cut into 2, 2 and 2.
void step_by_step() {
  PythonRandom random(42);
  const HoloGateFlow layer(6, random);
  const Tensor x = normal({4, 6}, random);
  const std::vector<Tensor> part = split(x, {2, 2, 2}, -1);
  const Tensor z1 = gelu(linear(part[0], layer.W1.weight, layer.W1.bias));
  const Tensor z2 = silu(linear(part[1], layer.W2.weight, layer.W2.bias));
  const Tensor gate = sigmoid(linear(part[2], layer.W3.weight, layer.W3.bias));
  const Tensor z = cat({z1, gate * z2}, -1);  // [4,12]
  const Tensor n = layer.norm->forward(z);
  const Tensor scale = sigmoid(linear(n, layer.flow_scale->weight, layer.flow_scale->bias));
  const Tensor shift = linear(n, layer.flow_shift->weight, layer.flow_shift->bias);
  const Tensor out = x + scale * linear(z, layer.W_out.weight, layer.W_out.bias) + shift;
  fmt::print("1. the layer, step by step: largest difference {:.0e}\n",
             max(abs(out - layer(x))).item());
}

void parameters() {
  const Index d = 96;
  PythonRandom random(1);
  const HoloGateFlow full(d, random), no_flow(d, random, {.affine = {.flow = false}});
  const HoloGateFlowLite lite(d, random);
  fmt::print("\n2. parameters, d = {}: full {}, no flow {}, lite {}; an MLP of 4 d {}\n", d,
             full.parameter_count(), no_flow.parameter_count(), lite.parameter_count(),
             8 * d * d + 5 * d);
}

// The gradient that reaches W2, which the gate multiplies, with the gate open and closed.
void closed_gate(const std::string& gate) {
  fmt::print("\n3. the gate closes (bias of W3 -20): what is left of the gradient of W2\n");
  for (const bool flow : {true, false}) {
    PythonRandom random(3);
    HoloGateFlow layer(12, random, {.gate = gate, .affine = {.flow = flow}});
    const Tensor x = normal({32, 12}, random), seed = normal({32, 12}, random);
    const auto gradient = [&](double bias) {
      {
        const NoGrad no_grad;
        layer.W3.bias.fill_(static_cast<real>(bias));
      }
      layer.zero_grad();
      layer(x).backward(seed);
      return norm_of(layer.W2.weight.grad());
    };
    const double open = gradient(0), closed = gradient(-20);
    fmt::print("{}: {:.0e} of it\n", flow ? "with flow   " : "without flow", closed / open);
  }
}

// dy/dx of one row, row by row of y.
std::vector<double> jacobian(const std::function<Tensor(const Tensor&)>& f, const Tensor& point) {
  std::vector<double> rows;
  const Index d = point.numel();
  for (Index i = 0; i < d; ++i) {
    Tensor x = (point * 1).set_requires_grad();
    std::vector<real> one(static_cast<std::size_t>(d), 0);
    one[static_cast<std::size_t>(i)] = 1;
    f(x).backward(tensor(one, point.shape()));
    for (const real g : x.grad().to_vector()) rows.push_back(static_cast<double>(g));
  }
  return rows;
}

// Counts the layers, of 20, whose determinant has both signs at 40 points. The initial weights are
// multiplied by `factor`.
int both_signs(real factor) {
  int both = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    PythonRandom random(seed);
    HoloGateFlow layer(6, random);
    {
      const NoGrad no_grad;
      for (Tensor& parameter : layer.parameters()) parameter.copy_(parameter * factor);
    }
    bool positive = false, negative = false;
    for (int point = 0; point < 40 && !(positive && negative); ++point) {
      const double det = determinant(
          jacobian([&](const Tensor& x) { return layer(x); }, normal({1, 6}, random)), 6);
      (det > 0 ? positive : negative) = true;
    }
    both += positive && negative;
  }
  return both;
}

// A function whose determinant has both signs cannot be inverted: in between it is 0.
void not_invertible() {
  fmt::print("\n4. the determinant has both signs\n");
  for (const int factor : {1, 2, 3}) {
    fmt::print("weights times {}: in {} of 20 layers\n", factor,
               both_signs(static_cast<real>(factor)));
  }
}

// y1 = x1, y2 = x2 exp(s(x1)) + t(x1): a scale that is never 0, chosen by the part that stays.
struct Coupling {
  Linear s, t;
  explicit Coupling(PythonRandom& random) : s(3, 3, random), t(3, 3, random) {}
  Tensor forward(const Tensor& x) const {
    const std::vector<Tensor> part = split(x, {3, 3}, -1);
    return cat({part[0], part[1] * exp(s(part[0])) + t(part[0])}, -1);
  }
  Tensor inverse(const Tensor& y) const {
    const std::vector<Tensor> part = split(y, {3, 3}, -1);
    return cat({part[0], (part[1] - t(part[0])) * exp(-s(part[0]))}, -1);
  }
  Tensor log_determinant(const Tensor& x) const { return sum(s(slice(x, -1, 0, 3)), -1); }
};

void coupling() {
  PythonRandom random(5);
  const Coupling layer(random);
  const Tensor x = normal({1, 6}, random);
  const double error = max(abs(layer.inverse(layer.forward(x)) - x)).item();
  const double det = determinant(jacobian([&](const Tensor& t) { return layer.forward(t); }, x), 6);
  fmt::print("\n5. a coupling layer: its inverse gives x back: largest difference {:.0e}\n", error);
  fmt::print("log of its determinant {:.4f}, the sum of s {:.4f}\n", std::log(det),
             layer.log_determinant(x).item());
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "HoloGateFlow, its claims, and a layer that can be inverted.");
  const std::string gate = cli.choice("--gate", {"sigmoid", "tanh", "relu"}, "of part 3");
  cli.finish();
  step_by_step();
  parameters();
  closed_gate(gate);
  not_invertible();
  coupling();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
