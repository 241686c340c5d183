// What explains a gradient in words: the derivative of each op names the right operand, a negative
// number is in brackets where a sign is before it, and a summary tells all it knows.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "text.h"
#include "trace/ask_stepper.h"
#include "trace/formula.h"
#include "trace/recorded.h"

namespace words_of_log_test {

using namespace holo;

namespace {

// The derivatives of the last node, for each of its parents.
std::vector<std::string> derivatives(const std::function<void(Value, Value)>& program) {
  const TraceLog log = recorded([&] { program(Value(2.0, "a"), Value(3.0, "b")); });
  const auto last = static_cast<std::uint32_t>(log.nodes.size() - 1);
  std::vector<std::string> texts;
  for (std::uint32_t edge = 0; edge < log.nodes[last].parents.size(); ++edge) {
    texts.push_back(local_derivative(log, last, edge));
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("words of a log: a derivative of two numbers names the other one, or itself") {
  CHECK(derivatives([](Value a, Value b) { a* b; }) == Texts{"b", "a"});
  CHECK(derivatives([](Value a, Value b) { a / b; }) == Texts{"1 / b", "-a / b^2"});
  CHECK(derivatives([](Value a, Value b) { max(a, b); }) ==
        Texts{"1 where a is the larger, else 0", "1 where b is the larger, else 0"});
  CHECK(derivatives([](Value a, Value b) { min(a, b); }) ==
        Texts{"1 where a is the smaller, else 0", "1 where b is the smaller, else 0"});
  CHECK(derivatives([](Value a, Value b) {
          const std::vector<Value> x = {a, b}, w = {Value(4.0, "c"), Value(5.0, "d")};
          dot(x, w);
        }) == Texts{"c", "d", "a", "b"});
}

TEST_CASE("words of a log: a constant operand") {
  CHECK(derivatives([](Value a, Value) { a * -2.0; }) == Texts{""});
  CHECK(derivatives([](Value a, Value) { 2.0 / a; }) == Texts{"-2 / a^2"});
  CHECK(derivatives([](Value a, Value) { -2.0 / a; }) == Texts{"-(-2) / a^2"});
  CHECK(derivatives([](Value a, Value) { a / -2.0; }) == Texts{"1 / (-2)"});
  CHECK(derivatives([](Value a, Value) { max(1.0, a); }) ==
        Texts{"1 where a is the larger, else 0"});
  CHECK(derivatives([](Value a, Value) { min(a, 1.0); }) ==
        Texts{"1 where a is the smaller, else 0"});
  const auto formula_of = [](const std::function<void(Value)>& program) {
    const TraceLog log = recorded([&] { program(Value(2.0, "a")); });
    return formula(log, static_cast<std::uint32_t>(log.nodes.size() - 1));
  };
  CHECK(formula_of([](Value a) { a + -3.0; }) == "a + (-3)");
  CHECK(formula_of([](Value a) { -3.0 / a; }) == "-3 / a");
  CHECK(formula_of([](Value a) { a / -3.0; }) == "a / (-3)");
}

TEST_CASE("words of a log: a range is rounded outward, so that all numbers lie inside") {
  CHECK(range_text(0, 2.718281828) == "0 to 2.71829");
  CHECK(range_text(-2.718281828, -2.718281828) == "-2.71829 to -2.71828");
  CHECK(range_text(-1, 0.5) == "-1 to 0.5");
  CHECK(range_text(2.7182899, 1234567) == "2.71828 to 1.23457e+06");
  CHECK(range_text(1000003, 9999999) == "1e+06 to 1e+07");
  CHECK(range_text(0.099999999, 9999992) == "0.099999 to 1e+07");
  CHECK(range_text(-HUGE_VAL, NAN) == "-inf to nan");
  constexpr double most = std::numeric_limits<double>::max();
  CHECK(range_text(-most, most) == "-inf to inf");
  PythonRandom random(4);
  for (int i = 0; i < 10'000; ++i) {
    const double a = random.gauss(0, 1) * std::pow(10, random.gauss(0, 20));
    const std::string text = range_text(a, a);
    const std::size_t to = text.find(" to ");
    const double low = std::stod(text.substr(0, to)), high = std::stod(text.substr(to + 4));
    CHECK((low <= a && a <= high && high - low <= 2e-5 * std::abs(a)));
  }
}

TEST_CASE("stepper: a summary has its range rounded outward") {
  const TraceLog log =
      recorded([] { exp(arange(60) / 59.0).set_label("big"); }, {.whole_up_to = 0});
  CHECK(contains(answer(log, "g end\np big"), " (1 to 2.71829, mean "));
  CHECK(contains(log.to_text(), "60 numbers from 1 to 2.71829, mean "));
}

TEST_CASE("words of a log: a run of many numbers, and a summary, in the text of a log") {
  const TraceLog whole = recorded([] { exp(arange(7)), exp(arange(6)); });
  CHECK(contains(whole.to_text(), "data 0 1 2 3 4 5 ...\n"));
  CHECK(contains(whole.to_text(), "data 0 1 2 3 4 5\n"));
  Tensor big = zeros({60}).set_requires_grad();
  const TraceLog log = recorded(
      [&] {
        std::vector<real> numbers(60, 1);
        numbers[20] = INFINITY, numbers[30] = -INFINITY, numbers[40] = NAN;
        sum(big * 2).backward();
        const NoGrad no_grad;
        big.copy_(numbers);
      },
      {.whole_up_to = 0});
  const std::string text = log.to_text();
  CHECK(contains(text, "data 60 numbers from 1 to 1, mean 1, 1 NaN, 2 infinite\n"));
  CHECK(
      contains(text, "grad 60 numbers from 0 to 0, mean 0 becomes 60 numbers from 2 to 2, mean 2"));
  CHECK(!contains(text, "0 NaN"));
  CHECK(!contains(text, "0 infinite"));
  CHECK(!contains(text, " 1 numbers"));
}

TEST_CASE("words of a log: the derivative of a function of one number") {
  const auto of = [](Value (*f)(Value)) {
    return derivatives([f](Value a, Value) { f(a); }).at(0);
  };
  CHECK(of([](Value a) { return sqrt(a); }) == "1 / (2 * #2)");
  CHECK(of([](Value a) { return exp(a); }) == "#2");
  CHECK(of([](Value a) { return log(a); }) == "1 / a");
  CHECK(of([](Value a) { return tanh(a); }) == "1 - #2^2");
  CHECK(of([](Value a) { return sigmoid(a); }) == "#2 * (1 - #2)");
  CHECK(of([](Value a) { return relu2(a); }) == "2 * a where a > 0, else 0");
  CHECK(of([](Value a) { return erfc(a); }) == "-1.12838 * exp(-a^2)");
  CHECK(of([](Value a) { return sin(a); }) == "cos(a)");
  CHECK(of([](Value a) { return cos(a); }) == "-sin(a)");
  CHECK(of([](Value a) { return softplus(a); }) == "sigmoid(a)");
  CHECK(of([](Value a) { return pow(a, 3.0); }) == "3 * a^(3 - 1)");
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

TEST_CASE("words of a log: a negative base, options in words, a column as wide as it may be") {
  CHECK(contains(recorded([] { pow(Value(-2.0, "a"), 2.0); }).to_text(), "data 4 = (-2)^2\n"));
  const Tensor logits = zeros({1, 3});
  CHECK(contains(recorded([&] { cross_entropy(logits, {1}, Reduction::mean); }).to_text(),
                 "reduction mean"));
  CHECK(contains(recorded([&] { cross_entropy(logits, {1}, Reduction::sum); }).to_text(),
                 "reduction sum"));
  const std::string longest(45, 'x');  // 48 with its number
  CHECK(recorded([&] { Value(1.0, longest), Value(2.0, "y"); }).to_text() ==
        "leaf  #0 " + longest + "  data 1\nleaf  #1 y" + std::string(44, ' ') + "  data 2\n");
}

}  // namespace words_of_log_test
