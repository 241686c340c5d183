// linear_algebra.cpp: the textbook ways.
#include "kernel_view/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace holo {

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

}  // namespace holo
