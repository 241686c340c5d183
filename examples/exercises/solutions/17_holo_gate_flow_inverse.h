// The solution of 17_holo_gate_flow_inverse.
#include <cmath>
#include <functional>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Function = std::function<Vector(const Vector&)>;

Vector first_half(const Vector& x) {
  Vector half;
  for (size_t i = 0; i < x.size() / 2; ++i) half.push_back(x[i]);
  return half;
}

Vector forward(const Vector& x, const Function& s, const Function& t) {
  const Vector scale = s(first_half(x)), shift = t(first_half(x));
  const size_t half = x.size() / 2;
  Vector y = x;
  for (size_t i = 0; i < half; ++i) y[half + i] = x[half + i] * std::exp(scale[i]) + shift[i];
  return y;
}

Vector inverse(const Vector& y, const Function& s, const Function& t) {
  const Vector scale = s(first_half(y)), shift = t(first_half(y));
  const size_t half = y.size() / 2;
  Vector x = y;
  for (size_t i = 0; i < half; ++i) x[half + i] = (y[half + i] - shift[i]) * std::exp(-scale[i]);
  return x;
}

double log_determinant(const Vector& x, const Function& s) {
  double sum = 0;
  for (double scale : s(first_half(x))) sum += scale;
  return sum;
}

}  // namespace answer
