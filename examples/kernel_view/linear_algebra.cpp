// linear_algebra.cpp: ranks, eigenvalues, determinants; and fits of polynomials, by Gram-Schmidt
// over the even points. There each direction carries its values at all points and how it is made of
// the powers, so that no triangular system is left to be solved.
#include "kernel_view/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace holo {
namespace {

struct Direction {
  Numbers64 at, made_of;  // values at the points; coefficients of the powers
};

double dot_even(const Numbers64& x, const Numbers64& y) {
  double total = 0;
  for (std::size_t n = 0; n < x.size(); n += 2) total += x[n] * y[n];
  return total;
}

void subtract(Numbers64& x, double factor, const Numbers64& y) {
  for (std::size_t n = 0; n < x.size(); ++n) x[n] -= factor * y[n];
}

// One direction of length 1 for each power that is not a sum of earlier ones.
std::vector<Direction> directions_of(const Numbers64& a, const Numbers64& b, int degree) {
  const std::size_t terms = powers_of(0, 0, degree).size();
  std::vector<Direction> all(terms, {Numbers64(a.size()), Numbers64(terms, 0.0)});
  for (std::size_t n = 0; n < a.size(); ++n) {
    const Numbers64 powers = powers_of(a[n], b[n], degree);
    for (std::size_t k = 0; k < terms; ++k) all[k].at[n] = powers[k];
  }
  std::vector<Direction> found;
  for (std::size_t k = 0; k < terms; ++k) {
    Direction& next = all[k];
    next.made_of[k] = 1;
    const double before = std::sqrt(dot_even(next.at, next.at));
    for (int pass = 0; pass < 2; ++pass) {  // the second removes what rounding has left
      for (const Direction& earlier : found) {
        const double part = dot_even(next.at, earlier.at);
        subtract(next.at, part, earlier.at);
        subtract(next.made_of, part, earlier.made_of);
      }
    }
    const double length = std::sqrt(dot_even(next.at, next.at));
    if (!(length > 1e-9 * before)) continue;
    for (double& x : next.at) x /= length;
    for (double& x : next.made_of) x /= length;
    found.push_back(std::move(next));
  }
  return found;
}

}  // namespace

double dot64(const Numbers64& a, const Numbers64& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

std::size_t rank(std::vector<Numbers64> rows) {
  const auto length = [](const Numbers64& row) { return std::sqrt(dot64(row, row)); };
  double longest = 0;
  std::size_t independent = 0;
  while (!rows.empty()) {
    const auto pivot = std::max_element(
        rows.begin(), rows.end(),
        [&](const Numbers64& a, const Numbers64& b) { return length(a) < length(b); });
    std::swap(*pivot, rows.back());
    Numbers64 direction = std::move(rows.back());
    rows.pop_back();
    const double size = length(direction);
    if (independent == 0) longest = size;
    if (size <= 1e-9 * longest) break;
    ++independent;
    for (double& x : direction) x /= size;
    for (Numbers64& row : rows) {
      const double part = dot64(row, direction);
      for (std::size_t i = 0; i < row.size(); ++i) row[i] -= part * direction[i];
    }
  }
  return independent;
}

Numbers64 eigenvalues(Numbers64 s, std::size_t d) {
  const auto at = [&](std::size_t i, std::size_t j) -> double& { return s[i * d + j]; };
  for (int sweep = 0; sweep < 60; ++sweep) {
    for (std::size_t p = 0; p + 1 < d; ++p) {
      for (std::size_t q = p + 1; q < d; ++q) {
        if (at(p, q) == 0) continue;
        // The rotation of rows and columns p and q that makes s_pq zero.
        const double theta = (at(q, q) - at(p, p)) / (2 * at(p, q));
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::hypot(theta, 1.0));
        const double c = 1 / std::hypot(t, 1.0), sine = t * c;
        for (std::size_t k = 0; k < d; ++k) {
          const double kp = at(k, p), kq = at(k, q);
          at(k, p) = c * kp - sine * kq;
          at(k, q) = sine * kp + c * kq;
        }
        for (std::size_t k = 0; k < d; ++k) {
          const double pk = at(p, k), qk = at(q, k);
          at(p, k) = c * pk - sine * qk;
          at(q, k) = sine * pk + c * qk;
        }
      }
    }
  }
  Numbers64 values;
  for (std::size_t i = 0; i < d; ++i) values.push_back(at(i, i));
  std::sort(values.rbegin(), values.rend());
  return values;
}

double determinant(Numbers64 m, std::size_t d) {
  double det = 1;
  for (std::size_t k = 0; k < d; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < d; ++i) {
      if (std::fabs(m[i * d + k]) > std::fabs(m[pivot * d + k])) pivot = i;
    }
    if (m[pivot * d + k] == 0) return 0;
    if (pivot != k) det = -det;
    for (std::size_t j = 0; j < d; ++j) std::swap(m[k * d + j], m[pivot * d + j]);
    det *= m[k * d + k];
    for (std::size_t i = k + 1; i < d; ++i) {
      const double factor = m[i * d + k] / m[k * d + k];
      for (std::size_t j = k; j < d; ++j) m[i * d + j] -= factor * m[k * d + j];
    }
  }
  return det;
}

double quantile(Numbers64 numbers, double part) {
  if (numbers.empty()) return NAN;
  std::sort(numbers.begin(), numbers.end());
  const double place = part * static_cast<double>(numbers.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, numbers.size() - 1);
  return numbers[low] + (place - static_cast<double>(low)) * (numbers[high] - numbers[low]);
}

Numbers64 powers_of(double a, double b, int degree) {
  Numbers64 powers = {1};
  for (int total = 1; total <= degree; ++total) {
    const std::size_t first = powers.size() - static_cast<std::size_t>(total);
    for (int i = 0; i < total; ++i) powers.push_back(a * powers[first + static_cast<unsigned>(i)]);
    powers.push_back(b * powers[first + static_cast<unsigned>(total) - 1]);
  }
  return powers;
}

PolynomialFit fit_polynomial(const Numbers64& a, const Numbers64& b, const Numbers64& y,
                             int degree) {
  PolynomialFit fit{Numbers64(powers_of(0, 0, degree).size(), 0.0)};
  Numbers64 left = y;
  for (const Direction& direction : directions_of(a, b, degree)) {
    const double part = dot_even(left, direction.at);
    subtract(left, part, direction.at);
    subtract(fit.coefficients, -part, direction.made_of);
  }
  double mean = 0, squares = 0, total = 0, size = 0;
  const double odd = static_cast<double>(y.size() / 2);
  for (std::size_t n = 1; n < y.size(); n += 2) mean += y[n] / odd;
  for (std::size_t n = 1; n < y.size(); n += 2) {
    squares += left[n] * left[n];
    total += (y[n] - mean) * (y[n] - mean);
    size += y[n] * y[n];
  }
  fit.left_over = total > 1e-24 * size ? squares / total : NAN;
  return fit;
}

}  // namespace holo
