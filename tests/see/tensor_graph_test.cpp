// tensor_graph_test.cpp: the graph of a Tensor as text and as DOT: every node and edge, in order,
// cut with a notice, and readable whatever is in labels and numbers.
#include "holo/tensor_graph.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"

namespace {

using namespace holo;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("graph of a tensor: every node once, oldest first, with its parents") {
  const Tensor x = tensor({1, 2, 3}).set_requires_grad().set_label("x");
  const Tensor y = x * x;
  const Tensor loss = sum(y);
  CHECK(to_text(loss) ==
        "#1 leaf x [3]  data 1 2 3\n"
        "#2 mul    [3]  data 1 4 9  = #1 x, #1 x\n"
        "#3 sum    []   data 14     = #2\n");
  loss.backward(true);
  CHECK(to_text(loss) ==
        "#1 leaf x [3]  data 1 2 3  grad 2 4 6\n"
        "#2 mul    [3]  data 1 4 9  grad 1 1 1  = #1 x, #1 x\n"
        "#3 sum    []   data 14     grad 1      = #2\n");
  CHECK(to_dot(loss) ==
        "digraph tensor {\n"
        "  rankdir=LR;\n"
        "  node [shape=box];\n"
        "  n1 [label=\"leaf x [3]\\ndata 1 2 3\\ngrad 2 4 6\", style=filled, "
        "fillcolor=lightgrey];\n"
        "  n2 [label=\"mul [3]\\ndata 1 4 9\\ngrad 1 1 1\"];\n"
        "  n1 -> n2;\n"
        "  n1 -> n2;\n"
        "  n3 [label=\"sum []\\ndata 14\\ngrad 1\"];\n"
        "  n2 -> n3;\n"
        "}\n");
}

TEST_CASE("graph of a tensor: parents are shown though they were found in another order") {
  const Tensor a = ones({2}).set_requires_grad(), b = ones({2}).set_requires_grad();
  const Tensor c = b + a, d = c + b;
  CHECK(to_text(d + c) ==
        "#1 leaf [2]  data 1 1\n"
        "#2 leaf [2]  data 1 1\n"
        "#3 add  [2]  data 2 2  = #2, #1\n"
        "#4 add  [2]  data 3 3  = #3, #2\n"
        "#5 add  [2]  data 5 5  = #4, #3\n");
}

TEST_CASE("graph of a tensor: constants, and a result without a graph") {
  const Tensor x = tensor({2, 3}).set_requires_grad();
  const Tensor y = x * tensor({5, 7});
  CHECK(to_text(y) ==
        "#1 leaf [2]  data 2 3\n"
        "#2 leaf [2]  data 5 7    constant\n"
        "#3 mul  [2]  data 10 21            = #1, #2\n");
  CHECK(to_text(y.detach()) == "#1 detach [2]  data 10 21  constant\n");
  const NoGrad no_grad;
  CHECK(to_text(x * x) == "#1 mul [2]  data 4 9  constant\n");
}

TEST_CASE("graph of a tensor: what a backward has freed says so") {
  const Tensor x = tensor({2, 3}).set_requires_grad();
  const Tensor y = x * x;
  const Tensor loss = sum(y);
  loss.backward();
  CHECK(to_text(loss) == "#1 sum []  data 13  graph freed by backward()\n");
  CHECK(to_text(y) == "#1 mul [2]  data 4 9  graph freed by backward()\n");
  CHECK(contains(to_dot(loss), "sum []\\ndata 13\\ngraph freed by backward()"));
  CHECK_THROWS_AS(to_text(Tensor()), Error);
  CHECK_THROWS_AS(to_dot(Tensor()), Error);
}

TEST_CASE("graph of a tensor: four numbers, or three and dots; every kind of number") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(to_text(tensor({1, 2, 3, 4})) == "#1 leaf [4]  data 1 2 3 4  constant\n");
  CHECK(to_text(tensor({1, 2, 3, 4, 5})) == "#1 leaf [5]  data 1 2 3 ...  constant\n");
  CHECK(to_text(tensor({-std::numeric_limits<double>::quiet_NaN(), -inf, 1.0 / 3, 1e-9})) ==
        "#1 leaf [4]  data nan -inf 0.3333 1e-09  constant\n");
  CHECK(to_text(zeros({0, 2})) == "#1 leaf [0,2]  data   constant\n");
  CHECK(to_text(tensor(123456)) == "#1 leaf []  data 1.235e+05  constant\n");
}

TEST_CASE(
    "graph of a tensor: labels with anything in them stay on their line and in their quotes") {
  const Tensor x = tensor({1}).set_label("a\n\"b\"\\ & \x01").set_requires_grad();
  CHECK(to_text(reshape(x, {})) ==
        "#1 leaf    a\\n\"b\"\\ & \\x01 [1]  data 1\n"
        "#2 reshape                []   data 1  = #1 a\\n\"b\"\\ & \\x01\n");
  CHECK(contains(to_dot(x), "label=\"leaf a\\\\n\\\"b\\\"\\\\ &amp; \\\\x01 [1]\\n"));
}

TEST_CASE("graph of a tensor: long and wide graphs are cut with a notice") {
  Tensor x = tensor({1}).set_requires_grad();
  for (int i = 0; i < 99; ++i) x = reshape(x, {1});
  const std::string notice = "the newest 10 of 100 nodes; 90 older ones are left out";
  const std::string text = to_text(x, 10), dot = to_dot(x, 10);
  CHECK(text.rfind(notice + "\n#91  reshape", 0) == 0);
  CHECK(count(text, "\n") == 11);
  CHECK(contains(dot, "more [label=\"" + notice + "\", style=dashed];"));
  CHECK(contains(dot, "  more -> n91 [label=\"1 more\", style=dashed];\n"));
  CHECK(count(dot, " -> ") == 10);
  CHECK(count(to_text(x, 0), "\n") == 2);
  CHECK(!contains(to_text(x, 100), "left out"));

  const std::vector<Tensor> parts(20, tensor({1}).set_requires_grad());
  const Tensor wide = cat(parts, 0);
  CHECK(contains(to_text(wide), "= #1, #1, #1, #1, #1, #1, #1, #1, and 12 more\n"));
  CHECK(count(to_dot(wide), "n1 -> n2;") == 20);
  CHECK(count(to_dot(wide, 5), "n1 -> n2;") == 5);
  CHECK(contains(to_dot(wide, 5), "  more -> n2 [label=\"15 more\", style=dashed];\n"));
  CHECK(contains(to_dot(wide, 5), "  more [label=\"more edges\", style=dashed];\n"));
}
