// The event log: what Values do, one event after the other.
#include "holo/trace.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "helpers.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/scope.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "holo/version.h"
#include "support/values/microgpt_math.h"
#include "trace/logs.h"

namespace trace_test {

using namespace holo;

namespace {

std::size_t count(const TraceLog& log, TraceEvent::Kind kind) {
  std::size_t count = 0;
  for (const TraceEvent& event : log.events) count += event.kind == kind;
  return count;
}

// Loss and gradients of a small program, which has inner nodes that are used twice.
std::vector<double> gradients(bool in_depth_first_order) {
  std::vector<Value> x;
  for (int i = 0; i < 20; ++i) x.push_back(Value(0.37 * i - 3));
  const Value h = tanh(dot(std::span(x).first(10), std::span(x).last(10)));
  const Value loss = sum(x) / 3.0 + exp(h) * h - relu2(x[1]) + pow(h, 3.0);
  in_depth_first_order ? loss.backward(depth_first(loss)) : loss.backward();
  in_depth_first_order ? loss.backward(depth_first(loss)) : loss.backward();
  std::vector<double> found = {loss.data(), h.grad()};
  for (const Value& value : x) found.push_back(value.grad());
  return found;
}

}  // namespace

TEST_CASE("trace: labels are in the log, whenever they are set") {
  TraceLog log;
  const Tape tape;
  Value before(1.0);
  {
    const Trace trace(log, {.places = false});
    before.set_label("before");
    for (int round = 0; round < 2; ++round) {
      const Tape::Scope scope;
      Value y = before * 2.0, z = y + 1;
      y.set_label("y");
      z.set_label("first");
      z.set_label(round == 0 ? "z" : "other");
    }
  }
  std::vector<std::string> labels;
  for (const TracedNode& node : log.nodes) labels.push_back(node.label);
  CHECK(labels == std::vector<std::string>{"before", "y", "z", "y", "other"});
}

TEST_CASE("trace: a backward in an order sends what the engine sends") {
  for (const bool is_empty : {false, true}) {
    TraceLog log;
    const Tape tape;
    const Value x(0.0, "x");
    Value y;
    {
      const Trace trace(log, {.places = false});
      const Value unused = holo::log(x);
      y = x * 2.0;
      is_empty ? y.backward(std::vector<Value>()) : y.backward(std::vector{y, unused, x});
    }
    CHECK(count(log, TraceEvent::Kind::contribution) == (is_empty ? 0 : 1));
    CHECK(count(log, TraceEvent::Kind::set_grad) == 0);
    CHECK(x.grad() == (is_empty ? 0 : 2));
    CHECK(replay(log) == "");
  }
}

TEST_CASE("trace: one that ends while another Tape is current has the last changes of its own") {
  TraceLog log;
  Tape tape;
  Value x(1.0), y;
  std::optional<Tape> inner;
  {
    const Trace trace(log, {.places = false});
    y = x * 2.0;
    x.set_data(7);
    inner.emplace();
    Value(3.0);
  }
  inner.reset();
  Value(4.0);
  CHECK(log.nodes.size() == 2);
  CHECK(count(log, TraceEvent::Kind::set_data) == 1);
}

TEST_CASE("trace: numbers and gradients keep every bit") {
  for (const bool in_order : {false, true}) {
    std::vector<double> expected, found;
    {
      const Tape tape;
      expected = gradients(in_order);
    }
    TraceLog log;
    const Tape tape;
    {
      const Trace trace(log, {.places = false});
      found = gradients(in_order);
    }
    CHECK(found == expected);
    TraceState state(log);
    state.go_to(log.events.size());
    for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
      CHECK(state.value(i)[0] ==
            Tape::current().view(static_cast<std::size_t>(log.nodes[i].number)).data);
      const double grad = state.has_grad(i) ? state.grad(i)[0] : 0;
      CHECK(grad == Tape::current().view(static_cast<std::size_t>(log.nodes[i].number)).grad);
    }
    CHECK(replay(log) == "");
  }
}

TEST_CASE("trace: changes that nothing uses any more are in the log too") {
  TraceLog log = recorded([&] {
    Value x(1.0);
    (x * 2.0).backward();
    x.set_data(7);
    Tape::current().zero_grad();
  });
  TraceState state(log);
  state.go_to(log.events.size());
  CHECK(state.value(0)[0] == 7);
  CHECK(state.grad(0)[0] == 0);
}

TEST_CASE("trace: nodes older than the log, whose gradients a backward forgets") {
  TraceLog log;
  const Tape tape;
  const Value x(2.0), old = x * x;
  {
    const Trace trace(log, {.places = false});
    old.backward();
    (old * 3.0).backward();
    old.backward();
  }
  CHECK(log.nodes[0].op == "mul");
  CHECK(log.nodes[0].parents.empty());
  CHECK(replay(log) == "");
  TraceState state(log);
  state.go_to(log.events.size());
  CHECK(state.grad(0)[0] == old.grad());
}

TEST_CASE("trace: a scope of the tape uses numbers again, the log does not") {
  TraceLog log = recorded([&] {
    const Value w(2.0);
    for (int step = 0; step < 3; ++step) {
      const Tape::Scope scope;
      (w * Value(1.0 + step)).backward();
    }
  });
  CHECK(log.nodes.size() == 7);
  CHECK(log.nodes[1].number == log.nodes[3].number);
  CHECK(replay(log) == "");
}

TEST_CASE("trace: its tape may be gone before it, and another one come after") {
  TraceLog log;
  std::optional<Tape> tape(std::in_place);
  {
    const Trace trace(log, {.places = false});
    (Value(2.0) * 3.0).backward();
    tape.reset();
    CHECK(log.events.size() == 4);
    const Tape other;  // which the log does not follow
    (Value(2.0) * 3.0).backward();
  }
  CHECK(log.events.size() == 4);
}

TEST_CASE("trace: an op that throws leaves the log as it was") {
  TraceLog log;
  const Tape tape;
  const Trace trace(log, {.places = false});
  std::vector<Value> a = {Value(1.0)}, b;
  CHECK_THROWS_AS(dot(a, b), Error);
  CHECK(log.events.size() == 1);
  try {
    const Scope scope("inside");
    throw std::runtime_error("out of the scope");
  } catch (const std::runtime_error&) {
  }
  const Value x(2.0);
  CHECK(log.events.back().scope == 0);
}

TEST_CASE("trace: each thread has a log of its own, and one at a time") {
  TraceLog mine, other;
  const Tape tape;
  const Trace trace(mine);
  CHECK(message_of([] {
          TraceLog second;
          const Trace again(second);
        }).find("one at a time") != std::string::npos);
  std::thread([&] {
    {
      const Trace in_thread(other);
      exp(Value(1.0)).backward();
    }
    CHECK(contains(message_of([&] { const Trace again(other); }), "expected an empty one"));
  }).join();
  CHECK(mine.events.empty());
  CHECK(count(other, TraceEvent::Kind::contribution) == 1);
}

TEST_CASE("trace: scopes inside each other, and a part that knows its full name") {
  const Scope step("step 1"), nameless("");
  const Scope block(FullName{"blocks.0"}), again(FullName{"blocks.0"});
  CHECK(again.path() == "step 1.blocks.0");
  const Scope own("loop"), attention(FullName{"blocks.0.attention"});
  CHECK(attention.path() == "step 1.blocks.0.loop.attention");
  const Scope other(FullName{"blocks.01"});
  CHECK(other.path() == "step 1.blocks.0.loop.attention.blocks.01");
}

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
  TraceLog log = recorded(
      [&] {
        for (int i = 0; i < 5; ++i) static_cast<void>(Value(i));
      },
      {.max_events = 5, .max_numbers = 5});
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

TEST_CASE("trace: a log says which version wrote it") {
  TraceLog log;
  { const Trace trace(log, {.places = false}); }
  CHECK(log.version == fmt::format("hologradient {}.{}.{}, real = {}", HOLO_VERSION_MAJOR,
                                   HOLO_VERSION_MINOR, HOLO_VERSION_PATCH,
                                   sizeof(real) == 4 ? "float" : "double"));
}

}  // namespace trace_test
