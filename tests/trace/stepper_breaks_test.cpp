// The stepper: where c and rb stop.
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

namespace stepper_breaks_test {

using namespace holo;

namespace {

// y = x w + b, loss = y^2 for x = 3, w = 2, b = -4.
TraceLog first_chapter() {
  return recorded([] {
    const Value x(3.0, "x"), w(2.0, "w"), b(-4.0, "b");
    Value y = x * w + b, loss = y * y;
    y.set_label("y");
    loss.set_label("loss");
    loss.backward();
  });
}

}  // namespace

TEST_CASE("stepper: c stops at breaks and at changes of watched nodes, both ways") {
  const TraceLog log = first_chapter();
  const auto first_of = [&](const std::string& what) {
    const std::string text = session(log, "break " + what + "\nc\n");
    const std::size_t at = text.find("> c\n");
    REQUIRE(at != std::string::npos);
    return text.substr(at + 4, text.find('/', at) - at - 4);
  };
  CHECK(first_of("op=add") == "5");
  CHECK(first_of("param=w") == "2");
  CHECK(first_of("param=#3") == "4");
  CHECK(first_of("step=7") == "7");
  CHECK(first_of("backward") == "7");
  CHECK(first_of("nan") == "13");
  CHECK(contains(session(log, "g 2\nbreak param=w\nc\nc\nc\n"),
                 "break param=w\n> c\n13/13  mul #3 (x * w)"));
  const std::string watched = session(log, "g 4\nw #3\nw x\nc\nc\nc\nrb\nrb\nrb\nrb\nw\nw x\nw\n");
  CHECK(contains(watched, "> c\n10/13  add #4 y -> #3"));
  CHECK(contains(watched, "watch #3: grad 0 -> 4\n"));
  CHECK(contains(watched, "> c\n12/13  mul #3 (x * w) -> #0 x"));
  CHECK(contains(watched, "watch #0 x: grad 0 -> 8\n> c\n13/13"));
  CHECK(contains(watched, "> rb\n4/13"));
  CHECK(contains(watched, "> rb\n1/13"));
  CHECK(contains(watched, "> w\nwatching #3 (x * w)\nwatching #0 x\n"));
  CHECK(contains(watched, "> w x\nno longer watching #0 x\n> w\nwatching #3 (x * w)\n"));
  const std::string toggled = session(log, "break nan\nbreak\nbreak nan\nbreak\n");
  CHECK(contains(toggled, "> break\nbreak nan\n"));
  CHECK(contains(toggled, "> break\nthere is no break; try: break op=add\n"));
}

TEST_CASE("stepper: a break on NaN finds the first, an infinity too") {
  const TraceLog events = recorded([] {
    const Value zero(0.0, "zero");
    const Value y = log(zero + 0.0);
    static_cast<void>(y * zero);
  });
  CHECK(contains(session(events, "break nan\nc\nc\n"),
                 "> c\n3/4  #2 log = log(#1)  -inf = log(0)\nbreak nan\n> c\n4/4"));
}

TEST_CASE("stepper: a break on a matrix stops at each of its weights, on a row at its own") {
  const TraceLog log = recorded([] {
    const Value a(1.0, "w[0][0]"), b(2.0, "w[0][1]"), c(3.0, "w[1][0]"), other(4.0, "ww[0]");
  });
  const auto stops = [&](const std::string& what) {
    return session(log, "break param=" + what + "\nc\nc\nc\nc\n");
  };
  CHECK(contains(stops("w"), "> c\n1/4"));
  CHECK(contains(stops("w"), "> c\n3/4"));
  CHECK(contains(stops("w[0]"), "2/4"));
  CHECK_FALSE(contains(stops("w[0]"), "3/4"));
  CHECK(contains(stops("v"), "'v': no node has this name"));
}

TEST_CASE("stepper: a log without source lines says why") {
  TraceLog log = first_chapter();
  CHECK_FALSE(contains(session(log, ""), "no source lines"));
  log.no_lines = "built without -g";
  CHECK(contains(session(log, ""), "h lists the commands\nno source lines: built without -g\n"));
}

}  // namespace stepper_breaks_test

// The stepper at the edges of what it takes and says: names that begin alike or hold a sign, the
// last step, the longest line, and many numbers of which some are checked.
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

// The stepper and a log that lacks something: nodes older than it, a backward from a leaf, no
// numbers.
namespace stepper_older_test {

using namespace holo;

TEST_CASE("stepper: what is older than the log cannot be computed again, and says so") {
  TraceLog log;
  const Tape tape;
  const Value x(3.0, "x"), old = x * x;
  {
    const Trace trace(log, {.places = false});
    Value y = old * 2.0;
    y.set_label("y");
    y.backward();
    old.backward();
  }
  const std::string older = "check: #1 is older than the log, which has no formula of it";
  CHECK(contains(session(log, "g end\ncheck x\n"), older));
  CHECK(contains(session(log, "g 4\ncheck x\n"), older));
  CHECK(contains(session(log, "g 4\ncheck #1\n"), "slope 2, gradient 2: they agree"));
  CHECK(contains(session(log, "g end\nwhy x\n"), "#1 -> x:  3 = 3\n"));
}

TEST_CASE("stepper: a backward from a leaf adds 1 to what is there") {
  TraceLog log;
  const Tape tape;
  {
    const Trace trace(log, {.places = false});
    Value x(3.0, "x");
    x.set_grad(5);
    x.backward();
  }
  CHECK(contains(
      session(log, "g end\nwhy x\n"),
      "grad of #0 x is 6: what it had, and how #0 x changes with it\n"
      "  before this backward it had 5, which the program has set at step 2; this one adds "
      "1\n"
      "  x:  1 = 1\n"
      "  the sum: 5 before this backward + 1 = 6\n"));
  CHECK(contains(session(log, "g end\ncheck x\n"), "slope 1, gradient 1: they agree"));
}

TEST_CASE("stepper: an empty Tensor has no numbers") {
  TraceLog log;
  {
    const Trace trace(log, {.places = false});
    Tensor a = zeros({0, 3}).set_requires_grad();
    a.set_label("a");
    sum(a * a).backward();
  }
  const std::string said = session(log, "s 9\np a\n");
  CHECK(contains(said, "leaf a  [0, 3]  no numbers\n"));
  CHECK(contains(said, "grad no numbers -> no numbers\n"));
  CHECK(contains(log.to_text(), "data no numbers\n"));
}

TEST_CASE("stepper: a damaged log with 2^60 paths that lead nowhere is answered at once") {
  // A chain of 60 sums #2 = #1 + #1, which the root, another user of #0, does not reach.
  TraceLog log;
  std::uint64_t count = 0;
  const auto add = [&](TraceEvent::Kind kind, std::uint32_t node, std::vector<double> numbers) {
    log.events.push_back({.kind = kind, .node = node, .first = log.numbers.size()});
    log.numbers.insert(log.numbers.end(), numbers.begin(), numbers.end());
  };
  const auto add_node = [&](std::vector<std::uint32_t> parents) {
    log.nodes.push_back({.number = count++,
                         .is_tensor = false,
                         .requires_grad = true,
                         .op = parents.empty() ? "leaf" : "add",
                         .label = "",
                         .shape = {},
                         .parents = parents,
                         .made_by = static_cast<std::uint32_t>(log.events.size()),
                         .options = {}});
    add(parents.empty() ? TraceEvent::Kind::leaf : TraceEvent::Kind::forward,
        static_cast<std::uint32_t>(count - 1), {1});
  };
  const auto send = [&](std::uint32_t node, std::uint32_t edge) {
    add(TraceEvent::Kind::contribution, node, {1, 1, 0, 1});
    log.events.back().parent = log.nodes[node].parents[edge];
    log.events.back().edge = edge;
  };
  constexpr std::uint32_t levels = 60;
  add_node({});
  for (std::uint32_t i = 0; i < levels; ++i) add_node({i, i});
  add_node({0, 0});
  add(TraceEvent::Kind::backward, levels + 1, {1});
  for (std::uint32_t i = levels; i > 0; --i) {
    send(i, 0);
    send(i, 1);
  }
  send(levels + 1, 0);
  CHECK(contains(session(log, "g end\nwhy #0\n"), "#61 -> #0:  1 = 1\n"));
}

}  // namespace stepper_older_test

// The stepper where a log has several backward passes: what why, p and w say belongs to the pass at
// the current step, and a break finds what only a summary tells.
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
