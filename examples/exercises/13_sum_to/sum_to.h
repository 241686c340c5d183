// sum_to.h: the backward of broadcasting.
#include <stdexcept>

#include "exercises/support/matrix.h"

namespace answer {

using exercise::Matrix;

// A matrix of `rows` by `columns` was repeated to the shape of `gradient`: where its number of rows
// was 1, it was repeated downwards, where its number of columns was 1, to the right, or both. Given
// the gradient for what came out, the result is the gradient for what was repeated.
Matrix sum_to(const Matrix& gradient, int rows, int columns) {
  throw std::logic_error("not written yet");
}

}  // namespace answer
