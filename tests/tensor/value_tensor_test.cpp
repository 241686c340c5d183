// value_tensor_test.cpp: the two engines agree. The same small models, once with Values and once
// with tensors: equal loss, equal gradients.
#include <cmath>
#include <string>

#include "holo/value.h"

#include <doctest/doctest.h>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/random.h"

namespace value_tensor_test {

using namespace holo;

namespace {

constexpr double tolerance = sizeof(real) == 8 ? 1e-12 : 1e-5;

// A matrix for both engines: rows of Values, and a tensor.
struct Matrix {
  std::size_t rows, columns;
  std::vector<Value> values;
  Tensor tensor;

  Matrix(std::size_t r, std::size_t c, std::uint64_t stream) : rows(r), columns(c) {
    std::vector<double> numbers(r * c);
    const CounterRandom random(11, stream);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<double>(static_cast<float>(2 * random.uniform(i) - 1));
    }
    for (const double x : numbers) values.emplace_back(x);
    tensor = from_values({static_cast<Index>(r), static_cast<Index>(c)},
                         std::span<const double>(numbers));
    tensor.set_requires_grad();
  }
  std::span<const Value> row(std::size_t r) const {
    return std::span<const Value>(values).subspan(r * columns, columns);
  }
};

// y[r][j] = x[r] . weight[j] + bias[j]
std::vector<std::vector<Value>> linear(const std::vector<std::vector<Value>>& x,
                                       const Matrix& weight, const Matrix& bias) {
  std::vector<std::vector<Value>> y(x.size());
  for (std::size_t r = 0; r < x.size(); ++r) {
    for (std::size_t j = 0; j < weight.rows; ++j) {
      y[r].push_back(dot(x[r], weight.row(j)) + bias.values[j]);
    }
  }
  return y;
}

std::vector<std::vector<Value>> rows_of(const Matrix& m) {
  std::vector<std::vector<Value>> rows;
  for (std::size_t r = 0; r < m.rows; ++r) rows.emplace_back(m.row(r).begin(), m.row(r).end());
  return rows;
}

// Mean of -log softmax(logits)[target].
Value mean_cross_entropy(const std::vector<std::vector<Value>>& logits,
                         const std::vector<Index>& target) {
  std::vector<Value> losses;
  for (std::size_t r = 0; r < logits.size(); ++r) {
    double largest = logits[r][0].data();
    for (const Value z : logits[r]) largest = std::fmax(largest, z.data());
    std::vector<Value> powers;
    for (const Value z : logits[r]) powers.push_back(exp(z - largest));
    losses.push_back(log(sum(powers)) + largest - logits[r][static_cast<std::size_t>(target[r])]);
  }
  return sum(losses) / static_cast<double>(losses.size());
}

void check_close(double got, double want) {
  CHECK(std::fabs(got - want) <= tolerance * std::fmax(1, std::fabs(want)));
}

void check_gradients(const std::vector<const Matrix*>& parameters) {
  for (const Matrix* const p : parameters) {
    const std::vector<real> gradient = p->tensor.grad().to_vector();
    REQUIRE(gradient.size() == p->values.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      check_close(static_cast<double>(gradient[i]), p->values[i].grad());
    }
  }
}

// The hidden layer's function, for both engines.
struct Hidden {
  const char* name;
  Activation activation;
  Value (*value)(Value);
};
const Hidden hidden_layers[] = {
    {"none", Activation::none, [](Value x) { return x; }},
    {"relu", Activation::relu, [](Value x) { return relu(x); }},
    {"relu2", Activation::relu2, [](Value x) { return relu2(x); }},
    {"gelu", Activation::gelu, [](Value x) { return gelu(x); }},
    {"silu", Activation::silu, [](Value x) { return silu(x); }},
    {"tanh", Activation::tanh, [](Value x) { return tanh(x); }},
    {"sigmoid", Activation::sigmoid, [](Value x) { return sigmoid(x); }},
};

}  // namespace

TEST_CASE("Value and Tensor: an MLP with softmax cross-entropy, loss and all gradients") {
  for (const Hidden& hidden : hidden_layers) {
    CAPTURE(std::string(hidden.name));
    const Tape::Scope scope;
    const Matrix x(5, 3, 0), w1(8, 3, 1), b1(1, 8, 2), w2(4, 8, 3), b2(1, 4, 4);
    const std::vector<Index> target = {3, 0, 2, 2, 1};

    std::vector<std::vector<Value>> h = linear(rows_of(x), w1, b1);
    for (auto& row : h) {
      for (Value& v : row) v = hidden.value(v);
    }
    const Value value_loss = mean_cross_entropy(linear(h, w2, b2), target);
    value_loss.backward();

    const Tensor bias1 = reshape(b1.tensor, {8}), bias2 = reshape(b2.tensor, {4});
    const Tensor h_tensor = linear(x.tensor, w1.tensor, bias1, hidden.activation);
    const Tensor logits = linear(h_tensor, w2.tensor, bias2);
    const Tensor loss = cross_entropy(logits, Indices({5}, target));
    loss.backward();

    check_close(static_cast<double>(loss.item()), value_loss.data());
    check_gradients({&x, &w1, &b1, &w2, &b2});
  }
}

TEST_CASE("Value and Tensor: attention of one head, loss and all gradients") {
  const Tape::Scope scope;
  const Matrix q(4, 3, 5), k(4, 3, 6), v(4, 3, 7);
  const double scale = 1 / std::sqrt(3.0);

  std::vector<Value> squares;
  for (std::size_t t = 0; t < 4; ++t) {
    std::vector<Value> powers;
    for (std::size_t s = 0; s <= t; ++s) powers.push_back(exp(dot(q.row(t), k.row(s)) * scale));
    const Value total = sum(powers);
    for (std::size_t c = 0; c < 3; ++c) {
      std::vector<Value> column;
      for (std::size_t s = 0; s <= t; ++s) column.push_back(v.values[s * 3 + c]);
      const Value y = dot(powers, column) / total;
      squares.push_back(y * y);
    }
  }
  const Value value_loss = sum(squares);
  value_loss.backward();

  const auto batch = [](const Matrix& m) { return unsqueeze(m.tensor, 0); };
  const Tensor loss = sum(square(attention(batch(q), batch(k), batch(v), {1, 0, true, 0})));
  loss.backward();
  check_close(static_cast<double>(loss.item()), value_loss.data());
  check_gradients({&q, &k, &v});
}

}  // namespace value_tensor_test
