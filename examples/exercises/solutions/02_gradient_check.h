// The solution of 02_gradient_check.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Function = std::function<double(const Vector&)>;

Vector numerical_gradient(const Function& f, Vector& x, double h) {
  Vector gradient;
  for (double& number : x) {
    const double before = number;
    number = before + h;
    const double up = f(x);
    number = before - h;
    const double down = f(x);
    number = before;
    gradient.push_back((up - down) / (2 * h));
  }
  return gradient;
}

double largest_error(const Vector& a, const Vector& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    const double error = std::abs(a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i]));
    if (std::isnan(error)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, error);
  }
  return largest;
}

}  // namespace answer
