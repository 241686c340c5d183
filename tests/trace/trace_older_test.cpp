// The event log: what is older than it, and where a backward begins.
#include <doctest/doctest.h>

#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "trace/replay.h"

namespace trace_older_test {

using namespace holo;

TEST_CASE("trace: a log with nodes older than it is read back, x * x too") {
  TraceLog log;
  const Tape tape;
  const Value x(3.0, "x"), old = x * x;
  {
    const Trace trace(log, {.places = false});
    old.backward();
  }
  CHECK(log.events.back().edge == 0);
  CHECK(parse_trace(to_json(log)).events == log.events);
}

TEST_CASE("trace: a backward from a leaf adds 1 to what the user has left there") {
  TraceLog log;
  const Tape tape;
  Value x(3.0, "x");
  const Value old(2.0, "old");
  old.backward();
  {
    const Trace trace(log, {.places = false});
    x.backward();
    x.set_grad(5);
    x.backward();
    Tape::current().zero_grad();
    x.backward();
    old.backward();
  }
  CHECK(log.to_text() ==
        "leaf      #0 x         data 3\n"
        "backward  from #0 x    grad 1\n"
        "set       #0 x         grad 5\n"
        "backward  from #0 x    grad 6\n"
        "set       #0 x         grad 0\n"
        "backward  from #0 x    grad 1\n"
        "leaf      #1 old       data 2\n"
        "backward  from #1 old  grad 1\n");
  CHECK(replay(log).difference == "");
}

TEST_CASE("trace: a limit counts the nodes that are older than the log") {
  std::vector<Value> x;
  const Tape tape;
  for (int i = 0; i < 20; ++i) x.push_back(Value(1.0));
  TraceLog log;
  {
    const Trace trace(log, {.max_events = 8, .places = false});
    sum(x).backward();
  }
  CHECK(log.events.size() <= 8);
  CHECK(log.cut == "8 events, the most that a log keeps");
  Tensor w = zeros({2}).set_requires_grad();
  const Tensor y = w * w;
  TraceLog of_tensors;
  {
    const Trace trace(of_tensors, {.max_events = 4, .places = false});
    sum(y + w).backward();
  }
  CHECK(of_tensors.events.size() <= 4);
  CHECK(of_tensors.cut == "4 events, the most that a log keeps");
}

TEST_CASE("trace: a second Trace continues a log, in which all from before is older") {
  TraceLog log;
  const Tape tape;
  const Value x(3.0, "x");
  std::size_t size = 0;
  for (int i = 0; i < 2; ++i) {
    const Trace trace(log, {.places = false});
    const Scope scope("both");
    (x * x).backward();
    if (i == 0) size = log.events.size();
  }
  CHECK(log.events.size() == 2 * size + 1);  // and the gradient that x has
  CHECK(log.scopes.size() == 2);
  CHECK(replay(log).difference == "");
  CHECK(parse_trace(to_json(log)).events == log.events);
  log.cut = "enough";
  {
    const Trace trace(log, {.places = false});
    exp(x);
  }
  CHECK(log.events.size() == 2 * size + 1);
}

TEST_CASE("trace of tensors: a root older than the log is not said to be set") {
  Tensor w = full({2}, 3).set_requires_grad();
  const Tensor old = sum(w * w);
  TraceLog log;
  {
    const Trace trace(log, {.places = false});
    old.backward();
  }
  for (const TraceEvent& event : log.events) CHECK(event.kind != TraceEvent::Kind::set_grad);
}

}  // namespace trace_older_test
