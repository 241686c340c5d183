// The limits of an event log, and which version wrote it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "holo/version.h"

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

TEST_CASE("trace: a log keeps exactly as much as it may") {
  TraceLog log;
  {
    const Tape tape;
    const Trace trace(log, {.max_events = 5, .max_numbers = 5, .places = false});
    for (int i = 0; i < 5; ++i) static_cast<void>(Value(i));
  }
  CHECK(log.events.size() == 5);
  TraceLog of_tensors;
  {
    const Trace trace(of_tensors, {.whole_up_to = 30, .places = false});
    exp(zeros({30})), exp(zeros({31}));
    embedding(ones({3, 2}), Indices({30}, std::vector<Index>(30, 2)));
    embedding(ones({3, 2}), Indices({31}, std::vector<Index>(31, 2)));
  }
  REQUIRE(of_tensors.nodes.size() == 8);
  CHECK(of_tensors.whole(1));
  CHECK(!of_tensors.whole(3));
  CHECK(of_tensors.nodes[5].indices.size() == 30);
  CHECK(of_tensors.nodes[7].indices.empty());
}

TEST_CASE("trace: where no line is known each event has the place that is not known") {
  TraceLog log;
  {
    const Tape tape;
    const Trace trace(log);
    static_cast<void>(exp(Value(0.0)));
  }
  for (const TraceEvent& event : log.events) CHECK(event.place < log.places.size());
}

TEST_CASE("trace: a log says which version wrote it") {
  TraceLog log;
  { const Trace trace(log, {.places = false}); }
  CHECK(log.version == fmt::format("hologradient {}.{}.{}, real = {}", HOLO_VERSION_MAJOR,
                                   HOLO_VERSION_MINOR, HOLO_VERSION_PATCH,
                                   sizeof(real) == 4 ? "float" : "double"));
}

}  // namespace trace_limit_test
