// ---- stage 4: softmax and cross-entropy ----

#include <stdexcept>

using Matrix = std::vector<Vector>;  // rows

// Probabilities: e^logit, divided by the sum of all of these. Logits of 1000 or -1000 are no harm.
Vector softmax(const Vector& logits) { throw std::logic_error("not written yet: softmax"); }

// The mean over the rows of -log(the probability that softmax gives to the target of the row).
Number cross_entropy(const Matrix& logits, const std::vector<int>& targets) {
  throw std::logic_error("not written yet: cross_entropy");
}
