// show_forms.cpp: the eigenvalues of a unit, and the units of a form.
#include "kernel_view/show_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "kernel_view/gated_unit.h"
#include "kernel_view/linear_algebra.h"

namespace holo {

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

}  // namespace holo
