// holo_gate_flow_inverse.h: a coupling layer and its inverse. Write three functions.
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Function = std::function<Vector(const Vector&)>;

// x has two halves, x1 and x2. Returns y1 = x1 and y2 = x2 * exp(s(x1)) + t(x1), one vector.
Vector forward(const Vector& x, const Function& s, const Function& t) {
  throw std::logic_error("not written yet");
}

// The x of which forward makes y.
Vector inverse(const Vector& y, const Function& s, const Function& t) {
  throw std::logic_error("not written yet");
}

// The logarithm of the determinant of the derivatives dy / dx.
double log_determinant(const Vector& x, const Function& s) {
  throw std::logic_error("not written yet");
}

}  // namespace answer
