// gradient_check.h: a gradient by small differences, to test another one. Write the two functions.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Function = std::function<double(const Vector&)>;

// Element i is (f with x[i] + h, minus f with x[i] - h) / (2 h). In the end x is what it was.
Vector numerical_gradient(const Function& f, Vector& x, double h) {
  throw std::logic_error("not written yet");
}

// The largest |a[i] - b[i]| / max(|a[i]|, |b[i]|). Equal numbers have the error 0, and where an
// element is NaN the result is infinity.
double largest_error(const Vector& a, const Vector& b) {
  throw std::logic_error("not written yet");
}

}  // namespace answer
