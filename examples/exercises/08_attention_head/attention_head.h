// attention_head.h: one head of causal attention, and several. Write head, then heads.
#include <cmath>
#include <stdexcept>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;  // a row for each position, in it the channels

// out[t] is the mean of the values v[s] with s <= t. Their weights are the softmax of
// (q[t] . k[s]) / sqrt(the number of channels).
Matrix head(const Matrix& q, const Matrix& k, const Matrix& v) {
  throw std::logic_error("not written yet");
}

// `count` heads side by side: the first has the first channels of q, k and v, and of the result.
Matrix heads(const Matrix& q, const Matrix& k, const Matrix& v, size_t count) {
  throw std::logic_error("not written yet");
}

}  // namespace answer
