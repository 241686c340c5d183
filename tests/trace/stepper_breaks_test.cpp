// The stepper: where c and rb stop.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "holo/trace.h"
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
