// trained_gate_test.cpp: polynomials are found when they are there, and effective ranks are known
// in simple cases. Trained gates are measured in experiments_test.sh and gate_report_test.cpp.
#include "kernel_view/trained_gate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

#include "kernel_view/linear_algebra.h"

namespace trained_gate_test {

using namespace holo;

TEST_CASE("polynomial fit: powers by degree") {
  CHECK(powers_of(2, 3, 0) == Numbers64{1});
  CHECK(powers_of(2, 3, 1) == Numbers64{1, 2, 3});
  CHECK(powers_of(2, 3, 3) == Numbers64{1, 2, 3, 4, 6, 9, 8, 12, 18, 27});
}

TEST_CASE("polynomial fit: finds a polynomial, and what a smaller degree leaves over") {
  PythonRandom random(1);
  const Numbers64 a = random_vector(4000, random), b = random_vector(4000, random);
  Numbers64 y;
  for (std::size_t n = 0; n < a.size(); ++n) y.push_back(3 - a[n] + 2 * a[n] * b[n]);
  const PolynomialFit exact = fit_polynomial(a, b, y, 2), line = fit_polynomial(a, b, y, 1);
  const Numbers64 want = {3, -1, 0, 0, 2, 0};
  for (std::size_t k = 0; k < want.size(); ++k)
    CHECK(std::fabs(exact.coefficients[k] - want[k]) < 1e-12);
  CHECK(exact.left_over < 1e-24);
  CHECK(line.left_over == doctest::Approx(0.8).epsilon(0.05));  // of the variances 1 and 4, the 4
}

TEST_CASE("polynomial fit: proportional inputs, a constant, and points it has not seen") {
  PythonRandom random(2);
  const Numbers64 a = random_vector(100, random);
  Numbers64 b, y;
  for (const double x : a) {
    b.push_back(2 * x);
    y.push_back(x * x);
  }
  const PolynomialFit square = fit_polynomial(a, b, y, 2);
  CHECK(square.left_over < 1e-20);
  for (const std::size_t k : {2u, 4u, 5u}) CHECK(square.coefficients[k] == 0);  // b, a b, b^2
  CHECK(std::isnan(fit_polynomial(a, b, Numbers64(100, 1.0), 2).left_over));
  // At the even points y is a, at the odd ones -a.
  for (std::size_t n = 0; n < a.size(); ++n) y[n] = n % 2 == 0 ? a[n] : -a[n];
  CHECK(fit_polynomial(a, random_vector(100, random), y, 1).left_over > 2);
}

TEST_CASE("trained gate: effective rank") {
  CHECK(effective_rank({{1, 0}, {0, 5}}) == doctest::Approx(2));
  CHECK(effective_rank({{1, 2}, {-2, -4}}) == doctest::Approx(1));
  CHECK(effective_rank({{1, 0}, {1, 1}}) == doctest::Approx(4.0 / 3));
  CHECK(effective_rank({{0, 0}, {1, 1}}) == doctest::Approx(1));
  CHECK(effective_rank({}) == 0);
}

TEST_CASE("trained gate: quantiles") {
  CHECK(quantile({3, 1, 2}, 0.5) == 2);
  CHECK(quantile({4, 1, 2, 3}, 0.5) == 2.5);
  CHECK(quantile({5, 1}, 0) == 1);
  CHECK(quantile({5, 1}, 1) == 5);
  CHECK(std::isnan(quantile({}, 0.5)));
}

}  // namespace trained_gate_test
