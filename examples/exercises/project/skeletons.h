// skeletons.h: what make project adds to the end of my_engine.h when it comes to a stage: all from
// the heading of this stage to the next one.

// ---- stage 1: the tape ----

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

// Whatever a number must remember is yours to choose: put it here, or into Number.

struct Number {
  // A new number that is made of nothing.
  Number(double data) { throw std::logic_error("not written yet: a Number of a double"); }

  double data() const { throw std::logic_error("not written yet: data()"); }

  // d loss / d this number, after backward(loss).
  double grad() const { throw std::logic_error("not written yet: grad()"); }
};

Number operator+(Number a, Number b) { throw std::logic_error("not written yet: +"); }

Number operator*(Number a, Number b) { throw std::logic_error("not written yet: *"); }

// Gives every number its gradient: d loss / d number, and 0 where the loss does not depend on it.
// It does not matter what an earlier call has left behind.
void backward(Number loss) { throw std::logic_error("not written yet: backward"); }

// ---- stage 2: functions ----

#include <stdexcept>

Number exp(Number x) { throw std::logic_error("not written yet: exp"); }

Number log(Number x) { throw std::logic_error("not written yet: log"); }

Number pow(Number x, double n) { throw std::logic_error("not written yet: pow"); }

// x where it is positive, else 0.
Number relu(Number x) { throw std::logic_error("not written yet: relu"); }

Number tanh(Number x) { throw std::logic_error("not written yet: tanh"); }

// Make these three of the functions that you have: then they need no new derivative.
Number operator-(Number x) { throw std::logic_error("not written yet: - of one number"); }

Number operator-(Number a, Number b) { throw std::logic_error("not written yet: - of two"); }

Number operator/(Number a, Number b) { throw std::logic_error("not written yet: /"); }

// ---- stage 3: neurons that learn ----

#include <stdexcept>

using Vector = std::vector<Number>;

// Changes the value of a number that was made of nothing: what is calculated later uses the new
// one.
void set_data(Number x, double data) { throw std::logic_error("not written yet: set_data"); }

// How long your tape is; and forgetting what was made since it was `length` long. An engine whose
// memory looks after itself returns 0, and does nothing.
int tape_length() { throw std::logic_error("not written yet: tape_length"); }
void cut_tape(int length) { throw std::logic_error("not written yet: cut_tape"); }

// c + the sum of v * tanh(w * x + b) over the neurons; parameters has w, b, v of each neuron, one
// neuron after the other, and c at the end.
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

// Probabilities: e^logit, divided by the sum of all of these. Logits of 1000 or -1000 are no harm.
Vector softmax(const Vector& logits) { throw std::logic_error("not written yet: softmax"); }

// The mean over the rows of -log(the probability that softmax gives to the target of the row).
Number cross_entropy(const Matrix& logits, const std::vector<int>& targets) {
  throw std::logic_error("not written yet: cross_entropy");
}

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

// ---- stage 6: one attention head ----

#include <stdexcept>

// x has a row for each position. Each position makes a query, a key and a value of its row, with
// wq, wk and wv as in linear. Its result is the mean of the values of the positions up to itself,
// with the weights softmax(query . key / sqrt(how many numbers a query has)).
Matrix attention_head(const Matrix& x, const Matrix& wq, const Matrix& wk, const Matrix& wv) {
  throw std::logic_error("not written yet: attention_head");
}

// ---- stage 7: norm, residual, heads ----

#include <stdexcept>

struct Block {
  Matrix wq, wk, wv, wo, fc1, fc2;
};

// x, divided by the root of (the mean of its squares + 1e-5).
Vector rmsnorm(const Vector& x) { throw std::logic_error("not written yet: rmsnorm"); }

// Several heads: with two of them the first one has the first half of each query, key and value,
// the second the rest. Their results, side by side, go through wo.
Matrix attention(const Matrix& x, const Block& block, int heads) {
  throw std::logic_error("not written yet: attention");
}

// What a layer of a GPT does. First each position adds to itself what attention makes of the normed
// rows, then it adds what feed_forward makes of its normed row.
Matrix transform(const Matrix& x, const Block& block, int heads) {
  throw std::logic_error("not written yet: transform");
}

// ---- stage 8: Adam ----

#include <stdexcept>

// Two running means for each parameter: m of its gradient, v of the square of it. In step t,
// counted from 1, m / (1 - beta1^t) and v / (1 - beta2^t) correct that both begin with 0. The
// parameter moves by rate times the corrected m over (the root of the corrected v, plus epsilon),
// downhill.
struct Adam {
  double beta1 = 0.85, beta2 = 0.99, epsilon = 1e-8;

  // Each call has the same parameters.
  void step(const Vector& parameters, double rate) {
    throw std::logic_error("not written yet: step of Adam");
  }
};

// ---- stage 9: microgpt ----

#include <stdexcept>

struct Microgpt {
  Matrix wte;                 // a row for each token
  Matrix wpe;                 // a row for each position
  std::vector<Block> blocks;  // one after the other
  int heads;                  // of each block
  Matrix lm_head;             // to logits
};

// For each position the logits of what follows: the rows of token and position, added and normed,
// through all blocks, and lm_head.
Matrix logits(const Microgpt& model, const std::vector<int>& tokens) {
  throw std::logic_error("not written yet: logits of a Microgpt");
}

// The cross-entropy of a document that begins and ends with the same token: each token but the last
// predicts the one after it. There are at most as many predictions as wpe has rows.
Number loss(const Microgpt& model, const std::vector<int>& document) {
  throw std::logic_error("not written yet: loss of a Microgpt");
}

// ---- stage 10: tensors ----

#include <stdexcept>

// A table of numbers that is one entry of a second tape. Its numbers are row after row.
struct Tensor {
  Tensor(int rows, int columns, const std::vector<double>& numbers) {
    throw std::logic_error("not written yet: a Tensor of numbers");
  }
  std::vector<double> data() const {
    throw std::logic_error("not written yet: data() of a Tensor");
  }

  // d loss / d each number, after backward(loss).
  std::vector<double> grad() const {
    throw std::logic_error("not written yet: grad() of a Tensor");
  }
};

// Element by element. A Tensor of one row meets each row of the other one, a Tensor of one column
// each column, one of a single number all numbers.
Tensor operator+(Tensor a, Tensor b) { throw std::logic_error("not written yet: + of Tensors"); }
Tensor operator*(Tensor a, Tensor b) { throw std::logic_error("not written yet: * of Tensors"); }

// All numbers added up: a Tensor of one row and one column.
Tensor sum(Tensor x) { throw std::logic_error("not written yet: sum of a Tensor"); }

// The number (i, j) is the sum of the products of row i of a and column j of b.
Tensor matmul(Tensor a, Tensor b) { throw std::logic_error("not written yet: matmul"); }

// The loss is a Tensor of one number.
void backward(Tensor loss) { throw std::logic_error("not written yet: backward of a Tensor"); }
