// my_engine.h: the reference of the project: an engine, layers and an optimizer that train
// microgpt.
#include <algorithm>
#include <cmath>
#include <vector>

// ---- stage 1: the tape ----

struct Node {
  double data;
  double grad;    // d loss / d this number, after backward
  int a, b;       // the numbers that it was made of: their places on the tape, or -1
  double da, db;  // d this number / d a, d this number / d b
};

std::vector<Node> tape;  // in the order in which the numbers were made

struct Number {
  int place;

  Number(double data) : place(static_cast<int>(tape.size())) {
    tape.push_back({data, 0, -1, -1, 0, 0});
  }
  double data() const { return tape[place].data; }
  double grad() const { return tape[place].grad; }
};

Number made(double data, Number a, double da) {
  const Number result(data);
  tape.back().a = a.place;
  tape.back().da = da;
  return result;
}

Number made(double data, Number a, double da, Number b, double db) {
  const Number result = made(data, a, da);
  tape.back().b = b.place;
  tape.back().db = db;
  return result;
}

Number operator+(Number a, Number b) { return made(a.data() + b.data(), a, 1, b, 1); }
Number operator*(Number a, Number b) { return made(a.data() * b.data(), a, b.data(), b, a.data()); }

// Puts all that a number was made of into the list, each after its own a and b, then the number.
// The order of creation is as good; this one has the original's order of sums (stage 9).
void list(int place, std::vector<bool>& seen, std::vector<int>& order) {
  if (place < 0 || seen[place]) return;
  seen[place] = true;
  list(tape[place].a, seen, order);
  list(tape[place].b, seen, order);
  order.push_back(place);
}

void backward(Number loss) {
  for (Node& node : tape) node.grad = 0;
  tape[loss.place].grad = 1;
  std::vector<bool> seen(tape.size());
  std::vector<int> order;
  list(loss.place, seen, order);
  std::reverse(order.begin(), order.end());
  for (int place : order) {
    const Node& node = tape[place];
    if (node.a >= 0) tape[node.a].grad += node.da * node.grad;
    if (node.b >= 0) tape[node.b].grad += node.db * node.grad;
  }
}

// ---- stage 2: functions ----

Number exp(Number x) {
  const double y = std::exp(x.data());
  return made(y, x, y);
}

Number log(Number x) { return made(std::log(x.data()), x, 1 / x.data()); }

Number pow(Number x, double n) {
  return made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1));
}

Number relu(Number x) { return made(std::max(0.0, x.data()), x, x.data() > 0 ? 1 : 0); }

Number tanh(Number x) {
  const double y = std::tanh(x.data());
  return made(y, x, 1 - y * y);
}

Number operator-(Number x) { return x * -1; }
Number operator-(Number a, Number b) { return a + -b; }
Number operator/(Number a, Number b) { return a * pow(b, -1); }

// ---- stage 3: neurons that learn ----

using Vector = std::vector<Number>;

void set_data(Number x, double data) { tape[x.place].data = data; }
int tape_length() { return static_cast<int>(tape.size()); }
void cut_tape(int length) { tape.erase(tape.begin() + length, tape.end()); }

Number sum(const Vector& x) {
  Number total = x[0];
  for (size_t i = 1; i < x.size(); ++i) total = total + x[i];
  return total;
}

Number network(Number x, const Vector& p) {
  Number y = p.back();
  for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]);
  return y;
}

Number mean_squared_error(const Vector& predicted, const std::vector<double>& wanted) {
  Vector squares;
  for (size_t i = 0; i < predicted.size(); ++i) squares.push_back(pow(predicted[i] - wanted[i], 2));
  return sum(squares) / static_cast<double>(squares.size());
}

void descend(const Vector& parameters, double rate) {
  for (Number p : parameters) set_data(p, p.data() - rate * p.grad());
}

// ---- stage 4: softmax and cross-entropy ----

using Matrix = std::vector<Vector>;

Vector softmax(const Vector& logits) {
  double largest = logits[0].data();
  for (Number logit : logits) largest = std::max(largest, logit.data());
  Vector powers;
  for (Number logit : logits) powers.push_back(exp(logit - largest));
  const Number total = sum(powers);
  for (Number& power : powers) power = power / total;
  return powers;
}

Number cross_entropy(const Matrix& logits, const std::vector<int>& targets) {
  Vector losses;
  for (size_t i = 0; i < targets.size(); ++i) {
    losses.push_back(-log(softmax(logits[i])[targets[i]]));
  }
  return sum(losses) * (1 / static_cast<double>(losses.size()));
}

// ---- stage 5: an embedding and an MLP ----

struct Mlp {
  Matrix wte, fc1, fc2, lm_head;
};

Number dot(const Vector& a, const Vector& b) {
  Vector products;
  for (size_t i = 0; i < a.size(); ++i) products.push_back(a[i] * b[i]);
  return sum(products);
}

Vector linear(const Vector& x, const Matrix& w) {
  Vector y;
  for (const Vector& row : w) y.push_back(dot(row, x));
  return y;
}

Vector feed_forward(const Vector& x, const Matrix& fc1, const Matrix& fc2) {
  Vector hidden = linear(x, fc1);
  for (Number& h : hidden) h = relu(h);
  return linear(hidden, fc2);
}

Matrix logits(const Mlp& model, const std::vector<int>& tokens) {
  Matrix rows;
  for (int token : tokens) {
    rows.push_back(linear(feed_forward(model.wte[token], model.fc1, model.fc2), model.lm_head));
  }
  return rows;
}

// ---- stage 6: one attention head ----

Matrix linear(const Matrix& x, const Matrix& w) {
  Matrix y;
  for (const Vector& row : x) y.push_back(linear(row, w));
  return y;
}

// The channels of one head: `size` of them from `first` on.
Matrix head(const Matrix& q, const Matrix& k, const Matrix& v, size_t first, size_t size) {
  const auto part = [&](const Vector& x) {
    return Vector(x.begin() + first, x.begin() + first + size);
  };
  Matrix out;
  for (size_t t = 0; t < q.size(); ++t) {
    Vector scores;
    for (size_t s = 0; s <= t; ++s) {
      scores.push_back(dot(part(q[t]), part(k[s])) / std::sqrt(static_cast<double>(size)));
    }
    const Vector weights = softmax(scores);
    Vector mean;
    for (size_t c = first; c < first + size; ++c) {
      Vector column;
      for (size_t s = 0; s <= t; ++s) column.push_back(v[s][c]);
      mean.push_back(dot(weights, column));
    }
    out.push_back(mean);
  }
  return out;
}

Matrix attention_head(const Matrix& x, const Matrix& wq, const Matrix& wk, const Matrix& wv) {
  return head(linear(x, wq), linear(x, wk), linear(x, wv), 0, wq.size());
}

// ---- stage 7: norm, residual, heads ----

struct Block {
  Matrix wq, wk, wv, wo, fc1, fc2;
};

Vector rmsnorm(const Vector& x) {
  const Number mean_square = dot(x, x) / static_cast<double>(x.size());
  const Number scale = pow(mean_square + 1e-5, -0.5);
  Vector y;
  for (Number number : x) y.push_back(number * scale);
  return y;
}

Matrix attention(const Matrix& x, const Block& block, int heads) {
  const Matrix q = linear(x, block.wq), k = linear(x, block.wk), v = linear(x, block.wv);
  const size_t size = block.wq.size() / static_cast<size_t>(heads);
  Matrix all(x.size());
  for (size_t first = 0; first < block.wq.size(); first += size) {
    const Matrix one = head(q, k, v, first, size);
    for (size_t t = 0; t < x.size(); ++t) {
      all[t].insert(all[t].end(), one[t].begin(), one[t].end());
    }
  }
  return linear(all, block.wo);
}

Vector add(const Vector& a, const Vector& b) {
  Vector y;
  for (size_t i = 0; i < a.size(); ++i) y.push_back(a[i] + b[i]);
  return y;
}

Matrix transform(const Matrix& x, const Block& block, int heads) {
  Matrix normed, y;
  for (const Vector& row : x) normed.push_back(rmsnorm(row));
  const Matrix mixed = attention(normed, block, heads);
  for (size_t t = 0; t < x.size(); ++t) {
    const Vector row = add(mixed[t], x[t]);
    y.push_back(add(feed_forward(rmsnorm(row), block.fc1, block.fc2), row));
  }
  return y;
}

// ---- stage 8: Adam ----

struct Adam {
  double beta1 = 0.85, beta2 = 0.99, epsilon = 1e-8;
  std::vector<double> m, v;
  int steps = 0;

  void step(const Vector& parameters, double rate) {
    m.resize(parameters.size());
    v.resize(parameters.size());
    ++steps;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const double g = parameters[i].grad();
      m[i] = beta1 * m[i] + (1 - beta1) * g;
      v[i] = beta2 * v[i] + (1 - beta2) * std::pow(g, 2.0);
      const double m_hat = m[i] / (1 - std::pow(beta1, steps));
      const double v_hat = v[i] / (1 - std::pow(beta2, steps));
      set_data(parameters[i],
               parameters[i].data() - rate * m_hat / (std::pow(v_hat, 0.5) + epsilon));
    }
  }
};

// ---- stage 9: microgpt ----

struct Microgpt {
  Matrix wte, wpe, lm_head;
  std::vector<Block> blocks;
  int heads;
};

Matrix logits(const Microgpt& model, const std::vector<int>& tokens) {
  Matrix x;
  for (size_t t = 0; t < tokens.size(); ++t) {
    x.push_back(rmsnorm(add(model.wte[tokens[t]], model.wpe[t])));
  }
  for (const Block& block : model.blocks) x = transform(x, block, model.heads);
  return linear(x, model.lm_head);
}

Number loss(const Microgpt& model, const std::vector<int>& document) {
  const size_t n = std::min(model.wpe.size(), document.size() - 1);
  const std::vector<int> tokens(document.begin(), document.begin() + n);
  const std::vector<int> targets(document.begin() + 1, document.begin() + 1 + n);
  return cross_entropy(logits(model, tokens), targets);
}
