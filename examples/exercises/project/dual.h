// dual.h: numbers that carry their derivatives forward. The models of the checks calculate with
// them, so that right gradients are found by another way than that of an answer.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace project {

struct Dual {
  double value;
  std::vector<double> slopes;  // d value / d input i; what is not there is 0

  Dual(double number = 0) : value(number) {}
  double slope(size_t i) const { return i < slopes.size() ? slopes[i] : 0; }
};

using Duals = std::vector<Dual>;
using Table = std::vector<Duals>;

inline Dual made(double value, const Dual& a, double da, const Dual& b = {}, double db = 0) {
  Dual result(value);
  result.slopes.resize(std::max(a.slopes.size(), b.slopes.size()));
  for (size_t i = 0; i < a.slopes.size(); ++i) result.slopes[i] += da * a.slopes[i];
  for (size_t i = 0; i < b.slopes.size(); ++i) result.slopes[i] += db * b.slopes[i];
  return result;
}

inline Dual operator+(const Dual& a, const Dual& b) { return made(a.value + b.value, a, 1, b, 1); }
inline Dual operator-(const Dual& a, const Dual& b) { return made(a.value - b.value, a, 1, b, -1); }
inline Dual operator*(const Dual& a, const Dual& b) {
  return made(a.value * b.value, a, b.value, b, a.value);
}
inline Dual operator/(const Dual& a, const Dual& b) {
  return made(a.value / b.value, a, 1 / b.value, b, -a.value / (b.value * b.value));
}
inline Dual exp(const Dual& x) { return made(std::exp(x.value), x, std::exp(x.value)); }
inline Dual log(const Dual& x) { return made(std::log(x.value), x, 1 / x.value); }
inline Dual pow(const Dual& x, double n) {
  return made(std::pow(x.value, n), x, n * std::pow(x.value, n - 1));
}
inline Dual relu(const Dual& x) { return made(std::max(0.0, x.value), x, x.value > 0 ? 1 : 0); }
inline Dual tanh(const Dual& x) {
  const double y = std::tanh(x.value);
  return made(y, x, 1 - y * y);
}

// The number alone: nothing knows where it comes from.
inline Dual cut(const Dual& x) { return Dual(x.value); }

// The inputs of a model: each knows its place among them.
class Inputs {
 public:
  Dual input(double value) {
    Dual result(value);
    result.slopes.assign(count_ + 1, 0);
    result.slopes[count_++] = 1;
    return result;
  }
  Duals inputs(const std::vector<double>& values) {
    Duals result;
    for (double value : values) result.push_back(input(value));
    return result;
  }
  Table table(const std::vector<std::vector<double>>& rows) {
    Table result;
    for (const std::vector<double>& row : rows) result.push_back(inputs(row));
    return result;
  }
  // The gradients of all inputs, in the order in which they were made.
  std::vector<double> gradients(const Dual& loss) const {
    std::vector<double> result;
    for (size_t i = 0; i < count_; ++i) result.push_back(loss.slope(i));
    return result;
  }

 private:
  size_t count_ = 0;
};

}  // namespace project
