// 14_kernel_view: a gated unit without an activation, as a linear unit on the products of its
// inputs: the identity, the kernel, the price, the rank and the shape. All of it is exact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "holo/nn/mlp.h"
#include "holo/random.h"
#include "kernel_view/gated_unit.h"
#include "kernel_view/product_task.h"
#include "support/recorded/command_line.h"

using namespace holo;

std::string listed(const Numbers64& numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : ", ") + fmt::format("{:.4g}", x);
  return "(" + text + ")";
}

void one_product() {
  const Numbers64 g = {1, 2}, v = {3, -1}, x = {2, 1}, w = implicit_weights(g, v);
  fmt::print("1. one product multiplied out: g = {}, v = {}\n", listed(g), listed(v));
  fmt::print("(g . x) (v . x) = {:g} x1^2 {:+g} x1 x2 {:+g} x2^2\n", w[0], w[1], w[2]);
  fmt::print("at x = {}: {:g} * {:g} = {:g}, and {:g} {:+g} {:+g} = {:g}\n", listed(x), dot64(g, x),
             dot64(v, x), dot64(g, x) * dot64(v, x), w[0] * 4, w[1] * 2, w[2] * 1,
             dot64(monomials(x), w));
}

// Units of a layer that was trained, so that their weights are nothing special.
void trained_units() {
  PythonRandom random(7);
  GatedMLP layer(2, random, {.hidden = 4, .out = 1, .activation = "none", .multiple_of = 1});
  ProductTask(1).train(layer, 300, 0.02);
  double bilinear = 0, open = 0, closed = 0;
  int points_open = 0;
  for (const Unit& unit : units_of(layer)) {
    const Numbers64 w = implicit_weights(unit.gate, unit.value);
    for (int n = 0; n < 100; ++n) {
      const Numbers64 x = random_vector(2, random);
      const double gate = dot64(unit.gate, x), value = dot64(unit.value, x);
      const double sum = dot64(monomials(x), w), reglu = gate > 0 ? gate * value : 0;
      bilinear = std::max(bilinear, std::fabs(gate * value - sum));
      points_open += gate > 0;
      double& largest = gate > 0 ? open : closed;
      largest = std::max(largest, std::fabs(reglu - sum));
    }
  }
  fmt::print("4 trained units, 100 points each: largest difference {:.0e}\n", bilinear);
  fmt::print("with ReLU on the gate, {} points with g . x > 0: {:.0e}; the others: {:.1f}\n",
             points_open, open, closed);
}

void a_kernel() {
  const Numbers64 x = {1, 2}, y = {3, 1};
  const double k = dot64(x, y) * dot64(x, y);
  fmt::print("\n2. a kernel: k(x, y) = (x . y)^2 for x = {}, y = {}\n", listed(x), listed(y));
  fmt::print("k(x, y) = {:g}\n", k);
  fmt::print("phi(x) = {}\nphi(y) = {}\n", listed(feature_map(x)), listed(feature_map(y)));
  fmt::print("phi(x) . phi(y) = {:g}\n", dot64(feature_map(x), feature_map(y)));
  fmt::print("without the root of 2: {:g}\n", dot64(monomials(x), monomials(y)));
  fmt::print("with all {} products:  {:g}\n", kronecker(x, x).size(),
             dot64(kronecker(x, x), kronecker(y, y)));
}

void stored_points() {
  const Numbers64 x = {2, 1}, g = {1, 2}, sum = {4, 1}, difference = {-2, 3};
  const auto k = [&x](const Numbers64& stored) {
    return dot64(feature_map(x), feature_map(stored));
  };
  fmt::print("\n3. a unit as kernels against stored points, x = {}\n", listed(x));
  fmt::print("g = v = {}: (g . x)^2 = {:g}, k(x, g) = {:g}\n", listed(g), dot64(g, x) * dot64(g, x),
             k(g));
  fmt::print("g = {}, v = (3, -1): (k(x, g + v) - k(x, g - v)) / 4 = ({:g} - {:g}) / 4 = {:g}\n",
             listed(g), k(sum), k(difference), (k(sum) - k(difference)) / 4);
}

void cost() {
  fmt::print("\n4. weights of one unit\n{:>6} {:>12} {:>14} {:>12}\n", "d", "g and v: 2 d",
             "d (d + 1) / 2", "d^2");
  for (const int d : {2, 32, 768, 4096}) {
    fmt::print("{:>6} {:>12} {:>14} {:>12}\n", d, 2 * d, d * (d + 1) / 2, d * d);
  }
}

// Of m d units: the columns of the blog's matrix, and how many functions they are.
void ranks(bool same) {
  fmt::print("\n5. rank of m d units{}: with d^2 products, and as functions\n",
             same ? " with v = g" : "");
  fmt::print("{:>3} {:>5} {:>4}   m: matrix, functions\n", "d", "cap", "d^2");
  PythonRandom random(1);
  for (const std::size_t d : {2u, 3u, 4u, 6u, 8u}) {
    std::string line;
    std::vector<Numbers64> columns, functions;
    for (const std::size_t m : {1u, 2u, 3u, 4u, 6u, 8u}) {
      if (m > d) continue;
      while (columns.size() < m * d) {
        const Numbers64 gate = random_vector(d, random);
        const Numbers64 value = same ? gate : random_vector(d, random);
        columns.push_back(kronecker(gate, value));
        functions.push_back(implicit_weights(gate, value));
      }
      line += fmt::format("  {}: {:>2}, {:>2}", m, rank(columns), rank(functions));
    }
    fmt::print("{:>3} {:>5} {:>4} {}\n", d, d * (d + 1) / 2, d * d, line);
  }
}

// The symmetric matrix S of a unit has a rank of at most 2: one eigenvalue that is not negative,
// one that is not positive.
void show_unit_shape() {
  PythonRandom random(2);
  const Numbers64 g = random_vector(5, random), v = random_vector(5, random);
  const Numbers64 S = symmetric_matrix(g, v), found = eigenvalues(S, 5);
  const double length_g = std::sqrt(dot64(g, g)), length_v = std::sqrt(dot64(v, v));
  fmt::print("\n6. eigenvalues of the symmetric matrix S of a unit, d = 5\n");
  for (const double value : found) fmt::print(" {:8.4f}", std::fabs(value) < 1e-12 ? 0.0 : value);
  fmt::print("\n");
  for (const int sign : {1, -1}) {
    const double lambda = (dot64(g, v) + sign * length_g * length_v) / 2;
    Numbers64 u;
    double largest = 0;
    for (std::size_t i = 0; i < 5; ++i) u.push_back(g[i] / length_g + sign * v[i] / length_v);
    for (std::size_t i = 0; i < 5; ++i) {
      const Numbers64 row(S.begin() + static_cast<std::ptrdiff_t>(5 * i),
                          S.begin() + static_cast<std::ptrdiff_t>(5 * i + 5));
      largest = std::max(largest, std::fabs(dot64(row, u) - lambda * u[i]));
    }
    fmt::print("(g . v {} |g| |v|) / 2 = {:.4f}\n", sign > 0 ? '+' : '-', lambda);
    fmt::print("u = g / |g| {} v / |v|: S u is {:.4f} u up to {:.0e}\n", sign > 0 ? '+' : '-',
               lambda, largest);
  }
}

// A sum of p squares less q squares of linear maps, of max(p, q) units and not of fewer.
void show_form_units() {
  fmt::print("\n7. quadratic forms of 6 inputs, as sums of units\n");
  fmt::print("{:>5} {:>5} {:>6}   {:<10}   most of one sign in 1000 sums of one unit less\n", "p",
             "q", "units", "difference");
  PythonRandom random(5);
  for (const auto& [p, q] : {std::pair<std::size_t, std::size_t>{3, 3}, {4, 1}, {2, 4}, {6, 0}}) {
    std::vector<Numbers64> plus, minus;
    for (std::size_t i = 0; i < p; ++i) plus.push_back(random_vector(6, random));
    for (std::size_t i = 0; i < q; ++i) minus.push_back(random_vector(6, random));
    const std::vector<Unit> made = units_of_form(plus, minus);
    double largest = 0;
    for (int n = 0; n < 100; ++n) {
      const Numbers64 x = random_vector(6, random);
      double form = 0, units = 0;
      for (const Numbers64& a : plus) form += dot64(a, x) * dot64(a, x);
      for (const Numbers64& b : minus) form -= dot64(b, x) * dot64(b, x);
      for (const Unit& unit : made) units += dot64(unit.gate, x) * dot64(unit.value, x);
      largest = std::max(largest, std::fabs(form - units));
    }
    std::size_t most = 0;
    for (int n = 0; n < 1000; ++n) most = std::max(most, most_of_one_sign(made.size() - 1, random));
    fmt::print("{:>5} {:>5} {:>6}   {:<10.0e}   {}\n", p, q, made.size(), largest, most);
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "A gated unit in the space of products of inputs.");
  const bool squares = cli.flag("--squares", "v = g in the table of ranks");
  cli.finish();
  one_product();
  trained_units();
  a_kernel();
  stored_points();
  cost();
  ranks(squares);
  show_unit_shape();
  show_form_units();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
