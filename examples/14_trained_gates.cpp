// 14_trained_gates: what many random gated units are together, which is where training starts, and
// what an activation changes. The experiment trained_gate measures the units after training.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "holo/random.h"
#include "kernel_view/gated_unit.h"
#include "kernel_view/linear_algebra.h"
#include "support/recorded/command_line.h"

using namespace holo;

// Two points are alike when a layer of random units says much the same of both.
void likeness() {
  PythonRandom random(4);
  const Numbers64 x = {1, 2}, near = {2, 1}, right = {-2, 1};
  fmt::print("1. similarity of hidden layers, h(x) . h(y) / H; x = (1, 2)\n");
  fmt::print("{:>9}  {:>12}  {:>12}  {:>12}\n", "H", "y = x", "y = (2, 1)", "y = (-2, 1)");
  double of_x = 0, of_near = 0, of_right = 0;
  int H = 0;
  for (const int until : {10, 100, 1000, 10'000, 100'000}) {
    for (; H < until; ++H) {
      const Numbers64 g = random_vector(2, random), v = random_vector(2, random);
      const auto unit = [&](const Numbers64& at) { return dot64(g, at) * dot64(v, at); };
      of_x += unit(x) * unit(x);
      of_near += unit(x) * unit(near);
      of_right += unit(x) * unit(right);
    }
    fmt::print("{:>9}  {:>12.2f}  {:>12.2f}  {:>12.2f}\n", H, of_x / H, of_near / H, of_right / H);
  }
  const auto kernel = [&x](const Numbers64& y) { return dot64(x, y) * dot64(x, y); };
  fmt::print("{:>9}  {:>12.2f}  {:>12.2f}  {:>12.2f}\n", "(x . y)^2", kernel(x), kernel(near),
             kernel(right));
}

// E[unit(x) unit(y)] over random gates and values, compared with the closed forms, in standard
// errors.
void kernels(int draws) {
  PythonRandom random(3);
  const Numbers64 x = {1, 0.5, -0.3, 0.2}, y = {0.4, 1, 0.6, -0.5};
  const double lengths = std::sqrt(dot64(x, x) * dot64(y, y));
  const double theta = std::acos(dot64(x, y) / lengths);
  double sum[3] = {}, squares[3] = {};
  for (int n = 0; n < draws; ++n) {
    const Numbers64 gate = random_vector(4, random), value = random_vector(4, random);
    for (std::size_t k = 0; k < 3; ++k) {
      const double term = gate_kernels[k].unit(dot64(gate, x), dot64(value, x)) *
                          gate_kernels[k].unit(dot64(gate, y), dot64(value, y));
      sum[k] += term;
      squares[k] += term * term;
    }
  }
  fmt::print("\n2. mean of unit(x) unit(y) over {} random units, and the kernel it tends to\n",
             draws);
  for (std::size_t k = 0; k < 3; ++k) {
    const double mean = sum[k] / draws,
                 kernel = lengths * lengths * gate_kernels[k].closed_form(theta);
    const double error = std::sqrt((squares[k] / draws - mean * mean) / draws);
    fmt::print("{:<13} {:.4f} +- {:.4f}  kernel {:.4f}  {:.1f} standard errors apart\n",
               gate_kernels[k].name, mean, error, kernel, std::fabs(mean - kernel) / error);
  }
}

// What no polynomial of degree 2, 4 or 6 explains of act(g . x) (v . x), for random inputs; and
// whether the outputs of such units have a cap.
void left_over() {
  fmt::print(
      "\n3. what polynomials of degree 2, 4, 6 leave over of a unit, as a share of it;\n"
      "rank of the outputs of 72 units, d = 8\n");
  for (const GateFunction& gate : gate_functions) {
    PythonRandom random(6);
    const Numbers64 a = random_vector(4000, random), b = random_vector(4000, random);
    Numbers64 unit;
    for (std::size_t n = 0; n < a.size(); ++n) unit.push_back(gate.act(a[n]) * b[n]);
    fmt::print("{:<9}", gate.name);
    for (const int degree : {2, 4, 6}) {
      fmt::print("  {:.1e}", fit_polynomial(a, b, unit, degree).left_over);
    }
    std::vector<Numbers64> points, outputs;
    for (int n = 0; n < 128; ++n) points.push_back(random_vector(8, random));
    for (int j = 0; j < 72; ++j) {
      const Numbers64 g = random_vector(8, random), v = random_vector(8, random);
      outputs.emplace_back();
      for (const Numbers64& x : points)
        outputs.back().push_back(gate.act(dot64(g, x)) * dot64(v, x));
    }
    fmt::print("  {:>4}\n", rank(outputs));
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Random gated units: their kernels, and polynomials instead of them.");
  const auto draws = static_cast<int>(
      cli.integer("--draws", 100'000, 100, 100'000'000, "random units for the kernels"));
  cli.finish();
  likeness();
  kernels(draws);
  left_over();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
