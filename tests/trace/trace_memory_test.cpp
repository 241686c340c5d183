// The event log when memory runs out: the k-th allocation fails, for every k until none does. The
// program gets std::bad_alloc, and the log is one that can be read, whatever was being written.
#include <doctest/doctest.h>

#include <new>

#include "failing_allocation.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/scope.h"
#include "holo/tape.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "trace/replay.h"
#include "trace/trace_of_tensors.h"

namespace trace_memory_test {

using namespace holo;

namespace {

void compute() {
  const Scope scope("a name that is too long to be in a string itself");
  Value x(3.0, "x");
  const Value y = x * x;
  const Scope inner("inner");
  for (int i = 0; i < 3; ++i) (y - 1.0).backward();
  x.set_data(2);
  (x * y).backward();
  Tensor w = full({3}, 2.0).set_requires_grad();
  w.set_label("w");
  sum(w * w).backward();
}

// True when allocation number `fail_at` was one of them.
bool fails(long fail_at, bool for_good, TraceLog& log) {
  const Tape tape;
  bool failed = false;
  failing_allocation::left = fail_at;
  failing_allocation::for_good = for_good;
  try {
    const Trace trace(log, {.places = false});
    compute();
  } catch (const std::bad_alloc&) {
    failed = true;
  }
  failing_allocation::left = -1;
  failing_allocation::for_good = false;
  return failed;
}

}  // namespace

TEST_CASE("trace: an allocation that fails leaves a log that can be read") {
  for (const bool for_good : {false, true}) {
    long fail_at = 0;
    for (;; ++fail_at) {
      CAPTURE(fail_at);
      TraceLog log;
      const bool failed = fails(fail_at, for_good, log);
      const TraceLog again = parse_trace(to_json(log));
      CHECK(again.events == log.events);
      CHECK(same_nodes(again, log));
      CHECK(again.scopes == log.scopes);
      CHECK(replay(log).difference == "");
      if (!failed && log.events.size() > 20) break;
    }
    CHECK(fail_at > 50);
  }
}

TEST_CASE("trace: a node that found no room on the tape is not used by the log any more") {
  int failed = 0;
  for (long fail_at = 0; fail_at < 60; ++fail_at) {
    TraceLog log;
    const Tape tape;
    const Value x(1.0);
    {
      const Trace trace(log, {.places = false});
      Value y = x;
      while (tape.node_count() < 1020) y = y + x;
      failing_allocation::left = fail_at;  // soon there is room for 1024 nodes no more
      try {
        for (int i = 0; i < 10; ++i) y = y + x;
      } catch (const std::bad_alloc&) {
        ++failed;
      }
      failing_allocation::left = -1;
      y.backward();
    }
    CHECK(log.cut == "");
    CHECK(replay(log).difference == "");
  }
  CHECK(failed > 10);
}

}  // namespace trace_memory_test
