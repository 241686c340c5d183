#!/bin/bash
# judge_test.sh: what the judge of the exercises says of numbers that no single known mistake gives: mistakes that each
# give a part, a mistake and a change of all numbers, one that gives most; which formula gives some numbers; and what the
# models share, the mistakes of a sum and of an index.
set -u
what=judge
. "$HOLO_ROOT/tests/make/plain_build.sh"
support=$HOLO_ROOT/examples/exercises/support
cat > judge.cpp << 'END'
#include <cmath>
#include <string>
#include "exercises/support/check.h"
#include "exercises/support/formula.h"
#include "exercises/support/judge.h"
#include "exercises/support/mistakes.h"
#include "exercises/support/reading.h"
#include "exercises/support/sum.h"
namespace {
using exercise::Formulas, exercise::Made, exercise::Measured, exercise::Mistakes;
using Row = std::vector<double>;
// Six numbers; the first three are given by one mistake, the last three by another, all by a third.
Row model(const Made& made) {
  Row x = {1.3, -0.7, 2.9, 4.1, 0.6, -3.2};
  for (size_t i = 0; i < 3; ++i) x[i] = made(0) ? 7.3 * x[i] + 1 : x[i];
  for (size_t i = 3; i < 6; ++i) x[i] = made(1) ? x[i] - x[0] * x[0] : x[i];
  if (made(2)) for (double& number : x) number = std::cos(number);
  return x;
}
void check(Checks& checks) {
  const auto expect = [&](const char* name, const std::string& said, const std::string& expected) {
    checks.that(name, said == expected, "it says: " + said);
  };
  const std::vector<std::string> sentences = {"first", "second", "third"};
  const auto told = [&](const Row& numbers, std::string (Mistakes::*how)() const) {
    Measured got;
    got.add("x", numbers);
    const exercise::Model of = model;
    return (Mistakes(got, of, sentences).*how)();
  };
  const Row right = model(Made()), first = model(Made({0}));
  Row parts = first, second = model(Made({1})), most = first, partly = first;
  for (size_t i = 3; i < 6; ++i) parts[i] = second[i];
  expect("one mistake", told(first, &Mistakes::one), "first");
  expect("two together", told(model(Made({0, 1})), &Mistakes::two), "two mistakes. first; and second");
  expect("each gives a part", told(parts, &Mistakes::of_parts), "two mistakes. first; and second");
  Row negative = first;
  for (double& number : negative) number = -number;
  expect("a mistake and a wrong sign", told(negative, &Mistakes::and_change), "two mistakes. first; and then each number has the wrong sign");
  most[4] = 17.5;
  expect("most of it", told(most, &Mistakes::of_most), "first; what it does not explain, x[4] first, may have another cause");
  most[4] = right[4], most[2] = right[2];
  expect("a mistake that would make more wrong is not told", told(most, &Mistakes::of_most) + told(most, &Mistakes::of_parts), "");
  partly[0] = 5.5, partly[1] = 6.5, partly[3] = 7.5, partly[4] = 8.5, partly[5] = 9.5;
  expect("too little", told(partly, &Mistakes::of_most), "");

  const auto true_of = [](const Row& numbers) {
    Measured got;
    got.add("row 0", {numbers[0], numbers[1], numbers[2]});
    got.add("row 1", {numbers[3], numbers[4], numbers[5]});
    return exercise::what_is_true(got, model(Made()));
  };
  Row rows = right;
  for (size_t i = 0; i < 6; ++i) rows[i] *= i < 3 ? 0.5 : 3;
  expect("rows with factors of their own", true_of(rows), "each row is right but for a factor of its own, 0.5 and 3 say: is what a row is multiplied or divided by wrong?");
  rows = right;
  for (size_t i = 0; i < 6; ++i) rows[i] += i < 3 ? 0.25 : -0.5;
  expect("a number added to a row", true_of(rows), "each row is right but for a number of its own that is added to all of it, 0.25 and -0.5 say");
  expect("shifted", true_of({right[1], right[2], right[3], right[4], right[5], 0}), "the numbers are right, but each one place too early, and the last one is another: is an index shifted by 1?");
  const auto without = [&](const std::vector<size_t>& places) {
    Row some = right;
    for (size_t i : places) some[i] = 0;
    return true_of(some);
  };
  expect("a last row", without({3, 4, 5}), "the last row is 0, the rest is right: does the loop reach it?");
  expect("a first row", without({0, 1, 2}), "the first row is 0, the rest is right: does the loop begin with it?");
  expect("a last column", without({2, 5}), "the last number of each row is 0, the rest is right: does the loop reach it?");
  expect("a first column", without({0, 3}), "the first number of each row is 0, the rest is right: does the loop begin with it?");
  expect("zeros anywhere", without({1, 3}), "what is wrong is 0 everywhere, the rest is right: is it written at all?");
  expect("nothing", true_of({0.1, 0.2, 0.4, 0.8, 1.6, 3.2}), "");
  const Row p = {0.2, 0.35, 0.45, 0.7}, g = {1.3, -2.1, 4.7, 0.9}, m = {1.64, 0.8, -0.3, 2.2};
  const auto formula = [&](double (*of)(double, double, double), size_t count = 4) {
    Row numbers;
    for (size_t i = 0; i < count; ++i) numbers.push_back(of(p[i], g[i], m[i]));
    Formulas some({"p", "g", "m"});
    for (size_t i = 0; i < count; ++i) some.add({p[i], g[i], m[i]});
    return some.of(numbers);
  };
  expect("three quantities", formula([](double a, double b, double c) { return a * b - c; }), "p * g - m");
  expect("a function", formula([](double a, double b, double) { return std::exp(a) * b; }), "g * e^p");
  expect("nothing that is long", formula([](double a, double b, double c) { return std::sin(a * b + c); }), "");
  expect("two products", formula([](double a, double b, double c) { return a * b + c / b; }), "m / g + p * g");
  expect("a negative one", formula([](double a, double b, double c) { return -std::tanh(a) * std::exp(b) - c; }), "-(e^g * (tanh p) + m)");
  Formulas product({"p", "g"});
  Row is, should, is_not;
  for (size_t i = 0; i < 4; ++i) product.add({p[i], g[i]}), is.push_back(p[i] * g[i]), should.push_back(p[i] + g[i]);
  expect("a formula beside the rule", product.told("y", is, should, "p + g"), "your y = p * g: it should be p + g");
  expect("the rule is not told to itself, however it is written", product.told("y", is, is, "g p"), "");
  expect("no formula", product.told("y", {0.1, 7.3, -2.2, 5.9}, should, "p + g"), "");

  // Zeros are given by too many mistakes, alone and by pairs.
  const exercise::Model zeros = [](const Made& made) {
    return made(0) ? Row{0, 0, 3} : made(1) ? Row{1, 0, 0} : made(2) ? Row{0, 0, 0} : Row{1, 2, 3};
  };
  Measured nothing;
  nothing.add("x", {0, 0, 0});
  expect("zeros", Mistakes(nothing, zeros, sentences).one() + Mistakes(nothing, zeros, sentences).two(), "");

  // Two rows, added up with each of the mistakes of a sum, in their order.
  const Row sums[] = {{1.25, 4.25}, {1.5, 3}, {-2.25, -1}, {1.5, 1}, {-0.25, 2}, {3.5, 4}, {2.75, 4}, {2.25, 4}, {1.25 / 3, 1}, {0, 3}, {2, 3}, {5.75, 5}};
  const exercise::table::Place places[] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}, {0, 1}, {1, 0}, {1, 1}};
  const size_t elements[] = {0, 4, 3};
  for (int i = 0; i < exercise::sum::mistakes; ++i) {
    const Made made({40 + i});
    exercise::Sum<> sum(made, 40);
    const double each = sum.of_each({1.5, 2, -2.25})[0], next = sum.of({1, 3, -1});
    const Row& expected = sums[i];
    expect("a sum", std::to_string(i) + ": " + std::to_string(each) + " " + std::to_string(next),
           std::to_string(i) + ": " + std::to_string(expected[0]) + " " + std::to_string(expected[1]));
    if (i < exercise::table::mistakes) {
      const auto [row, column] = exercise::table::read(made, 40, 1, 0, 3, 2);
      checks.that("an index of a table", row == places[i].row && column == places[i].column, std::to_string(i));
    }
    if (i < exercise::row::mistakes) {
      checks.that("an index", exercise::row::read(made, 40, 1, 5) == elements[i], std::to_string(i));
    }
  }
  expect("of two numbers no long formula is told", formula([](double a, double b, double) { return std::exp(a) * b; }, 2), "");
}
}  // namespace
HOLO_EXERCISE("judge", check)
END
if ! eval "$HOLO_COMPILE_QUICK" '-DHOLO_ANSWER=\"\" -I"$HOLO_ROOT/examples" judge.cpp "$support"/{check,judge,mistakes,formula,formula_search}.cpp -o judge' "$HOLO_LIBS" > log 2>&1; then
  echo "FAIL $what: it compiles: $(grep -m 1 error log)"
elif ./judge < /dev/null > said; then
  echo "PASS $what: $(cat said)"
else
  echo "FAIL $what: $(tr '\n' ' ' < said)"
fi
