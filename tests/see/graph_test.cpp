// graph_test.cpp: the graphs of Values and of Tensors as text: every node and edge, in order, cut
// with a notice, and readable whatever is in labels and numbers.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/anomaly.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/tensor_print.h"
#include "holo/value_graph.h"

namespace graph_test {

using holo::Error, holo::Tape, holo::to_text, holo::Value;
using namespace holo;

// ---- Value ----

namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

}  // namespace

TEST_CASE("graph: the lesson of the header, word for word") {
  const Tape tape;
  const Value x(3.0, "x"), w(2.0, "w");
  Value y = x * w;
  y.set_label("y");
  y.backward();
  CHECK(to_text(y) ==
        "#0 leaf x  data 3  grad 2\n"
        "#1 leaf w  data 2  grad 3\n"
        "#2 mul  y  data 6  grad 1  = #0 x (d 2), #1 w (d 3)\n");
  CHECK(to_text(x) == "#0 leaf x  data 3  grad 2\n");
}

TEST_CASE("graph: a node has one number: its place on the tape, in graphs and in errors") {
  const Tape tape;
  const Value other(9.0), x(3.0);
  Value y;
  {
    const Tape::Scope scope;
    y = other * 2.0;  // takes number 2, and the x below is not made from it
    y = x * x;
    CHECK(y.index() == 3);
    CHECK(to_text(y) ==
          "#1 leaf  data 3  grad 0\n"
          "#3 mul   data 9  grad 0  = #1 (d 3), #1 (d 3)\n");
  }
  std::string message;
  try {
    y.data();
  } catch (const Error& error) {
    message = error.what();
  }
  CHECK(contains(message, "Value: #3 mul, which is not on the tape any more;"));
}

TEST_CASE(
    "graph: columns are aligned, constants are no nodes, parents without a label have a number") {
  const Tape tape;
  const Value a(0.123456789, "alpha"), b(-1e10);
  const Value twice = 2.0 * a, square = b * b, c = sigmoid(twice + square);
  CHECK(to_text(c) ==
        "#0 leaf    alpha  data 0.123457  grad 0\n"
        "#1 leaf           data -1e+10    grad 0\n"
        "#2 mul            data 0.246914  grad 0  = #0 alpha (d 2)\n"
        "#3 mul            data 1e+20     grad 0  = #1 (d -1e+10), #1 (d -1e+10)\n"
        "#4 add            data 1e+20     grad 0  = #2 (d 1), #3 (d 1)\n"
        "#5 sigmoid        data 1         grad 0  = #4 (d 0)\n");
  CHECK(to_text(b * 1.0) ==
        "#1 leaf  data -1e+10  grad 0\n#6 mul   data -1e+10  grad 0  = #1 (d 1)\n");
}

TEST_CASE("graph: NaN and infinity are shown, without the sign of a NaN") {
  const Tape tape;
  const Value zero(0.0), minus = log(zero), nan = minus * zero, other(-std::nan("")),
                         sum = nan + other;
  sum.backward();
  Value(zero).set_grad(-std::nan(""));
  const std::string text = to_text(sum);
  CHECK(contains(text, "#1 log   data -inf  grad 0    = #0 (d inf)\n"));
  CHECK(contains(text, "data nan   grad 1    = #1 (d 0), #0 (d -inf)\n"));
  CHECK(contains(text, "grad nan\n"));
  CHECK_FALSE(contains(text, "-nan"));
}

TEST_CASE("graph: a big one is cut to the newest nodes, with a notice") {
  const Tape tape;
  Value x(1.0, "first");
  for (int i = 0; i < 100; ++i) x = x + 1.0;
  const std::vector<std::string> text = lines(to_text(x, 10));
  REQUIRE(text.size() == 11);
  CHECK(text[0] == "the newest 10 of 101 nodes; 91 older ones are left out");
  CHECK(text[1] == "#91  add  data 92   grad 0  = #90 (d 1)");
  CHECK(text[10] == "#100 add  data 101  grad 0  = #99 (d 1)");
  CHECK(lines(to_text(x)).size() == 51);
  CHECK(lines(to_text(x, 101)).size() == 101);
  CHECK(lines(to_text(x, 100)).size() == 101);
  CHECK(lines(to_text(x, SIZE_MAX)).size() == 101);
  CHECK(lines(to_text(x, 1)).size() == 2);
  CHECK(to_text(x, 0) == to_text(x, 1));
}

TEST_CASE("graph: of many parents the first are shown, and how many more there are") {
  const Tape tape;
  std::vector<Value> x;
  for (int i = 0; i < 9; ++i) x.push_back(Value(i));
  const Value y = sum(x);
  CHECK(contains(to_text(y), "#6 (d 1), #7 (d 1), and 1 more\n"));
  CHECK_FALSE(contains(to_text(sum(std::span(x).first(8))), "more"));

  const std::vector<Value> wide(100000, x[3]);
  const Value z = sum(wide);
  CHECK(contains(to_text(z), "and 99992 more\n"));
  CHECK(to_text(z).size() < 300);
}

TEST_CASE("graph: labels may hold anything") {
  const Tape tape;
  const std::string labels[] = {"a \"quoted\" name",
                                "two\nlines",
                                "back\\slash\\",
                                "\\",
                                "\"",
                                "<b>&amp;",
                                std::string("nul\0byte", 8),
                                "\x1b[31m",
                                "\xff\xfe",
                                "gr\xc3\xbc\xc3\x9f",
                                "}; [x]"};
  for (const std::string& label : labels) {
    CAPTURE(label);
    const Value x(1.0, label), y = x + x;
    CHECK(lines(to_text(y)).size() == 2);
    const std::string shown = to_text(y);
    CHECK(shown.find('\0') == std::string::npos);
    CHECK(shown.find('\x1b') == std::string::npos);
  }
  CHECK(contains(to_text(Value(1.0, labels[1])), "two\\nlines"));
  CHECK(contains(to_text(Value(1.0, labels[6])), "nul\\x00byte"));
}

TEST_CASE("graph: a Value that is not on the tape is an error") {
  Value stale;
  {
    const Tape::Scope scope;
    stale = Value(1.0);
  }
  for (const Value v : {stale, Value()}) {
    CHECK_THROWS_AS(to_text(v), holo::Error);
    CHECK_THROWS_AS(holo::print_graph(v), holo::Error);
  }
}

// ---- Tensor ----

namespace {

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

}  // namespace graph_test
