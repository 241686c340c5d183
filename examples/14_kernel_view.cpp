// 14_kernel_view: what a gated unit is in the space of products of inputs. What is exact, and what
// holds in the mean over random weights only.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/gated_mlp.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "kernel_view/explain_gate.h"
#include "kernel_view/product_task.h"
#include "support/command_line.h"

using namespace holo;

// A layer that was trained, so that its weights are nothing special.
void the_identity() {
  PythonRandom random(7);
  GatedMLP layer(2, random, {.hidden = 4, .out = 1, .activation = "none", .multiple_of = 1});
  ProductTask(1).train(layer, 300, 0.02);
  double largest = 0;
  for (const Unit& unit : units_of(layer)) {
    const Numbers64 w = implicit_weights(unit.gate, unit.value);
    for (int n = 0; n < 100; ++n) {
      const Numbers64 x = random_vector(2, random);
      const double gated = dot64(unit.gate, x) * dot64(unit.value, x);
      largest = std::max(largest, std::fabs(gated - dot64(monomials(x), w)));
    }
  }
  fmt::print("1. (gate . x) (value . x) = phi(x) . w, for 4 trained units and 100 points each\n");
  fmt::print("largest difference below 1e-12: {}\n", largest < 1e-12 ? "yes" : "no");
}

// The implicit weights of d_h random units, and how many of them are independent.
void ranks() {
  fmt::print("\n2. rank of the implicit weights of d_h units; the cap d (d + 1) / 2\n");
  fmt::print("{:>3} {:>5}   d_h = rank\n", "d", "cap");
  PythonRandom random(1);
  for (const std::size_t d : {2u, 3u, 4u, 6u, 8u, 12u}) {
    const std::size_t cap = d * (d + 1) / 2;
    std::string line;
    for (const std::size_t units : {d, cap - 1, cap, cap + 1, 2 * d * d}) {
      std::vector<Numbers64> rows;
      for (std::size_t j = 0; j < units; ++j) {
        const Numbers64 gate = random_vector(d, random), value = random_vector(d, random);
        rows.push_back(implicit_weights(gate, value));
      }
      line += fmt::format("  {} = {}", units, rank(rows));
    }
    fmt::print("{:>3} {:>5} {}\n", d, cap, line);
  }
}

// x^T S x has rank 2: one eigenvalue that is not negative, one that is not positive.
void quadratic_form() {
  PythonRandom random(2);
  const Numbers64 g = random_vector(5, random), v = random_vector(5, random);
  const Numbers64 found = eigenvalues(symmetric_matrix(g, v), 5);
  const double product = dot64(g, v), lengths = std::sqrt(dot64(g, g) * dot64(v, v));
  fmt::print("\n3. eigenvalues of the symmetric matrix of a unit, d = 5\n");
  for (const double value : found) fmt::print(" {:8.4f}", std::fabs(value) < 1e-12 ? 0.0 : value);
  fmt::print("\n(g . v +- |g| |v|) / 2: {:.4f} and {:.4f}\n", (product + lengths) / 2,
             (product - lengths) / 2);
}

// E[unit(x) unit(y)] over random gates and values, beside the closed forms, in standard errors.
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
  fmt::print("\n4. mean of unit(x) unit(y) over {} random units, and the kernel it tends to\n",
             draws);
  for (std::size_t k = 0; k < 3; ++k) {
    const double mean = sum[k] / draws,
                 kernel = lengths * lengths * gate_kernels[k].closed_form(theta);
    const double error = std::sqrt((squares[k] / draws - mean * mean) / draws);
    fmt::print("{:<13} {:.4f}  kernel {:.4f}  {:.1f} standard errors apart\n", gate_kernels[k].name,
               mean, kernel, std::fabs(mean - kernel) / error);
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "A gated unit in the space of products of inputs.");
  const auto draws = static_cast<int>(
      cli.integer("--draws", 100'000, 100, 100'000'000, "random units for the kernels"));
  cli.finish();
  the_identity();
  ranks();
  quadratic_form();
  kernels(draws);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
