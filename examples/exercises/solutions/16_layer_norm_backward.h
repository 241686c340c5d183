// The solution of 16_layer_norm_backward.
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;

struct Normal {
  Vector n;  // (x - mean) / root
  double root;
};

Normal normalized(const Vector& x, double epsilon) {
  const double size = static_cast<double>(x.size());
  double mean = 0, variance = 0;
  for (double number : x) mean += number / size;
  for (double number : x) variance += (number - mean) * (number - mean) / size;
  Normal result{x, std::sqrt(variance + epsilon)};
  for (double& number : result.n) number = (number - mean) / result.root;
  return result;
}

Vector layer_norm(const Vector& x, const Vector& gain, const Vector& bias, double epsilon) {
  Vector y = normalized(x, epsilon).n;
  for (size_t i = 0; i < y.size(); ++i) y[i] = gain[i] * y[i] + bias[i];
  return y;
}

struct Gradients {
  Vector x, gain, bias;
};

Gradients layer_norm_backward(const Vector& x, const Vector& gain, const Vector& gradient,
                              double epsilon) {
  const auto [n, root] = normalized(x, epsilon);
  const double size = static_cast<double>(x.size());
  Gradients result{x, n, gradient};
  Vector dn(x.size());
  double mean_dn = 0, mean_dn_n = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    dn[i] = gradient[i] * gain[i];
    mean_dn += dn[i] / size;
    mean_dn_n += dn[i] * n[i] / size;
  }
  for (size_t i = 0; i < x.size(); ++i) {
    result.x[i] = (dn[i] - mean_dn - n[i] * mean_dn_n) / root;
    result.gain[i] = gradient[i] * n[i];
  }
  return result;
}

}  // namespace answer
