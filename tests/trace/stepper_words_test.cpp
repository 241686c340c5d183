// What the stepper says: the words for what was typed wrongly, and sentences that are true where
// the user is.
#include <doctest/doctest.h>

#include <functional>

#include "holo/trace.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace stepper_words_test {

using namespace holo;

namespace {

// y = x w, loss = y^2 for x = 3, w = 2: 5 nodes' worth of steps, of which the backward is number 5.
TraceLog square() {
  return recorded([] {
    const Value x(3.0, "x"), w(2.0, "w");
    Value y = x * w, loss = y * y;
    y.set_label("y");
    loss.set_label("loss");
    loss.backward();
  });
}

}  // namespace

TEST_CASE("stepper: why in the middle of a backward says so") {
  const std::string text = session(square(), "g 6\nwhy y\ng 7\nwhy y\n");
  CHECK(contains(text, "> why y\ngrad of #2 y is 6 so far: 1 more to come from #3 loss\n"));
  CHECK(contains(text, "> why y\ngrad of #2 y is 12: how #3 loss changes with it\n"));
}

TEST_CASE("stepper: of several paths one is not all") {
  CHECK(contains(session(square(), "g end\nwhy y 1\n"),
                 "  loss -> y:  6 (= y) = 6\n  the first of 2 paths; it alone is 6\n"));
}

TEST_CASE("stepper: a watched node that is made") {
  const std::string text = session(square(), "w y\nc\nrb\n");
  CHECK(contains(text, "> c\n3/9  #2 mul y = x * w  6 = 3 * 2\nwatch #2 y: made: 6\n"));
}

TEST_CASE("stepper: a word that is near a command, and other words for two of them") {
  const TraceLog log = square();
  CHECK(contains(session(log, "wy\n"), "Try: why\n"));
  CHECK(contains(session(log, "con\n"), "Try: continue\n"));
  CHECK(contains(session(log, "y\n"), "'y': no command; expected one that h lists\nthe end"));
  const std::string help = session(log, "h\n"), mark = session(log, "?\n");
  CHECK(help.substr(help.find("> h\n") + 4) == mark.substr(mark.find("> ?\n") + 4));
  CHECK(session(log, "exit\ns\n").find("> s") == std::string::npos);
  CHECK(contains(session(log, "quiz\n"),
                 "> quiz\n'quiz': no command; expected one that h lists. Try: why\nthe end"));
  CHECK(contains(session(log, "previous x\n"), "previous: 'x'; expected nothing after it\n"));
}

TEST_CASE("stepper: hints that help") {
  const TraceLog log = square();
  CHECK(contains(session(log, "break param=q\n"), "there are loss, w, x, y\n"));
  CHECK(contains(session(log, "break param=\n"), "there are loss, w, x, y\n"));
  CHECK(contains(session(log, "break scope=q\n"), "expected a log that has a scope\n"));
  CHECK(contains(session(log, "s 5000\n"), "Try: g N, to step N\n"));
  CHECK(!contains(session(log, "h\n"), "save"));
  const auto nothing = [](const TraceLog&, const std::string&) {};
  CHECK(contains(session(log, "h\n", {.save = nothing}), "\nsave FILE "));
}

TEST_CASE("stepper: nine names are all listed") {
  const auto names = [](int count) {
    return session(recorded([count] {
                     for (int i = 0; i < count; ++i) Value(i, "n" + std::to_string(i));
                   }),
                   "p nothing\n");
  };
  CHECK(contains(names(9), "n7, n8\n"));
  CHECK(contains(names(10), "n7 and 2 more\n"));
}

TEST_CASE("stepper: no -0 of a product, no -nan, and a kink has no derivative") {
  CHECK(contains(
      session(recorded([] { (Value(-3.0, "x") * relu(Value(-1.0, "w"))).backward(); }), "g end\n"),
      "d 0 (= 1 where w > 0, else 0) times upstream -3 = 0; grad 0 -> "));
  const TraceLog kink = recorded([] { relu(Value(0.0, "x")).backward(); });
  CHECK(contains(session(kink, "g end\ncheck x\n"),
                 "slope 0.5, gradient 0: they differ\n"
                 "the slope is 0 below 0 and 1 above: a kink, as that of relu at 0, has no "
                 "derivative\n"));
  const std::string nan =
      session(recorded([] { log(Value(-1.0, "x")).backward(); }), "g end\ncheck x\n");
  CHECK(contains(nan, "= -0.99999: nan\n"));
  CHECK(!contains(nan, "-nan"));
}

}  // namespace stepper_words_test
