// ---- stage 5: an embedding and an MLP ----

#include <stdexcept>

struct Mlp {
  Matrix wte;      // a row for each token: its embedding
  Matrix fc1;      // embedding to hidden
  Matrix fc2;      // hidden to embedding
  Matrix lm_head;  // embedding to logits
};

// y has a number for each row of w: the sum of its products with x.
Vector linear(const Vector& x, const Matrix& w) {
  throw std::logic_error("not written yet: linear");
}

// Two linear layers, and relu between them.
Vector feed_forward(const Vector& x, const Matrix& fc1, const Matrix& fc2) {
  throw std::logic_error("not written yet: feed_forward");
}

// For each token the logits of what follows it: its embedding, through feed_forward and lm_head.
Matrix logits(const Mlp& model, const std::vector<int>& tokens) {
  throw std::logic_error("not written yet: logits of an Mlp");
}
