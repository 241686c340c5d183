// skeletons.h: when you reach a stage, make project copies its part of this file, from its heading
// to the next heading, to the end of my_engine.h.

// ---- stage 1: the tape ----

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

// You choose what a number remembers. Declare it here, or as members of Number.

struct Number {
  // A new number, which depends on no other number.
  Number(double data) { throw std::logic_error("not written yet: a Number of a double"); }

  double data() const { throw std::logic_error("not written yet: data()"); }

  // d loss / d this number, after backward(loss).
  double grad() const { throw std::logic_error("not written yet: grad()"); }
};

Number operator+(Number a, Number b) { throw std::logic_error("not written yet: +"); }

Number operator*(Number a, Number b) { throw std::logic_error("not written yet: *"); }

// Gives every number its gradient, d loss / d number. It is 0 if the loss does not depend on the
// number. An earlier call must not change the result.
void backward(Number loss) { throw std::logic_error("not written yet: backward"); }

// ---- stage 2: functions ----

#include <stdexcept>

Number exp(Number x) { throw std::logic_error("not written yet: exp"); }

Number log(Number x) { throw std::logic_error("not written yet: log"); }

Number pow(Number x, double n) { throw std::logic_error("not written yet: pow"); }

// x if it is positive, and 0 otherwise.
Number relu(Number x) { throw std::logic_error("not written yet: relu"); }

Number tanh(Number x) { throw std::logic_error("not written yet: tanh"); }

// Build these three from the functions that you have, so that they need no new derivative.
Number operator-(Number x) { throw std::logic_error("not written yet: - of one number"); }

Number operator-(Number a, Number b) { throw std::logic_error("not written yet: - of two"); }

Number operator/(Number a, Number b) { throw std::logic_error("not written yet: /"); }

// ---- stage 3: neurons that learn ----

#include <stdexcept>

using Vector = std::vector<Number>;

// Changes the value of a number that depends on no other number. Later results use the new value,
// earlier ones stay as they are.
void set_data(Number x, double data) { throw std::logic_error("not written yet: set_data"); }

// tape_length returns how long your tape is. cut_tape forgets all numbers that you made since the
// tape had this length. If your engine frees its memory by itself, return 0 and do nothing.
int tape_length() { throw std::logic_error("not written yet: tape_length"); }
void cut_tape(int length) { throw std::logic_error("not written yet: cut_tape"); }

// c plus the sum of v * tanh(w * x + b) over the neurons. parameters has w, b and v of the first
// neuron, then of the second one, and so on, and c at the end.
Number network(Number x, const Vector& parameters) {
  throw std::logic_error("not written yet: network");
}

// The mean of the squares of predicted - wanted.
Number mean_squared_error(const Vector& predicted, const std::vector<double>& wanted) {
  throw std::logic_error("not written yet: mean_squared_error");
}

// One step of gradient descent: moves each parameter downhill by rate times its gradient.
void descend(const Vector& parameters, double rate) {
  throw std::logic_error("not written yet: descend");
}

// ---- stage 4: softmax and cross-entropy ----

#include <stdexcept>

using Matrix = std::vector<Vector>;  // rows

// The probabilities: each e^logit divided by the sum of all of them. Logits of 1000 or -1000 must
// work too.
Vector softmax(const Vector& logits) { throw std::logic_error("not written yet: softmax"); }

// For each row, minus the logarithm of the probability that softmax gives to the target of the row;
// the mean over all rows.
Number cross_entropy(const Matrix& logits, const std::vector<int>& targets) {
  throw std::logic_error("not written yet: cross_entropy");
}

// ---- stage 5: an embedding and an MLP ----

#include <stdexcept>

struct Mlp {
  Matrix wte;      // a row for each token, its embedding
  Matrix fc1;      // embedding to hidden
  Matrix fc2;      // hidden to embedding
  Matrix lm_head;  // embedding to logits
};

// Returns one number for each row of w: the sum of the products of the row and x.
Vector linear(const Vector& x, const Matrix& w) {
  throw std::logic_error("not written yet: linear");
}

// Two linear layers with relu between them.
Vector feed_forward(const Vector& x, const Matrix& fc1, const Matrix& fc2) {
  throw std::logic_error("not written yet: feed_forward");
}

// For each token, the logits of the token after it: the embedding goes through feed_forward, then
// through lm_head.
Matrix logits(const Mlp& model, const std::vector<int>& tokens) {
  throw std::logic_error("not written yet: logits of an Mlp");
}

// ---- stage 6: one attention head ----

#include <stdexcept>

// x has a row for each position. linear with wq, wk and wv turns each row into a query, a key and a
// value. The result of a position is a weighted mean of the values up to this position; the weights
// are the softmax of query . key / sqrt(length of a query).
Matrix attention_head(const Matrix& x, const Matrix& wq, const Matrix& wk, const Matrix& wv) {
  throw std::logic_error("not written yet: attention_head");
}

// ---- stage 7: norm, residual, heads ----

#include <stdexcept>

struct Block {
  Matrix wq, wk, wv, wo, fc1, fc2;
};

// x divided by the root of (the mean of its squares + 1e-5).
Vector rmsnorm(const Vector& x) { throw std::logic_error("not written yet: rmsnorm"); }

// Several heads share the numbers of each query, key and value. For example, with two heads the
// first head has the first half and the second head the rest. Put their results side by side, and
// send them through wo.
Matrix attention(const Matrix& x, const Block& block, int heads) {
  throw std::logic_error("not written yet: attention");
}

// A layer of a GPT. First add to x the attention of the normed rows. Then add to each row of this
// sum the feed_forward of the normed row.
Matrix transform(const Matrix& x, const Block& block, int heads) {
  throw std::logic_error("not written yet: transform");
}

// ---- stage 8: Adam ----

#include <stdexcept>

// Adam keeps two running means for each parameter: m of the gradient, and v of its square. Both
// begin with 0, so in step t, counted from 1, use m / (1 - beta1^t) and v / (1 - beta2^t). Move the
// parameter downhill by rate times this m, divided by (the root of this v, plus epsilon).
struct Adam {
  double beta1 = 0.85, beta2 = 0.99, epsilon = 1e-8;

  // Every call gets the same parameters.
  void step(const Vector& parameters, double rate) {
    throw std::logic_error("not written yet: step of Adam");
  }
};

// ---- stage 9: microgpt ----

#include <stdexcept>

struct Microgpt {
  Matrix wte;                 // a row for each token
  Matrix wpe;                 // a row for each position
  std::vector<Block> blocks;  // in their order
  int heads;                  // in each block
  Matrix lm_head;             // to logits
};

// For each position, the logits of the token after it. Add the rows of the token and the position,
// norm the sum, and send it through all blocks and lm_head.
Matrix logits(const Microgpt& model, const std::vector<int>& tokens) {
  throw std::logic_error("not written yet: logits of a Microgpt");
}

// The cross-entropy of a document that begins and ends with the same token. Each token except the
// last one predicts the next token. There are at most as many predictions as wpe has rows.
Number loss(const Microgpt& model, const std::vector<int>& document) {
  throw std::logic_error("not written yet: loss of a Microgpt");
}
