// 14_kernel_view: what a gated unit is in the space of products of inputs. What is exact, what
// holds in the mean over random weights only, and what no longer holds with an activation.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "holo/nn/gated_mlp.h"
#include "holo/random.h"
#include "kernel_view/gated_unit.h"
#include "kernel_view/product_task.h"
#include "kernel_view/show_forms.h"
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

void likeness() {
  PythonRandom random(4);
  const Numbers64 x = {1, 2}, near = {2, 1}, right = {-2, 1};
  fmt::print("\n5. similarity of hidden layers, h(x) . h(y) / H; x = {}\n", listed(x));
  fmt::print("{:>9}  {:>12}  {:>12}  {:>12}\n", "H", "y = x", "y = " + listed(near),
             "y = " + listed(right));
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

// Of m d units: the columns of the blog's matrix, and how many functions they are.
void ranks(bool same) {
  fmt::print("\n6. rank of m d units{}: with d^2 products, and as functions\n",
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
  fmt::print("\n9. mean of unit(x) unit(y) over {} random units, and the kernel it tends to\n",
             draws);
  for (std::size_t k = 0; k < 3; ++k) {
    const double mean = sum[k] / draws,
                 kernel = lengths * lengths * gate_kernels[k].closed_form(theta);
    const double error = std::sqrt((squares[k] / draws - mean * mean) / draws);
    fmt::print("{:<13} {:.4f} +- {:.4f}  kernel {:.4f}  {:.1f} standard errors apart\n",
               gate_kernels[k].name, mean, error, kernel, std::fabs(mean - kernel) / error);
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "A gated unit in the space of products of inputs.");
  const auto draws = static_cast<int>(
      cli.integer("--draws", 100'000, 100, 100'000'000, "random units for the kernels"));
  const bool squares = cli.flag("--squares", "v = g in the table of ranks");
  cli.finish();
  one_product();
  trained_units();
  a_kernel();
  stored_points();
  cost();
  likeness();
  ranks(squares);
  show_unit_shape();
  show_form_units();
  kernels(draws);
  show_left_over();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
