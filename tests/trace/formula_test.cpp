// What explains a gradient in words and in formulas: the derivative of each op names the right
// operand, a negative number is in brackets where a sign is before it, and a summary tells all it
// knows.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "trace/formula.h"
#include "trace/logs.h"

namespace words_of_log_test {

using namespace holo;

namespace {

// The formula of the last node, and its derivatives for each of its parents: "a * b: b | a".
std::string words_of(const std::function<void(Value, Value)>& program) {
  const TraceLog log = recorded([&] { program(Value(2.0, "a"), Value(3.0, "b")); });
  const auto last = static_cast<std::uint32_t>(log.nodes.size() - 1);
  std::string text = formula(log, last);
  for (std::uint32_t edge = 0; edge < log.nodes[last].parents.size(); ++edge) {
    text += (edge == 0 ? ": " : " | ") + local_derivative(log, last, edge);
  }
  return text;
}

}  // namespace

TEST_CASE("words of a log: the formula of each op, and its derivatives") {
  using Of = std::function<void(Value, Value)>;
  const std::vector<std::pair<Of, const char*>> table = {
      {[](Value a, Value b) { a* b; }, "a * b: b | a"},
      {[](Value a, Value b) { a / b; }, "a / b: 1 / b | -a / b^2"},
      {[](Value a, Value b) { max(a, b); },
       "max(a, b): 1 where a is the larger, else 0 | 1 where b is the larger, else 0"},
      {[](Value a, Value b) { min(a, b); },
       "min(a, b): 1 where a is the smaller, else 0 | 1 where b is the smaller, else 0"},
      {[](Value a, Value b) {
         const std::vector<Value> x = {a, b}, w = {Value(4.0, "c"), Value(5.0, "d")};
         dot(x, w);
       },
       "dot(a, b, c, d): c | d | a | b"},
      // A constant operand.
      {[](Value a, Value) { a * -2.0; }, "a * (-2): "},
      {[](Value a, Value) { a + -3.0; }, "a + (-3): "},
      {[](Value a, Value) { 2.0 / a; }, "2 / a: -2 / a^2"},
      {[](Value a, Value) { -2.0 / a; }, "-2 / a: -(-2) / a^2"},
      {[](Value a, Value) { a / -2.0; }, "a / (-2): 1 / (-2)"},
      {[](Value a, Value) { max(1.0, a); }, "max(1, a): 1 where a is the larger, else 0"},
      {[](Value a, Value) { min(a, 1.0); }, "min(a, 1): 1 where a is the smaller, else 0"},
      {[](Value a, Value) { pow(a, 3.0); }, "a^3: 3 * a^(3 - 1)"},
      // A function of one number; #2 is its result.
      {[](Value a, Value) { sqrt(a); }, "sqrt(a): 1 / (2 * #2)"},
      {[](Value a, Value) { exp(a); }, "exp(a): #2"},
      {[](Value a, Value) { log(a); }, "log(a): 1 / a"},
      {[](Value a, Value) { tanh(a); }, "tanh(a): 1 - #2^2"},
      {[](Value a, Value) { sigmoid(a); }, "sigmoid(a): #2 * (1 - #2)"},
      {[](Value a, Value) { relu2(a); }, "relu2(a): 2 * a where a > 0, else 0"},
      {[](Value a, Value) { erfc(a); }, "erfc(a): -1.12838 * exp(-a^2)"},
      {[](Value a, Value) { sin(a); }, "sin(a): cos(a)"},
      {[](Value a, Value) { cos(a); }, "cos(a): -sin(a)"},
      {[](Value a, Value) { softplus(a); }, "softplus(a): sigmoid(a)"}};
  for (const auto& [f, expected] : table) CHECK(words_of(f) == std::string(expected));
}

TEST_CASE("words of a log: a run of many numbers, and a summary, in the text of a log") {
  const TraceLog whole = recorded([] { exp(arange(7)), exp(arange(6)); });
  CHECK(contains(whole.to_text(), "  0 1 2 3 4 5 ...\n"));
  CHECK(contains(whole.to_text(), "  0 1 2 3 4 5\n"));
  Tensor big = zeros({60}).set_requires_grad();
  const TraceLog log = recorded(
      [&] {
        std::vector<real> numbers(60, 1);
        numbers[10] = static_cast<real>(2.718281828);
        numbers[20] = INFINITY, numbers[30] = -INFINITY, numbers[40] = NAN;
        sum(big * 2).backward();
        const NoGrad no_grad;
        big.copy_(numbers);
      },
      {.whole_up_to = 0});
  const std::string text = log.to_text();
  CHECK(contains(text, "data 1 1 1 1 1 1 ... (1 to 2.71828, mean 1.03015, 1 NaN, 2 infinite)\n"));
  CHECK(contains(text, "grad all 0 -> all 2\n"));
}

TEST_CASE("words of a log: nine operands are all there, of ten the first eight") {
  const auto sum_of = [](int count) {
    const TraceLog log = recorded([count] {
      std::vector<Value> x;
      for (int i = 0; i < count; ++i)
        x.push_back(Value(i, std::string(1, static_cast<char>('a' + i))));
      sum(x);
    });
    return formula(log, static_cast<std::uint32_t>(log.nodes.size() - 1));
  };
  CHECK(sum_of(9) == "sum(a, b, c, d, e, f, g, h, i)");
  CHECK(sum_of(10) == "sum(a, b, c, d, e, f, g, h, 2 more)");
}

TEST_CASE("words of a log: a negative base, options in words") {
  CHECK(contains(recorded([] { pow(Value(-2.0, "a"), 2.0); }).to_text(), "  4 = (-2)^2\n"));
  const auto formula_of = [](const std::function<Tensor(Tensor)>& f) {
    const TraceLog log = recorded([&] { f(zeros({2, 3}).set_label("x")); });
    return formula(log, static_cast<std::uint32_t>(log.nodes.size() - 1));
  };
  const std::pair<std::function<Tensor(Tensor)>, const char*> table[] = {
      {[](Tensor x) { return sum(x, 0); }, "sum(x, dims 0)"},
      {[](Tensor x) {
         return sum(x, {0, 1}, true);
       },
       "sum(x, dims 0 1, keepdim)"},
      {[](Tensor x) { return transpose(x, 0, 1); }, "transpose(x, dims 1 0)"},
      {[](Tensor x) { return slice(x, 1, 2, 3); }, "slice(x, dim 1, first 2, step 1)"},
      {[](Tensor x) { return clamp(x, -1, 0.5); }, "clamp(x, low -1, high 0.5)"},
      {[](Tensor x) {
         return linear(x, zeros({4, 3}).set_label("w"), Tensor(), Activation::relu);
       },
       "linear(x, w, activation relu)"},
      {[](Tensor x) {
         return cross_entropy(x, Indices({2}, {1, 0}), Reduction::sum);
       },
       "cross_entropy(x, reduction sum, ignore_index -100)"},
  };
  for (const auto& [f, expected] : table) CHECK(formula_of(f) == std::string(expected));
}

}  // namespace words_of_log_test

// What an op of Tensors sends, as a formula in the names of a log, and number by number.
namespace gradient_test {

using namespace holo;

namespace {

// y = f(x, w) with x [2, 3] and w [3, 2], and its backward.
TraceLog log_of(const std::function<Tensor(Tensor, Tensor)>& f) {
  TraceLog log;
  Tensor x = tensor({{1, 2, 3}, {4, 5, 6}}), w = tensor({{7, 8}, {9, 10}, {-1, -2}});
  x.set_label("x").set_requires_grad();
  w.set_label("w").set_requires_grad();
  const Trace trace(log, {.places = false});
  Tensor y = f(x, w);
  y.set_label("y");
  sum(y * y).backward();
  return log;
}

// What y sends to each of its parents; "|" between them.
std::string formulas(const std::function<Tensor(Tensor, Tensor)>& f) {
  const TraceLog log = log_of(f);
  std::uint32_t y = 0;
  while (log.nodes[y].label != "y") ++y;
  std::string out;
  for (std::uint32_t i = 0; i < log.nodes[y].parents.size(); ++i) {
    out += (i > 0 ? " | " : "") + gradient_formula(log, y, i);
  }
  return out;
}

}  // namespace

TEST_CASE("gradient: products of matrices, in the orientation of the op") {
  CHECK(formulas([](Tensor x, Tensor w) { return matmul(x, w); }) == "grad y @ w^T | x^T @ grad y");
  CHECK(formulas([](Tensor x, Tensor) {
          return linear(x, tensor({{1, 2, 3}}).set_label("v"), tensor({1}));
        }) == "grad y @ v | (grad y)^T @ x | grad y summed over its rows");
  CHECK(contains(formulas([](Tensor x, Tensor) {
                   return linear(x, tensor({{1, 2, 3}}), Tensor(), Activation::relu);
                 }),
                 " | dz^T @ x, dz = grad y * the slope of relu at x @ #"));
  const auto with_vector = [](Tensor x, Tensor) { return matmul(x, tensor({1, 2, 3})); };
  CHECK(contains(formulas(with_vector), "outer(grad y, #"));
  const auto batch = [](Tensor x, Tensor w) { return matmul(broadcast_to(x, Shape{4, 2, 3}), w); };
  CHECK(contains(formulas(batch), " | #"));
  CHECK(contains(formulas(batch), "^T @ grad y, summed over the batch"));
}

TEST_CASE("gradient: where a parent was repeated, its gradient is a sum") {
  const Tensor row = tensor({1, 2, 3}), number = tensor({{2}});
  const auto of = [](const Tensor& b) { return [b](Tensor x, Tensor) { return x * b; }; };
  CHECK(contains(formulas(of(row)), " | grad y * x, summed over its rows"));
  CHECK(contains(formulas(of(number)), " | grad y * x, summed over all of it"));
  CHECK(contains(formulas(of(tensor({{1}, {2}}))), " | grad y * x, summed over its columns"));
  CHECK(contains(formulas([](Tensor x, Tensor) {
                   return ones({4, 2, 3}) - x;
                 }),
                 " | -grad y, summed over dim 0"));
}

TEST_CASE("gradient: functions of numbers, rows and indices") {
  using Of = std::function<Tensor(Tensor, Tensor)>;
  const std::vector<std::pair<Of, const char*>> table = {
      {[](Tensor x, Tensor) { return tanh(x); }, "grad y * (1 - y^2)"},
      {[](Tensor x, Tensor) { return pow(x, 3.0); }, "grad y * 3 * x^(3 - 1)"},
      {[](Tensor x, Tensor w) { return pow(x, transpose(w, 0, 1).set_label("t")); },
       "grad y * t * x^(t - 1) | grad y * y * log(x)"},
      {[](Tensor x, Tensor) { return softmax(x, 1); },
       "y * (grad y - sum(grad y * y)), the sum over dim 1"},
      {[](Tensor x, Tensor) { return mean(x, 0); },
       "grad y / 2, for each number of x that is in the mean"},
      {[](Tensor x, Tensor) { return var(x); }, "grad y * 2 * (x - its mean) / (6 - 1)"},
      {[](Tensor x, Tensor) { return max(x, 1); }, "grad y at the first x that is y, else 0"},
      {[](Tensor x, Tensor) { return max(x); }, "grad y shared by all x that are y, else 0"},
      {[](Tensor x, Tensor) {
         return embedding(x, Indices({2}, {1, 0}));
       },
       "each row of grad y, added to the row of x that its index names"},
      {[](Tensor x, Tensor w) {
         return cat({x, transpose(w, 0, 1).set_label("t")}, 0);
       },
       "the part of grad y that comes from x | the part of grad y that comes from t"},
      {[](Tensor x, Tensor) {
         return cross_entropy(x, Indices({2}, {1, 0}));
       },
       "grad y * (softmax(x) - 1 at the target) / the number of targets"},
      {[](Tensor x, Tensor) {
         return cross_entropy(x, Indices({2}, {1, 0}), Reduction::sum);
       },
       "grad y * (softmax(x) - 1 at the target)"},
      {[](Tensor x, Tensor) {
         return cross_entropy(x, Indices({2}, {1, -100}));
       },
       "grad y * (softmax(x) - 1 at the target) / the number of targets that count, 0 where the "
       "target is ignored"},
      {[](Tensor x, Tensor) { return rms_norm(x); },
       "(d - z * mean(d * z)) / the root, d = grad y, z = x / root of mean(x^2)"},
  };
  for (const auto& [f, expected] : table) CHECK(formulas(f) == std::string(expected));
}

TEST_CASE("gradient: of the largest of a row by itself, whose log is that of a maximum over all") {
  for (const bool over_dim : {true, false}) {
    const auto largest = [over_dim](Tensor x, Tensor) {
      const Tensor row = reshape(x, {6}).set_label("row");
      return over_dim ? max(row, 0) : max(row);
    };
    CHECK(formulas(largest) == "grad y at row that is y, else 0");
  }
}

TEST_CASE("gradient: of twelve tensors one behind the other, of a bias alone, of attention") {
  const std::string text = formulas([](Tensor x, Tensor) {
    std::vector<Tensor> parts;
    for (int i = 0; i < 12; ++i) parts.push_back(x.detach().set_label("p" + std::to_string(i)));
    parts[0] = x;
    return cat(parts, 0);
  });
  CHECK(contains(text, "comes from p1 | "));
  CHECK(contains(text, "comes from p10 | the part of grad y that comes from p11"));
  CHECK(formulas([](Tensor x, Tensor) {
          return layer_norm(x, Tensor(), tensor({1, 2, 3}));
        }).ends_with(" | grad y, summed over its rows"));
  CHECK(contains(formulas([](Tensor x, Tensor) {
                   const Tensor q = reshape(x, {1, 2, 3}).set_label("q");
                   return attention(q, q, q, {.n_head = 1, .scale = 0.5});
                 }),
                 " | p^T @ grad y, p = softmax(0.5 * q @ q^T)"));
}

}  // namespace gradient_test
