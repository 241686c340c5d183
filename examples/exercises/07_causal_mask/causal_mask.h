// causal_mask.h: the weights of attention. Write causal_softmax.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;  // a row for each position t, in it a number for each s

// Softmax of each row; position t does not see the positions after it: their weight is 0.
Matrix causal_softmax(const Matrix& scores) { throw std::logic_error("not written yet"); }

}  // namespace answer
