// vector.h: vectors and matrices of Values, and the five functions of them that a GPT is made of.
// Chapter 4 explains softmax, chapter 5 linear, chapter 6 add and rmsnorm.
#pragma once

#include <string>
#include <vector>

#include "holo/random.h"
#include "holo/value.h"

namespace holo {

using Vector = std::vector<Value>;
using Matrix = std::vector<Vector>;  // rows

/// New parameters from a normal distribution with mean 0, drawn row by row, and put at the end of
/// `parameters` too. In a recording (recording.h) they have the labels name[0][0], name[0][1], ...
Matrix matrix(const std::string& name, std::size_t rows, std::size_t columns, double std,
              PythonRandom& random, Vector& parameters);

/// y_i = sum_j w_ij x_j.
Vector linear(const Vector& x, const Matrix& w);

/// y_i = a_i + b_i.
Vector add(const Vector& a, const Vector& b);

/// y_i = e^(x_i - max x) / sum_j e^(x_j - max x). The maximum cancels; it keeps e^x from
/// overflowing.
Vector softmax(const Vector& x);

/// y_i = x_i / sqrt(mean(x^2) + 1e-5).
Vector rmsnorm(const Vector& x);

}  // namespace holo
