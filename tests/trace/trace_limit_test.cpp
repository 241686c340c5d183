// The limits of an event log.
#include <doctest/doctest.h>

#include <string>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "holo/trace_state.h"
#include "holo/value.h"

namespace trace_limit_test {

using namespace holo;

TEST_CASE("trace: a limit ends the log and not the program") {
  for (const TraceOptions& options :
       {TraceOptions{.max_events = 5}, TraceOptions{.max_numbers = 9}}) {
    TraceLog log;
    const Tape tape;
    Value x(1.0), y(1.0);
    {
      const Trace trace(log, options);
      for (int i = 0; i < 20; ++i) y = y * x;
      y.backward();
    }
    CHECK(x.grad() == 20);
    CHECK(log.cut != "");
    CHECK(log.events.size() <= options.max_events);
    CHECK(log.numbers.size() <= 9);
    CHECK(log.to_text().find("the log ends here: ") != std::string::npos);
    TraceState state(log);
    state.go_to(100);
    CHECK(state.position() == log.events.size());
  }
}

}  // namespace trace_limit_test
