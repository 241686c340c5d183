// 14_squared_relu.h: the answer of the exercise, from the reader's formulas: those of one number.
#include "support/formulas/reader_formula.h"

namespace answer {

using Vector = std::vector<double>;

inline double squared_relu(double z) {
  return formulas::formula("squared_relu", {{"z", z}, {"gradient", 1}});
}

inline double derivative(double z) {
  return formulas::formula("derivative", {{"z", z}, {"gradient", 1}});
}

inline Vector backward(const Vector& z, const Vector& gradient) {
  Vector dz;
  for (std::size_t i = 0; i < z.size(); ++i) {
    dz.push_back(formulas::formula("backward", {{"z", z[i]}, {"gradient", gradient[i]}}));
  }
  return dz;
}

}  // namespace answer
