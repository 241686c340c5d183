// 08_engine: a tensor engine, whole. It is 01_engine with an array in each node, and it trains the
// network of chapter 5, then a GPT of one block.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <valarray>
#include <vector>

// ---- nodes, and the way back ----

using Numbers = std::valarray<double>;  // a + b, a * b: number by number
using Tokens = std::vector<std::size_t>;

struct Node {
  std::size_t rows, columns;
  Numbers data, grad;              // row after row; d loss / d number, for each number
  std::function<void()> backward;  // sends grad to the parents
};

using Tensor = Node*;

std::deque<Node> parameters;  // in a deque, nodes keep their addresses while it grows
std::deque<Node> nodes;       // what is computed from them; a node comes after its parents

Tensor record(std::size_t rows, std::size_t columns, std::deque<Node>& list = nodes) {
  const Numbers zeros(rows * columns);
  list.push_back({rows, columns, zeros, zeros, [] {}});
  return &list.back();
}

void backward(Tensor loss) {
  loss->grad = 1;
  for (std::size_t i = nodes.size(); i-- > 0;) nodes[i].backward();
}

// ---- operations: each with its formula, and with what it sends back ----

// y = a + b:  da += dy,  db += dy
Tensor add(Tensor a, Tensor b) {
  const Tensor y = record(a->rows, a->columns);
  y->data = a->data + b->data;
  y->backward = [=] {
    a->grad += y->grad;
    b->grad += y->grad;
  };
  return y;
}

// y = a b, number by number:  da += dy b,  db += dy a
Tensor mul(Tensor a, Tensor b) {
  const Tensor y = record(a->rows, a->columns);
  y->data = a->data * b->data;
  y->backward = [=] {
    a->grad += y->grad * b->data;
    b->grad += y->grad * a->data;
  };
  return y;
}

// y = the sum of all x:  dx += dy
Tensor sum(Tensor x) {
  const Tensor y = record(1, 1);
  y->data = x->data.sum();
  y->backward = [=] { x->grad += y->grad[0]; };
  return y;
}

// y = f(x), number by number, where df is the derivative of f:  dx += dy df(x)
Tensor each(Tensor x, double f(double), double df(double)) {
  const Tensor y = record(x->rows, x->columns);
  y->data = x->data.apply(f);
  y->backward = [=] { x->grad += y->grad * x->data.apply(df); };
  return y;
}

Tensor relu(Tensor x) {
  const auto f = [](double v) { return std::max(0.0, v); };
  return each(x, f, [](double v) { return v > 0 ? 1.0 : 0.0; });
}

Tensor log(Tensor x) {
  const auto f = [](double v) { return std::log(v); };
  return each(x, f, [](double v) { return 1 / v; });
}

// C_ij = sum_k A_ik B_kj:  dA_ik += sum_j dC_ij B_kj,  dB_kj += sum_i A_ik dC_ij
Tensor matmul(Tensor a, Tensor b) {
  const std::size_t rows = a->rows, inner = a->columns, columns = b->columns;
  const Tensor c = record(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < inner; ++k) {
      for (std::size_t j = 0; j < columns; ++j) {
        c->data[i * columns + j] += a->data[i * inner + k] * b->data[k * columns + j];
      }
    }
  }
  c->backward = [=] {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t k = 0; k < inner; ++k) {
        for (std::size_t j = 0; j < columns; ++j) {
          a->grad[i * inner + k] += c->grad[i * columns + j] * b->data[k * columns + j];
          b->grad[k * columns + j] += a->data[i * inner + k] * c->grad[i * columns + j];
        }
      }
    }
  };
  return c;
}

// y_ji = x_ij:  dx_ij += dy_ji
Tensor transpose(Tensor x) {
  const std::size_t rows = x->rows, columns = x->columns;
  const Tensor y = record(columns, rows);
  const auto ji = [=](std::size_t ij) { return ij % columns * rows + ij / columns; };
  for (std::size_t ij = 0; ij < x->data.size(); ++ij) y->data[ji(ij)] = x->data[ij];
  y->backward = [=] {
    for (std::size_t ij = 0; ij < x->data.size(); ++ij) x->grad[ij] += y->grad[ji(ij)];
  };
  return y;
}

// y_i = e^x_i / sum_j e^x_j in each row:  dx_i += y_i (dy_i - sum_j dy_j y_j)
Tensor softmax(Tensor x) {
  const Tensor y = record(x->rows, x->columns);
  const auto row = [=](std::size_t t) { return std::slice(t * x->columns, x->columns, 1); };
  for (std::size_t t = 0; t < x->rows; ++t) {
    const Numbers xs = x->data[row(t)], powers = std::exp(xs - xs.max());
    y->data[row(t)] = powers / powers.sum();
  }
  y->backward = [=] {
    for (std::size_t t = 0; t < x->rows; ++t) {
      const Numbers ys = y->data[row(t)], dys = y->grad[row(t)];
      x->grad[row(t)] += ys * (dys - (dys * ys).sum());
    }
  };
  return y;
}

// A constant: f(i, j) is its number in row i and column j.
template <class Function>
Tensor fill(std::size_t rows, std::size_t columns, Function f) {
  const Tensor y = record(rows, columns);
  for (std::size_t i = 0; i < y->data.size(); ++i) y->data[i] = f(i / columns, i % columns);
  return y;
}

// ---- the parts of a model ----

// Row t is row tokens[t] of the table: a product with rows that have a single 1.
Tensor embedding(Tensor table, const Tokens& tokens) {
  const auto chosen = [&](auto t, auto i) { return i == tokens[t]; };
  return matmul(fill(tokens.size(), table->rows, chosen), table);
}

// Row t is W times row t of x.
Tensor linear(Tensor x, Tensor w) { return matmul(x, transpose(w)); }

Tensor mlp(Tensor x, Tensor fc1, Tensor fc2) { return linear(relu(linear(x, fc1)), fc2); }

// x / sqrt(mean(x^2) + 1e-5) in each row. The mean is a product with a matrix of 1 / n.
Tensor rmsnorm(Tensor x) {
  const auto n = static_cast<double>(x->columns);
  const Tensor averaging = fill(x->columns, x->columns, [=](auto, auto) { return 1 / n; });
  const auto f = [](double mean) { return std::pow(mean + 1e-5, -0.5); };
  const auto df = [](double mean) { return -0.5 * std::pow(mean + 1e-5, -1.5); };
  return mul(x, each(matmul(mul(x, x), averaging), f, df));
}

// Row t is the mean of the values up to t, weighted by softmax(q_t . k_s / sqrt(n)).
Tensor attention(Tensor q, Tensor k, Tensor v) {
  const double factor = 1 / std::sqrt(q->columns);
  const Tensor factors = fill(q->rows, q->rows, [=](auto, auto) { return factor; });
  const Tensor mask = fill(q->rows, q->rows, [](auto t, auto s) { return s > t ? -INFINITY : 0; });
  return matmul(softmax(add(mul(matmul(q, transpose(k)), factors), mask)), v);
}

// The mean of -log p(target) over the rows.
Tensor cross_entropy(Tensor logits, const Tokens& targets) {
  const double share = 1 / static_cast<double>(targets.size());
  const auto chosen = [&](auto t, auto i) { return i == targets[t] ? -share : 0; };
  return sum(mul(fill(logits->rows, logits->columns, chosen), log(softmax(logits))));
}

constexpr std::size_t n_tokens = 27, bos = 26, n_embd = 16, n_hidden = 64, block_size = 16;
constexpr std::size_t steps = 5000;

std::mt19937 random_bits(42);

double uniform() { return (static_cast<double>(random_bits()) + 0.5) / 4294967296; }  // 0 to 1

// Random numbers with mean 0 and standard deviation `size`.
Tensor parameter(std::size_t rows, std::size_t columns, double size) {
  const Tensor p = record(rows, columns, parameters);
  for (double& number : p->data) number = size * std::sqrt(12) * (uniform() - 0.5);
  return p;
}

struct Mlp {  // of chapter 5; a model that is made adds its parameters to the list
  Tensor wte = parameter(n_tokens, n_embd, 0.3);
  Tensor fc1 = parameter(n_hidden, n_embd, 0.3), fc2 = parameter(n_embd, n_hidden, 0.3);
  Tensor lm_head = parameter(n_tokens, n_embd, 0.3);

  // Row t says what may follow token t.
  Tensor logits(const Tokens& tokens) const {
    return linear(mlp(embedding(wte, tokens), fc1, fc2), lm_head);
  }
};

struct Gpt {  // of chapter 6.2
  Tensor wte = parameter(n_tokens, n_embd, 0.08), wpe = parameter(block_size, n_embd, 0.08);
  Tensor lm_head = parameter(n_tokens, n_embd, 0.08);
  Tensor wq = parameter(n_embd, n_embd, 0.08), wk = parameter(n_embd, n_embd, 0.08);
  Tensor wv = parameter(n_embd, n_embd, 0.08), wo = parameter(n_embd, n_embd, 0.08);
  Tensor fc1 = parameter(n_hidden, n_embd, 0.08), fc2 = parameter(n_embd, n_hidden, 0.08);

  Tensor logits(const Tokens& tokens) const {
    Tokens positions(tokens.size());
    for (std::size_t t = 0; t < positions.size(); ++t) positions[t] = t;
    Tensor x = rmsnorm(add(embedding(wte, tokens), embedding(wpe, positions)));
    const Tensor y = rmsnorm(x);
    x = add(linear(attention(linear(y, wq), linear(y, wk), linear(y, wv)), wo), x);
    x = add(mlp(rmsnorm(x), fc1, fc2), x);
    return linear(x, lm_head);
  }
};

// ---- training ----

// A step of gradient descent. Gives the loss before it.
template <class Model>
double train_step(const Model& model, const Tokens& name, double rate) {
  nodes.clear();
  for (Node& p : parameters) p.grad = 0;
  const Tokens tokens(name.begin(), name.end() - 1), targets(name.begin() + 1, name.end());
  const Tensor loss = cross_entropy(model.logits(tokens), targets);
  backward(loss);
  for (Node& p : parameters) p.data -= rate * p.grad;
  return loss->data[0];
}

// Each letter is drawn with its probability, until BOS is drawn.
template <class Model>
std::string invent_name(const Model& model) {
  std::string name;
  for (Tokens tokens = {bos}; tokens.size() < block_size;) {
    const Tensor p = softmax(model.logits(tokens));
    const double* last_row = &p->data[p->data.size() - n_tokens];
    std::size_t token = 0;
    for (double u = uniform() - last_row[0]; u > 0 && token < bos; u -= last_row[token]) ++token;
    if (token == bos) break;
    tokens.push_back(token);
    name += static_cast<char>('a' + token);
  }
  return name;
}

template <class Model>
void train(const char* title, const std::vector<Tokens>& names, double first_rate) {
  fmt::print("{}\n", title);
  parameters.clear();
  const Model model;
  double total = 0;
  for (std::size_t step = 1; step <= steps; ++step) {
    const double rate = first_rate * static_cast<double>(steps - step + 1) / steps;
    total += train_step(model, names[random_bits() % names.size()], rate);
    if (step % 1000 != 0) continue;
    fmt::print("steps {:4} to {:4}: mean loss {:.4f}\n", step - 999, step, total / 1000);
    total = 0;
  }
  for (int i = 0; i < 4; ++i) fmt::print("{}{}", invent_name(model), i < 3 ? ", " : "\n\n");
}

// Each name as BOS, its letters, BOS.
std::vector<Tokens> read_names(const char* path) {
  std::vector<Tokens> names;
  std::ifstream file(path);
  for (std::string name; file >> name;) {
    names.push_back({bos});
    for (const char letter : name) names.back().push_back(static_cast<std::size_t>(letter - 'a'));
    names.back().push_back(bos);
  }
  return names;
}

int main(int argc, char**) {
  const std::vector<Tokens> names = read_names("examples/data/names.txt");
  if (argc > 1 || names.empty()) {
    fmt::print(stderr, "error: expected no flag, in the root folder. Try: make run-08_engine\n");
    return 2;
  }
  train<Mlp>("the network of chapter 5", names, 0.3);
  train<Gpt>("a GPT of one block", names, 0.1);
}
