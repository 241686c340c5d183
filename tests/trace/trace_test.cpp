// The event log: what Values and Tensors do, one event after the other.
#include "holo/trace.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
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

// The event log: what Tensors do, with the bits that they have without a Trace.
namespace trace_tensors_test {

using namespace holo;

TEST_CASE("trace of tensors: constants are inputs too, x * x sends once") {
  Tensor x = tensor({1, 2}), w = tensor({3, 4}).set_requires_grad();
  x.set_label("x"), w.set_label("w");
  TraceLog log = recorded([&] {
    Tensor y = w * w * x;
    y.set_label("y");
    sum(y).backward();
  });
  const std::vector<TraceEvent> forward = events_of(log, TraceEvent::Kind::forward);
  REQUIRE(forward.size() == 3);
  CHECK(log.nodes[forward[0].node].parents == std::vector<std::uint32_t>{0, 0});
  const TracedNode& y = log.nodes[forward[1].node];
  CHECK(y.label == "y");
  REQUIRE(y.parents.size() == 2);
  CHECK(log.nodes[y.parents[1]].label == "x");
  CHECK(!log.nodes[y.parents[1]].requires_grad);
  const auto* const over = std::get_if<op_options::Over>(&log.nodes[forward[2].node].options);
  REQUIRE(over != nullptr);
  CHECK(over->dims == 1);
  const std::vector<TraceEvent> sent = events_of(log, TraceEvent::Kind::contribution);
  REQUIRE(sent.size() == 3);  // sum -> y, y -> w w, w w -> w
  CHECK(sent[2].parent == 0);
  CHECK(sent[2].edge == 0);
  CHECK(log.run(sent[2], 0)[0] == 0);
  CHECK(log.run(sent[2], 1)[0] == 6);
  CHECK(log.run(sent[2], 1)[1] == 16);
  check_end(log, {x, w});
}

TEST_CASE("trace of tensors: a large one is summed up") {
  TraceLog log;
  const Tensor x = zeros({3, 20});
  Tensor big = x;
  {
    const NoGrad no_grad;
    std::vector<real> numbers(60);
    for (std::size_t i = 0; i < 60; ++i) numbers[i] = static_cast<real>(i) - 10;
    numbers[30] = NAN, numbers[31] = INFINITY, numbers[32] = -INFINITY;
    big.copy_(numbers);
    big.set_requires_grad();
  }
  {
    const Trace trace(log, {.whole_up_to = 0, .places = false});
    sum(big * tensor({2})).backward();
  }
  CHECK(!log.whole(0));
  const TraceSummary summary(log.run(log.events[0]));
  CHECK(summary.minimum == -10);
  CHECK(summary.maximum == 49);
  CHECK(summary.mean == doctest::Approx((1170 - 20 - 21 - 22) / 57.0));
  CHECK(summary.nan_count == 1);
  CHECK(summary.infinity_count == 2);
  CHECK(summary.first[0] == -10);
  CHECK(summary.first[7] == -3);
  CHECK(summary.last[7] == 49);
  CHECK(log.whole(1));  // the 2
  TraceState state(log);
  state.go_to(log.events.size());
  CHECK(TraceSummary(state.grad(0)).minimum == 2);
  for (const TraceEvent& event : log.events) {
    CHECK(event.size ==
          (log.whole(event)
               ? log.numel(event.kind == TraceEvent::Kind::contribution ? event.parent : event.node)
               : TraceSummary::size));
  }
}

TEST_CASE("trace of tensors: a result of NoGrad that becomes a leaf, a node older than the log") {
  Tensor w = tensor({2}).set_requires_grad();
  const Tensor old = w * w;
  Tensor copy;
  TraceLog log = recorded([&] {
    {
      const NoGrad no_grad;
      copy = w * tensor({5});
    }
    copy.set_requires_grad();
    (copy * old).backward();
  });
  const std::uint32_t leaf = node_of(log, copy);
  CHECK(log.nodes[leaf].parents.empty());
  CHECK(log.nodes[node_of(log, old)].op == "mul");
  CHECK(log.nodes[node_of(log, old)].parents.empty());
  check_end(log, {w, copy});
}

TEST_CASE("trace of tensors: an op that fails leaves no event") {
  TraceLog log = recorded([&] {
    CHECK_THROWS_AS(tensor({1, 2}) + tensor({1, 2, 3}), ShapeError);
    CHECK_THROWS_AS(cross_entropy(zeros({1, 3}), Indices({7})), Error);
  });
  CHECK(events_of(log, TraceEvent::Kind::forward).empty());
}

}  // namespace trace_tensors_test
