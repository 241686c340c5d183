// What an op of Tensors sends, as a formula in the names of a log, and number by number.
#include "trace/formula.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/activation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "text.h"
#include "trace/ask_stepper.h"

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
                 ", dz = grad y * the slope of relu at x @ #"));
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
      {[](Tensor x, Tensor) { return softmax(x, 1); },
       "y * (grad y - sum(grad y * y)), the sum over each row"},
      {[](Tensor x, Tensor) { return softmax(x, 0); },
       "y * (grad y - sum(grad y * y)), the sum over dim 0"},
      {[](Tensor x, Tensor) { return mean(x, 0); },
       "grad y / 2, for each number of x that is in the mean"},
      {[](Tensor x, Tensor) { return var(x); }, "grad y * 2 * (x - its mean) / 5"},
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
       "(d - z * mean(d * z)) / the root, d = grad y, z = x / root of mean(x^2)"}};
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

TEST_CASE("gradient: of twelve tensors one behind the other") {
  const std::string text = formulas([](Tensor x, Tensor) {
    std::vector<Tensor> parts;
    for (int i = 0; i < 12; ++i) parts.push_back(x.detach().set_label("p" + std::to_string(i)));
    parts[0] = x;
    return cat(parts, 0);
  });
  CHECK(contains(text, "comes from p1 | "));
  CHECK(contains(text, "comes from p10 | the part of grad y that comes from p11"));
}

TEST_CASE("gradient: of attention") {
  const auto of = [](Tensor x, Tensor) {
    const Tensor q = reshape(x, {1, 2, 3}).set_label("q");
    return attention(q, q, q, {.n_head = 1, .scale = 0.5});
  };
  CHECK(contains(formulas(of), "p^T @ grad y, p = softmax(0.5 * q @ q^T)"));
  CHECK(contains(formulas(of),
                 "ds @ q, ds = 0.5 * p * (dp - sum(dp * p)), dp = grad y @ q^T, p = softmax"));
}

TEST_CASE("gradient: an op of a log that does not fit has no formula, and no terms") {
  TraceLog log = log_of([](Tensor x, Tensor w) { return matmul(x, w); });
  for (const char* const op : {"mul", "where", "softmax", "embedding", "attention", "slice", "sum",
                               "gather", "permute", "linear", "self_attention", "x{y}"}) {
    for (TracedNode& node : log.nodes) node.op = node.parents.empty() ? node.op : op;
    CAPTURE(op);
    CHECK(contains(session(log, "g end\np y[0][1]\nwhy w[0][1]\n"), "  data 22\n"));
  }
}

TEST_CASE("stepper: why writes the formula, and the terms of each number") {
  const TraceLog log = log_of([](Tensor x, Tensor) { return softmax(x, 1); });
  CHECK(contains(session(log, "g end\nwhy x\n"),
                 "    grad x += y * (grad y - sum(grad y * y)), the sum over each row\n"));
  const std::string text = session(log, "g end\np y[0][1]\nwhy x[1][0]\n");
  CHECK(contains(text,
                 "data exp(x[0][1]) / s = exp(2) / s = 0.244728, s = exp(x[0][0]) + "
                 "exp(x[0][1]) + exp(x[0][2]) = exp(1) + exp(2) + exp(3)\n"));
  CHECK(contains(text, "    grad x += y * (grad y - sum(grad y * y)), the sum over each row\n"));
  CHECK(contains(text, "    y[1][0] * (grad y[1][0] - s) = 0.0900306 * (0.180061 - s) = "));
  CHECK(contains(text, ", s = grad y[1][0] * y[1][0] + grad y[1][1] * y[1][1] + "));
}

TEST_CASE("stepper: a number of attention is made of weights, of those keys that its query sees") {
  const TraceLog log = log_of([](Tensor x, Tensor) {
    const Tensor q = reshape(x, {1, 2, 3}).set_label("q");
    return attention(q, q * 0, reshape(x, {1, 2, 3}).set_label("v"), {.n_head = 1});
  });
  const std::string text = session(log, "g end\np y[0][1][2]\np y[0][0][0]\nwhy v[0][1][0]\n");
  CHECK(contains(text,
                 "data weight[0][0][1][0] * v[0][0][2] + weight[0][0][1][1] * v[0][1][2] = "
                 "0.5 * 3 + 0.5 * 6 = 4.5\n"));
  CHECK(contains(text, "data weight[0][0][0][0] * v[0][0][0] = 1 * 1 = 1\n"));
  CHECK(contains(text, "    weight[0][0][1][1] * grad y[0][1][0] = 0.5 * 5 = 2.5\n"));
}

}  // namespace gradient_test
