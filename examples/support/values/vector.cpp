// vector.cpp: the five functions.
#include "support/values/vector.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/recording.h"

namespace holo {

Matrix matrix(const std::string& name, std::size_t rows, std::size_t columns, double std,
              PythonRandom& random, Vector& parameters) {
  Matrix w(rows, Vector(columns));
  for (Vector& row : w) {
    for (Value& weight : row) weight = Value(random.gauss(0, std));
    parameters.insert(parameters.end(), row.begin(), row.end());
  }
  if (is_recording()) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        w[i][j].set_label(fmt::format("{}[{}][{}]", name, i, j));
      }
    }
  }
  return w;
}

Vector linear(const Vector& x, const Matrix& w) {
  Vector y(w.size());
  for (std::size_t i = 0; i < w.size(); ++i) y[i] = dot(w[i], x);
  return y;
}

Vector add(const Vector& a, const Vector& b) {
  Vector y(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) y[i] = a[i] + b[i];
  return y;
}

Vector softmax(const Vector& x) {
  double max = x[0].data();
  for (Value value : x) max = std::max(max, value.data());
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = exp(x[i] - max);
  const Value total = sum(y);
  for (Value& value : y) value = value / total;
  return y;
}

Vector rmsnorm(const Vector& x) {
  const Value mean_square = dot(x, x) / static_cast<double>(x.size());
  const Value scale = pow(mean_square + 1e-5, -0.5);
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] * scale;
  return y;
}

}  // namespace holo
