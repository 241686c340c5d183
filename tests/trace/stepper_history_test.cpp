// What the stepper says of a gradient that several backward passes have made, and of one that the
// program has set.
#include <doctest/doctest.h>

#include <functional>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace stepper_history_test {

using namespace holo;

namespace {

// y = x w for x = 3, w = 2: as many backwards as are asked for, and zero_grad behind `zero`.
TraceLog backwards(int passes, int zero) {
  return recorded([=] {
    const Value x(3.0, "x"), w(2.0, "w");
    Value y = x * w;
    y.set_label("y");
    for (int i = 1; i <= passes; ++i) {
      y.backward();
      if (i == zero) Tape::current().zero_grad();
    }
  });
}

std::string at_end(const TraceLog& log, const std::string& command) {
  return answer(log, "g end\n" + command);
}

}  // namespace

TEST_CASE("stepper: why names the gradient of earlier backwards") {
  CHECK(at_end(backwards(1, 0), "why x") ==
        "grad of #0 x is 2: how #2 y changes with it\n"
        "  y -> x:  2 (= w) = 2\n");
  CHECK(at_end(backwards(2, 0), "why x") ==
        "grad of #0 x is 4: what it had, and how #2 y changes with it\n"
        "  before this backward it had 2, from an earlier one with no zero_grad since; this one "
        "adds 2\n"
        "  y -> x:  2 (= w) = 2\n"
        "  the sum: 2 before this backward + 2 = 4\n");
  CHECK(contains(at_end(backwards(3, 0), "why x"),
                 "it had 4, from 2 earlier ones with no zero_grad since; this one adds 2\n"));
  CHECK(contains(at_end(backwards(3, 1), "why x"),
                 "it had 2, from an earlier one with no zero_grad since; this one adds 2\n"));
  CHECK(
      contains(at_end(backwards(2, 1), "why x"), "grad of #0 x is 2: how #2 y changes with it\n"));
}

TEST_CASE("stepper: why after zero_grad does not show as the gradient what had come before") {
  CHECK(at_end(backwards(1, 1), "why x") ==
        "grad of #0 x is 0: the program has set it at step 7; before that the backward from #2 y "
        "had brought\n"
        "  y -> x:  2 (= w) = 2\n");
  CHECK(contains(answer(backwards(1, 1), "g 6\nwhy x"), "grad of #0 x is 2: how #2 y changes"));
}

TEST_CASE("stepper: why names what the program has set before a backward") {
  const TraceLog log = recorded([] {
    Value x(3.0, "x");
    const Value w(2.0, "w");
    x.set_grad(5);
    (x * w).backward();
    (x * w).backward();
  });
  CHECK(contains(answer(log, "break backward\nc\ns 2\nwhy x"),
                 "before this backward it had 5, which the program has set at step "));
  CHECK(contains(at_end(log, "why x"), ", and from an earlier one with no zero_grad since; this"));
}

TEST_CASE("stepper: the same of a Tensor, and of one number of it") {
  const auto program = [](bool zero) {
    return recorded([zero] {
      Tensor w = tensor({1, 2}).set_label("w").set_requires_grad();
      const Tensor x = tensor({3, 5}).set_label("x");
      sum(w * x).backward();
      sum(w * x).backward();
      if (zero) w.zero_grad();
    });
  };
  const std::string text = at_end(program(false), "why w\nwhy w[1]");
  CHECK(contains(at_end(program(false), "why w"), " w [2] is 6 10: what it had, and how #"));
  CHECK(
      contains(at_end(program(false), "why w"),
               "\n  before this backward it had 3 5, from an earlier one with no zero_grad since; "
               "this one adds 3 5\n"));
  CHECK(contains(text, "grad of w[1] is 10: what it had, and how #"));
  CHECK(contains(text,
                 "\n  before this backward it had 5, from an earlier one with no zero_grad "
                 "since; this one adds 5\n"));
  CHECK(contains(at_end(program(true), "why w"), " w [2] is all 0: the program has set it at") ==
        false);
  CHECK(contains(at_end(program(true), "why w"), " w [2] is 0 0: the program has set it at step "));
  CHECK(contains(at_end(program(true), "why w[1]"), "w[1] is 0: the program has set it at step "));
}

TEST_CASE("stepper: why of a node to which nothing comes says whether something will") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x"), other(2.0, "other");
    (x * x).backward();
    const Tensor c = tensor({2}).set_label("c");
    Tensor w = tensor({3}).set_label("w").set_requires_grad();
    sum(w * c).backward();
  });
  CHECK(answer(log, "break backward\nc\nwhy x") ==
        "#0 x: nothing has come to it since the backward from #2 (x * x) began, at step 4: 2 to "
        "come; w NAME and c lead there\n");
  CHECK(contains(answer(log, "g 6\nwhy other"),
                 "#1 other: the backward from #2 (x * x), which began at step 4, brings nothing to "
                 "it; w NAME"));
  CHECK(contains(answer(log, "g end\nwhy c"), " c [1]: no gradient: none was asked for\n"));
}

TEST_CASE("stepper: why in a backward that the log has not whole does not say that nothing comes") {
  TraceLog log = recorded([] {
    Tensor w = tensor({3}).set_label("w").set_requires_grad();
    exp(exp(w)).backward(tensor({1}));
  });
  log.cut = "so many events";
  log.events.pop_back();  // what comes to w
  CHECK(contains(at_end(log, "why w"), " w [1]: the log ends in the backward from #"));
  CHECK(contains(at_end(log, "why w[0]"),
                 "  the log ends before this backward brings something to it\n"));
}

TEST_CASE("stepper: why in a backward that the log has not whole calls no gradient complete") {
  TraceLog log = recorded([] {
    const Value x(3.0, "x");
    Value y = x * x;
    y.set_label("y");
    y.backward();
  });
  const TraceLog whole = log;
  log.cut = "so many events";
  CHECK(contains(at_end(whole, "why x"), "grad of #0 x is 6: how #1 y changes with it\n"));
  CHECK(contains(at_end(log, "why x"),
                 "grad of #0 x is 6 so far: the log ends in the backward from #1 y\n"));
  CHECK(contains(answer(log, "g 4\nwhy x"),
                 "grad of #0 x is 3 so far: at least 1 more to come from #1 y\n"));
  CHECK(contains(at_end(log, "why y"), "grad of #1 y is 1: how #1 y changes with it\n"));
}

TEST_CASE("stepper: a clear before the next backward is not the program's doing") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x");
    Value y = x * x, z = x * 2.0;
    y.set_label("y"), z.set_label("z");
    y.backward();
    z.backward();
  });
  CHECK(contains(answer(log, "g 7\nwhy y"),
                 "grad of #1 y is 0: the next backward has cleared it at step 7; before that the "
                 "backward from #1 y had brought\n"));
}

}  // namespace stepper_history_test
