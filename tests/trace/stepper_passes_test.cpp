// The stepper where a log has several backward passes: what why, p and w say belongs to the pass at
// the current step, and a break finds what only a summary tells.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace stepper_passes_test {

using namespace holo;

namespace {

// x = 3, y = x x, z = 2 y; a backward from y, steps 4 to 6, then one from z, steps 7 to 10.
TraceLog two_passes() {
  return recorded([] {
    const Value x(3.0, "x");
    Value y = x * x, z = y * 2.0;
    y.set_label("y"), z.set_label("z");
    y.backward();
    z.backward();
  });
}

}  // namespace

TEST_CASE("stepper: why at the end of a pass knows nothing of the next one") {
  const TraceLog log = two_passes();
  CHECK(answer(log, "g 6\nwhy x") ==
        "grad of #0 x is 6: how #1 y changes with it\n"
        "  y -> x:  3 (= x) = 3\n"
        "  y -> x:  3 (= x) = 3\n"
        "  the sum: 3 + 3 = 6\n");
  CHECK(answer(log, "g 5\nwhy x") ==
        "grad of #0 x is 3 so far: 1 more to come from #1 y\n"
        "  y -> x:  3 (= x) = 3\n");
  CHECK(answer(log, "g end\nwhy x") ==
        "grad of #0 x is 18: what it had, and how #2 z changes with it\n"
        "  before this backward it had 6, from an earlier one with no zero_grad since; this one "
        "adds 12\n"
        "  z -> y -> x:  2 * 3 (= x) = 6\n"
        "  z -> y -> x:  2 * 3 (= x) = 6\n"
        "  the sum: 6 before this backward + 6 + 6 = 18\n");
}

TEST_CASE("stepper: what a backward clears and what the program sets are told apart") {
  const auto y_then_z = [](bool zero) {
    return recorded([zero] {
      const Value x(3.0, "x");
      Value y = x * x, z = x * 2.0;
      y.set_label("y"), z.set_label("z");
      y.backward();
      if (zero) Tape::current().zero_grad();
      z.backward();
    });
  };
  const TraceLog cleared = y_then_z(false), set = y_then_z(true);
  CHECK(contains(answer(cleared, "g 7"),
                 "7/9  backward clears #1 y  grad 0, before it begins at #2 z\n"));
  CHECK(contains(cleared.to_text(), "clear     #1 y"));
  CHECK(contains(answer(cleared, "g 6\np y"), "  grad 1\n"));
  CHECK(contains(answer(cleared, "g 7\np y"), "  grad 0\n"));
  CHECK(contains(answer(set, "g 7\ns"), "8/10  the program sets #1 y  grad 0\n"));
  CHECK(!contains(set.to_text(), "clear "));
}

TEST_CASE("stepper: a backward takes the gradients of inner nodes away before it brings its own") {
  const TraceLog log = two_passes();
  TraceState state(log);
  state.go_to(6);
  CHECK(state.grad(1)[0] == 1);
  state.step();  // the backward from z begins
  CHECK(!state.has_grad(1));
  CHECK(state.grad(0)[0] == 6);  // a leaf keeps its own
  CHECK(contains(answer(log, "g 7\np y"), "  grad 0: nothing has arrived so far\n"));
  CHECK(contains(answer(log, "g 8\np y"), "  grad 2\n"));
}

TEST_CASE("stepper: a path of 12 factors is whole, a longer one is cut in its middle") {
  const auto path = [](int nodes) {
    return answer(recorded([nodes] {
                    Value y(1.0, "x");
                    for (int i = 0; i < nodes; ++i) y = -y;
                    y.backward();
                  }),
                  "g end\nwhy x");
  };
  CHECK(path(11) ==
        "grad of #0 x is -1: how #11 changes with it\n"
        "  #11 -> #10 -> #9 -> #8 -> #7 -> #6 -> #5 -> #4 -> #3 -> #2 -> #1 (-x) -> x:  "
        "-1 * (-1) * (-1) * (-1) * (-1) * (-1) * (-1) * (-1) * (-1) * (-1) * (-1) = -1\n");
  CHECK(path(14) ==
        "grad of #0 x is 1: how #14 changes with it\n"
        "  #14 -> #13 -> #12 -> #11 -> #10 -> #9 -> (3 more) -> #5 -> #4 -> #3 -> #2 -> #1 (-x) -> "
        "x:  "
        "-1 * (-1) * (-1) * (-1) * (-1) * (-1) * (2 more) * (-1) * (-1) * (-1) * (-1) * (-1) * "
        "(-1) = 1\n");
}

TEST_CASE("stepper: a label may end in a number") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x"), x2(5.0, "x 2");
    (x * x2).backward();
  });
  CHECK(contains(answer(log, "g end\nwhy x 2"), "grad of #1 x 2 is 3: "));
  CHECK(contains(answer(log, "g end\nwhy x 3"), "grad of #0 x is 5: "));
}

TEST_CASE("stepper: n goes to the next scope from the first step too") {
  const TraceLog log = recorded([] {
    const Value x(3.0, "x"), y(4.0, "y");
    const Scope scope("part");
    static_cast<void>(x * y);
  });
  CHECK(answer(log, "g 1\nn") == "3/3  #2 mul = x * y  12 = 3 * 4  (part)\n");
  CHECK(contains(answer(log, "n"), "1/3  #0 leaf x  3\n"));
  CHECK(answer(log, "g end\nn") == "no scope begins after this step; c goes to the end\n");
}

TEST_CASE("stepper: break nan finds an infinity, and a NaN, that only a summary counts") {
  for (const double number : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    Tensor big = zeros({60}).set_requires_grad();
    std::vector<real> numbers(60, 1);
    numbers[30] = static_cast<real>(number);  // neither among the first nor among the last
    const TraceLog log = recorded(
        [&] {
          static_cast<void>(big * 2);
          {
            const NoGrad no_grad;
            big.copy_(numbers);
          }
          static_cast<void>(sum(zeros({2})));
        },
        {.whole_up_to = 0});
    CHECK(contains(answer(log, "break nan\nc"), "the program sets #"));
    CHECK(contains(answer(log, "break nan\nc"), "break nan\n"));
  }
}

TEST_CASE("stepper: a watch sees a change of any number of a Tensor") {
  Tensor w = tensor({1, 2, 3});
  w.set_label("w").set_requires_grad();
  const TraceLog log = recorded([&] {
    static_cast<void>(w * 2);
    const NoGrad no_grad;
    w.copy_(std::vector<real>{1, 2, 4});
  });
  CHECK(contains(answer(log, "g 1\nw w\nc"), "watch #"));
  CHECK(contains(answer(log, "g 1\nw w\nc"), " w: data 1 2 3 -> 1 2 4\n"));
}

}  // namespace stepper_passes_test
