// tensor_graph_test.cpp: the graph of a Tensor as text: every node and edge, in order,
// cut with a notice, and readable whatever is in labels and numbers.
#include "holo/tensor_print.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/anomaly.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace tensor_graph_test {
namespace {

using namespace holo;

// The numbers of nodes count all that the thread has made. This is the text as it would be if
// `first` had been number 0: "#7" and "n7" become "#0" and "n0", with one space behind them.
std::string from(const Tensor& first, const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i++];
    out += c;
    if ((c != '#' && c != 'n') || text[i] < '0' || text[i] > '9') continue;
    std::size_t digits = 0;
    out += std::to_string(std::stoull(text.substr(i), &digits) - first.node().id);
    i += digits;
    if (text[i] == ' ') out += ' ';
    while (text[i] == ' ') ++i;
  }
  return out;
}

}  // namespace

TEST_CASE("graph of a tensor: every node once, oldest first, with its parents") {
  const Tensor x = tensor({1, 2, 3}).set_requires_grad().set_label("x");
  const Tensor y = x * x;
  const Tensor loss = sum(y);
  CHECK(from(x, to_text(loss)) ==
        "#0 leaf x [3]  data 1 2 3\n"
        "#1 mul    [3]  data 1 4 9  = #0 x, #0 x\n"
        "#2 sum    []   data 14     = #1\n");
  loss.backward(true);
  CHECK(from(x, to_text(loss)) ==
        "#0 leaf x [3]  data 1 2 3  grad 2 4 6\n"
        "#1 mul    [3]  data 1 4 9  grad 1 1 1  = #0 x, #0 x\n"
        "#2 sum    []   data 14     grad 1      = #1\n");
}

TEST_CASE("graph of a tensor: parents are shown though they were found in another order") {
  const Tensor a = ones({2}).set_requires_grad(), b = ones({2}).set_requires_grad();
  const Tensor c = b + a, d = c + b;
  CHECK(from(a, to_text(d + c)) ==
        "#0 leaf [2]  data 1 1\n"
        "#1 leaf [2]  data 1 1\n"
        "#2 add  [2]  data 2 2  = #1, #0\n"
        "#3 add  [2]  data 3 3  = #2, #1\n"
        "#4 add  [2]  data 5 5  = #3, #2\n");
}

TEST_CASE("graph of a tensor: a node has one number: in graphs, in errors and in anomalies") {
  Tensor x = tensor({0}).set_requires_grad().set_label("x");
  const Tensor other = ones({2}), y = log(x);
  const std::string x_number = "#" + std::to_string(x.node().id);
  const std::string y_number = "#" + std::to_string(x.node().id + 2);
  CHECK(contains(from(x, to_text(y)), "#0 leaf x [1]  data 0"));
  CHECK(contains(to_text(y), "\n" + y_number + " log "));
  CHECK(contains(to_text(y), "  = " + x_number + " x\n"));
  CHECK(message_of([&] {
          y.detach().backward();
        }).rfind("backward: #" + std::to_string(x.node().id + 3) + " detach is a constant", 0) ==
        0);
  const AnomalyMode anomaly;
  CHECK(contains(
      message_of([&] { y.backward(); }),
      "backward of " + y_number + " log sent inf to element 0 [0] of " + x_number + " leaf (x)"));
}

TEST_CASE("graph of a tensor: constants, and a result without a graph") {
  const Tensor x = tensor({2, 3}).set_requires_grad();
  const Tensor y = x * tensor({5, 7});
  CHECK(from(x, to_text(y)) ==
        "#0 leaf [2]  data 2 3\n"
        "#1 leaf [2]  data 5 7    constant\n"
        "#2 mul  [2]  data 10 21            = #0, #1\n");
  const Tensor alone = y.detach();
  CHECK(from(alone, to_text(alone)) == "#0 detach [2]  data 10 21  constant\n");
  const NoGrad no_grad;
  const Tensor square = x * x;
  CHECK(from(square, to_text(square)) == "#0 mul [2]  data 4 9  constant\n");
}

TEST_CASE("graph of a tensor: what a backward has freed says so") {
  const Tensor x = tensor({2, 3}).set_requires_grad();
  const Tensor y = x * x;
  const Tensor loss = sum(y);
  loss.backward();
  CHECK(from(loss, to_text(loss)) == "#0 sum []  data 13  graph freed by backward()\n");
  CHECK(from(y, to_text(y)) == "#0 mul [2]  data 4 9  graph freed by backward()\n");
  CHECK_THROWS_AS(to_text(Tensor()), Error);
}

TEST_CASE("graph of a tensor: four numbers, or three and dots; every kind of number") {
  const double inf = std::numeric_limits<double>::infinity();
  const auto text_of = [](const Tensor& x) { return from(x, to_text(x)); };
  CHECK(text_of(tensor({1, 2, 3, 4})) == "#0 leaf [4]  data 1 2 3 4  constant\n");
  CHECK(text_of(tensor({1, 2, 3, 4, 5})) == "#0 leaf [5]  data 1 2 3 ...  constant\n");
  CHECK(text_of(tensor({-std::numeric_limits<double>::quiet_NaN(), -inf, 1.0 / 3, 1e-9})) ==
        "#0 leaf [4]  data nan -inf 0.3333 1e-09  constant\n");
  CHECK(text_of(zeros({0, 2})) == "#0 leaf [0,2]  data   constant\n");
  CHECK(text_of(tensor(123456)) == "#0 leaf []  data 1.235e+05  constant\n");
}

}  // namespace tensor_graph_test
