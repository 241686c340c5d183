// The stepper at the edges of what it takes and says: names that begin alike or hold a sign, the
// last step, the longest line, and many numbers of which some are checked.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace stepper_edges_test {

using namespace holo;

namespace {

// sum(x factors) with its backward, in which `change` alters the gradients that come to x.
TraceLog product_with(const std::vector<real>& factors, std::size_t at, double gradient) {
  const Shape shape{static_cast<Index>(factors.size())};
  Tensor x = ones(shape);
  x.set_label("x").set_requires_grad();
  TraceLog log = recorded([&] { sum(x * from_values(shape, factors)).backward(); });
  const TraceEvent& last = log.events.back();
  log.numbers[static_cast<std::size_t>(last.first + last.size) + at] = gradient;
  return log;
}

}  // namespace

TEST_CASE(
    "stepper: a break on a name leaves alone what begins with it, and takes one with a sign") {
  const TraceLog log = recorded([] { Value(1.0, "w"), Value(2.0, "w2"), Value(3.0, "a=b"); });
  CHECK(count(session(log, "break param=w\nc\nc\n"), "\nbreak param=w\n") == 1);
  CHECK(contains(answer(log, "break param=a=b\nc"), "3/3  #2 leaf a=b  3\nbreak param=a=b\n"));
}

TEST_CASE("stepper: a break on a parameter leaves alone where a backward begins") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x"), w(2.0, "w");
    (x * w).backward();
  });
  CHECK(contains(answer(log, "g 3\nbreak param=w\nc"), "6/6  mul #2 (x * w) -> #1 w"));
}

TEST_CASE("stepper: c at the end only says so") {
  const TraceLog log = recorded([] { Value(1.0, "x"); });
  CHECK(answer(log, "g end\nc") == "the end: 1 steps; b goes back, q quits\n");
}

TEST_CASE("stepper: p goes to the first step of the scope before") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x");
    Value y = x;
    for (const char* const name : {"a", "b"}) {
      const Scope scope(name);
      y = y * x, y = y + x;
    }
  });
  CHECK(contains(answer(log, "g end\np"), "2/5  "));
  CHECK(contains(answer(log, "g end\np\np"), "1/5  "));
}

TEST_CASE("stepper: n inside of the last scope stays where it is") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x");
    const Scope scope("last");
    static_cast<void>(x * x + x);
  });
  CHECK(answer(log, "g 2\nn") == "no scope begins after this step; c goes to the end\n");
}

TEST_CASE("stepper: a list has the newest node that is there, though a newer one will come") {
  const TraceLog log = recorded([] {
    for (const double number : {1.0, 2.0}) {
      const Tape::Scope forgotten;
      Value(number, "x");
    }
  });
  CHECK(contains(answer(log, "s\nl"), "#0 x  data 1, "));
}

TEST_CASE("stepper: a line of as many bytes as it may have") {
  const TraceLog log = recorded([] { Value(1.0, "x"); });
  CHECK(contains(answer(log, "p " + std::string(998, 'x')), "no node has this name"));
  CHECK(contains(answer(log, "p " + std::string(999, 'x')), "the line: 1001 bytes; "));
}

TEST_CASE("stepper: check looks at numbers from the beginning to the end of a large Tensor") {
  const TraceLog wrong = product_with(std::vector<real>(100, 2), 90, 5);
  CHECK(contains(answer(wrong, "g end\ncheck x"), "1 of 64 differ; farthest apart at x[90]: "));
}

TEST_CASE("stepper: check names the first of those that are equally far apart") {
  CHECK(
      contains(answer(product_with({2, 2, 2}, 0, 2), "g end\ncheck x"), "farthest apart at x[0]"));
}

TEST_CASE("stepper: of all contributions none is left, and a summary of one number with a NaN") {
  Tensor big = ones({60}).set_requires_grad();
  big.set_label("big");
  const TraceLog log = recorded(
      [&] {
        sum(big * 2).backward();
        const NoGrad no_grad;
        std::vector<real> numbers(60, 1);
        numbers[30] = static_cast<real>(std::nan(""));
        big.copy_(numbers);
      },
      {.whole_up_to = 0});
  CHECK(answer(log, "g end\nwhy big 1") == answer(log, "g end\nwhy big"));
  CHECK(contains(answer(log, "g end\np big"), "1 ... (1 to 1, mean 1, 1 NaN)\n"));
}

}  // namespace stepper_edges_test
