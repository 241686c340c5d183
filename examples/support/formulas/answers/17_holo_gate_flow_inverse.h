// 17_holo_gate_flow_inverse.h: the answer of the exercise, from the reader's formulas: those of one
// number of the second half. The determinant is a sum over these, which no formula is.
#include <cstddef>
#include <functional>

#include "support/formulas/reader_formula.h"

namespace answer {

using Vector = std::vector<double>;
using Function = std::function<Vector(const Vector&)>;

// The second half by the line of this name.
inline Vector by_formula(const char* name, const Vector& x, const Function& s, const Function& t) {
  const auto half = static_cast<std::ptrdiff_t>(x.size() / 2);
  Vector y(x.begin(), x.begin() + half);
  const Vector scales = s(y), shifts = t(y);
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const double second = x[scales.size() + i];
    y.push_back(formulas::formula(
        name, {{"x2", second}, {"y2", second}, {"s", scales[i]}, {"t", shifts[i]}}));
  }
  return y;
}

inline Vector forward(const Vector& x, const Function& s, const Function& t) {
  return by_formula("forward", x, s, t);
}

inline Vector inverse(const Vector& y, const Function& s, const Function& t) {
  return by_formula("inverse", y, s, t);
}

inline double log_determinant(const Vector& x, const Function& s) {
  double sum = 0;
  for (const double one :
       s(Vector(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2))))
    sum += one;
  return sum;
}

}  // namespace answer
