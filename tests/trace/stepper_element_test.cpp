// The stepper: one number of a Tensor, and where its gradient comes from.
#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/activation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "text.h"
#include "trace/ask_stepper.h"
#include "trace/formula.h"
#include "trace/recorded.h"

namespace stepper_element_test {

using namespace holo;

namespace {

TraceLog log_of_tensors(const TraceOptions& options,
                        const std::function<Tensor(Tensor, Tensor)>& y_of) {
  TraceLog log;
  Tensor x = tensor({{1, 2, 3}, {4, 5, 6}}), w = tensor({{7, 8}, {9, 10}, {-1, -2}});
  x.set_label("x").set_requires_grad();
  w.set_label("w").set_requires_grad();
  const Trace trace(log, options);
  Tensor y = y_of(x, w);
  y.set_label("y");
  sum(y * y).backward();
  return log;
}

// y = a b
TraceLog log_of_matmul(Tensor a, Tensor b) {
  a.set_label("a").set_requires_grad();
  b.set_label("b").set_requires_grad();
  return recorded([&] {
    Tensor y = matmul(a, b);
    y.set_label("y");
    sum(y).backward();
  });
}

TraceLog product() {
  return log_of_tensors({.places = false}, [](Tensor x, Tensor w) { return matmul(x, w); });
}

}  // namespace

TEST_CASE("stepper: a number of a product is a row times a column") {
  const std::string text = session(product(), "g end\np y[0][1]\np w[2, 1]\n");
  CHECK(contains(text,
                 "> p y[0][1]\n"
                 "y[0][1]: of #"));
  CHECK(contains(
      text,
      "  data x[0][0] * w[0][1] + x[0][1] * w[1][1] + x[0][2] * w[2][1] = 1 * 8 + 2 * 10 + 3 "
      "* (-2) = 22\n  grad 44\n"));
  CHECK(contains(text, "  data -2\n"));
}

TEST_CASE("stepper: why of a number of a product is a sum over a column and a row") {
  const std::string text = session(product(), "g end\nwhy w[0][1]\nwhy x[1][2] 1\n");
  CHECK(contains(text,
                 "    x[0][0] * grad y[0][1] + x[1][0] * grad y[1][1] = 1 * 44 + 4 * 140 = 604\n"));
  CHECK(contains(text, "    w[2][0] * grad y[1][0] + (1 more) = -1 * 134 + (1 more) = -414\n"));
  CHECK(contains(session(product(), "break backward\nc\nwhy w[0][0]\n"),
                 "grad of w[0][0] is 0\n  so far: 1 more to come\n"));
  CHECK(contains(session(product(), "why w[0][0]\n"), "why: no backward has begun at step 0;"));
}

TEST_CASE("stepper: a number of linear, whose weight is [out, in], with a bias") {
  const TraceLog log = log_of_tensors({.places = false}, [](Tensor x, Tensor w) {
    Tensor bias = tensor({0.5, -0.5}).set_requires_grad();
    bias.set_label("b");
    return linear(x, transpose(w, 0, 1).set_label("v"), bias);
  });
  const std::string text = session(log, "g end\np y[1][0]\nwhy v[1][2]\nwhy b[1]\n");
  CHECK(contains(
      text,
      "x[1][0] * v[0][0] + x[1][1] * v[0][1] + x[1][2] * v[0][2] + b[0] = 4 * 7 + 5 * 9 + 6 * "
      "(-1) + 0.5 = 67.5\n"));
  CHECK(
      contains(text, "x[0][2] * grad y[0][1] + x[1][2] * grad y[1][1] = 3 * 43 + 6 * 139 = 963\n"));
  CHECK(contains(text, "    grad y[0][1] + grad y[1][1] = 43 + 139 = 182\n"));
}

TEST_CASE("stepper: a batch of matrices meets a batch, or one matrix") {
  for (const bool batched : {true, false}) {
    const TraceLog log =
        log_of_matmul(reshape(arange(8), {2, 2, 2}),
                      batched ? reshape(arange(8), {2, 2, 2}) : tensor({{1, 2}, {3, 4}}));
    const std::string text =
        session(log, "g end\np y[1][1][0]\nwhy b[" + std::string(batched ? "1][" : "") + "0][0]\n");
    CHECK(contains(
        text, batched ? "a[1][1][0] * b[1][0][0] + a[1][1][1] * b[1][1][0] = 6 * 4 + 7 * 6 = 66"
                      : "a[1][1][0] * b[0][0] + a[1][1][1] * b[1][0] = 6 * 1 + 7 * 3 = 27"));
    CHECK(contains(
        text, batched ? " = 4 * 1 + 6 * 1 = 10\n" : " = 0 * 1 + 2 * 1 + 4 * 1 + 6 * 1 = 12\n"));
  }
}

TEST_CASE("stepper: one matrix meets a batch") {
  const TraceLog log = log_of_matmul(tensor({{1, 2}, {3, 4}}), reshape(arange(8), {2, 2, 2}));
  const std::string text = session(log, "g end\np y[1][1][0]\nwhy a[1][0]\nwhy b[1][0][1]\n");
  CHECK(contains(text, "a[1][0] * b[1][0][0] + a[1][1] * b[1][1][0] = 3 * 4 + 4 * 6 = 36"));
  CHECK(contains(text, " = 0 * 1 + 1 * 1 + 4 * 1 + 5 * 1 = 10\n"));
  CHECK(contains(text, " = 1 * 1 + 3 * 1 = 4\n"));
}

TEST_CASE("stepper: indices that a Tensor does not have, and a Tensor that is summed up") {
  const std::string text =
      session(product(), "g end\np w[3][0]\np w[0]\np w[]\np q[0][0]\np w[-1][0]\n");
  CHECK(contains(text, "'w[3][0]': no such number; expected indices from 0 of #"));
  CHECK(contains(text, "'w[0]': no such number; expected indices from 0 of "));
  CHECK(contains(text, "'w[]': no node has this name;"));
  CHECK(contains(text, "'q': no node has this name;"));
  CHECK(contains(text, "'w[-1][0]': no node has this name;"));
  TraceLog log;
  Tensor big = zeros({6, 10});
  big.set_label("big").set_requires_grad();
  {
    const Trace trace(log, {.whole_up_to = 0, .places = false});
    sum(big).backward();
  }
  CHECK(contains(
      session(log, "g end\nwhy big[0][0]\n"),
      "'big[0][0]': the log has a summary of this Tensor; expected one with fewer numbers\n"));
}

TEST_CASE("stepper: why of a number that both factors have, and before its gradient has come") {
  TraceLog log;
  Tensor x = tensor({{1, 2}, {3, 4}});
  x.set_label("x").set_requires_grad();
  {
    const Trace trace(log, {.places = false});
    sum(matmul(x, x)).backward();
  }
  CHECK(contains(session(log, "g end\nwhy x[0][0]\n"), " = 1 * 1 + 2 * 1 + 1 * 1 + 3 * 1 = 7\n"));
  const TraceLog two = product();  // its last step brings what comes to w
  CHECK(contains(session(two, "g end\nb\nwhy w[0][1]\n"),
                 "grad of w[0][1] is 0\n  so far: 1 more to come\n"));
}

TEST_CASE(
    "stepper: a number is made of its parents as they were, not as an optimizer leaves them") {
  TraceLog log;
  Tensor w = tensor({2, 3});
  w.set_label("w").set_requires_grad();
  {
    const Trace trace(log, {.places = false});
    Tensor y = w * w;
    y.set_label("y");
    sum(y).backward();
    const NoGrad no_grad;
    w.copy_(tensor({1, 1}));
  }
  const std::string text = session(log, "g end\np y[0]\np w[0]\nwhy w[0]\n");
  CHECK(contains(text, "  data w[0] * w[0] = 2 * 2 = 4\n"));
  CHECK(contains(text, "  data 1\n"));
  CHECK(contains(text, " = 1 * 2 + 1 * 2 = 4\n"));
}

TEST_CASE("stepper: a number that is NaN is written out, too") {
  TraceLog log;
  {
    const Trace trace(log, {.places = false});
    Tensor x = tensor({0}).set_requires_grad().set_label("x");
    Tensor y = x / x;
    y.set_label("y");
  }
  CHECK(contains(session(log, "g end\np y[0]\n"), "  data x[0] / x[0] = 0 / 0 = nan\n"));
}

TEST_CASE("stepper: why of a number of a root") {
  TraceLog log;
  Tensor x = tensor({2, 3});
  x.set_label("x").set_requires_grad();
  {
    const Trace trace(log, {.places = false});
    Tensor y = x * 2;
    y.set_label("y");
    y.backward(tensor({1, 5}));
  }
  const std::string text = session(log, "g end\nwhy y[1]\n");
  CHECK(contains(text, "grad of y[1] is 5: how #"));
  CHECK(contains(text, " y [2] changes with it\n  a backward begins with this gradient\n"));
}

TEST_CASE("stepper: a bias of a log that does not fit its linear") {
  TraceLog log = log_of_tensors({.places = false}, [](Tensor x, Tensor w) {
    return linear(x, transpose(w, 0, 1), tensor({0.5, -0.5}).set_requires_grad());
  });
  for (TracedNode& node : log.nodes) {
    if (node.op == "linear") node.parents[2] = 0;  // x
  }
  CHECK(contains(session(log, "g end\np y[0][0]\n"), "  data 22.5\n"));
}

}  // namespace stepper_element_test

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
