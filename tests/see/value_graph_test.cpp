// value_graph_test.cpp: the graph of a Value as text: complete, in order, cut with a
// notice, and readable whatever is in labels and numbers.
#include "holo/value_graph.h"

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/check.h"

namespace value_graph_test {
namespace {

using holo::Error, holo::Tape, holo::to_text, holo::Value;

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

}  // namespace value_graph_test
