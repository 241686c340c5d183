// The event log: a change in place is written before the numbers are used, so that none shown is
// out of date.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/tape.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "trace/replay.h"

namespace trace_changes_test {

using namespace holo;

namespace {

// The events from number `first` on, a line each without the white space of columns.
std::string events_from(const TraceLog& log, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < log.events.size(); ++i) {
    const TraceEvent& event = log.events[i];
    if (event.kind == TraceEvent::Kind::set_data) {
      text += "value";
    } else if (event.kind == TraceEvent::Kind::set_grad) {
      text += "grad";
    } else {
      text += log.nodes[event.node].op;
      continue;
    }
    text += " " + log.nodes[event.node].label + " " +
            std::to_string(static_cast<int>(log.run(event)[0])) + "; ";
  }
  return text;
}

}  // namespace

TEST_CASE("trace: what has changed in Values since a backward comes before the next node") {
  TraceLog log;
  const Tape tape;
  const Trace trace(log, {.places = false});
  Value a(1.0, "a"), b(2.0, "b");
  Value y = a * b;
  y.set_label("y");
  y.backward();
  std::size_t at = log.events.size();
  a.set_data(3);
  a.set_data(4);
  a.set_grad(4);
  b.set_data(2);  // no change
  Value(0.0, "other");
  CHECK(events_from(log, at) == "value a 4; grad a 4; leaf");
  at = log.events.size();
  Tape::current().zero_grad();
  y.backward();
  CHECK(events_from(log, at).starts_with("grad a 0; grad b 0; grad y 0; mul"));
  CHECK(replay(log).difference == "");
}

TEST_CASE("trace: what has changed through spans comes before the next node") {
  TraceLog log;
  const Tape tape;
  const Trace trace(log, {.places = false});
  const std::vector<Value> x = {Value(1.0, "a"), Value(2.0, "b")};
  (x[0] * x[1]).backward();
  const std::size_t at = log.events.size();
  const std::span<double> data = Tape::current().data_of(x), grad = Tape::current().grad_of(x);
  data[0] = 5;
  grad[1] = 7;
  const Value other(0.0, "other");
  CHECK(events_from(log, at) == "value a 5; grad b 7; leaf");
  CHECK(replay(log).difference == "");
}

TEST_CASE("trace of tensors: a leaf that asks for a gradient after it was used") {
  TraceLog log;
  Tensor x = tensor({1, 2});
  const Trace trace(log, {.places = false});
  static_cast<void>(exp(x));
  CHECK(!log.nodes[0].requires_grad);
  x.set_requires_grad();
  sum(x * x).backward();
  CHECK(log.nodes.size() == 4);  // x is there once
  CHECK(log.nodes[0].requires_grad);
}

TEST_CASE("trace of tensors: a change in place comes before the next use") {
  Tensor w = tensor({1, 2}).set_requires_grad(), x = tensor({3, 4});
  w.set_label("w"), x.set_label("x");
  TraceLog log;
  const Trace trace(log, {.places = false});
  sum(w * x).backward();
  const auto after = [&](auto change) {
    const std::size_t at = log.events.size();
    change();
    static_cast<void>(x + w);
    const std::string events = events_from(log, at);
    REQUIRE(events.ends_with("add"));
    return events.substr(0, events.size() - 3);
  };
  CHECK(after([&] { x.fill_(5); }) == "value x 5; ");
  CHECK(after([&] { x.copy_(tensor({6, 6})); }) == "value x 6; ");
  CHECK(after([&] { x.copy_(std::vector<real>{7, 7}); }) == "value x 7; ");
  CHECK(after([&] { x.add_(tensor({1, 1})); }) == "value x 8; ");
  CHECK(after([&] { x.fill_(8); }) == "");
  CHECK(after([&] { w.detach().fill_(9); }) == "value w 9; ");
  CHECK(after([&] { w.grad().fill_(10); }) == "grad w 10; ");
  const std::vector<Tensor> parameters = {w};
  CHECK(after([&] { clip_grad_norm(parameters, 2); }) == "grad w 1; ");
  CHECK(after([&] { w.zero_grad(); }) == "grad w 0; ");
}

TEST_CASE("trace of tensors: after a backward all parameters are compared before the next op") {
  Tensor v = tensor({1}).set_requires_grad(), w = tensor({2}).set_requires_grad();
  v.set_label("v"), w.set_label("w");
  SGD optimizer({v, w}, 1);
  TraceLog log;
  const Trace trace(log, {.places = false});
  sum(v * w).backward();
  const std::size_t at = log.events.size();
  optimizer.step();
  optimizer.zero_grad();
  exp(tensor({0}));
  CHECK(events_from(log, at) == "value v -1; value w 1; grad v 0; grad w 0; leafexp");
}

// The gradient of a leaf that the root sends to is only seen when it has been sent.
TEST_CASE("trace of tensors: what happens to a gradient between the last op and a backward") {
  for (const bool in_optimizer : {false, true}) {
    CAPTURE(in_optimizer);
    Tensor w = tensor({3}).set_requires_grad();
    std::optional<SGD> optimizer;
    if (in_optimizer) optimizer.emplace(std::vector{w}, 1);
    TraceLog log;
    {
      const Trace trace(log, {.places = false});
      const auto sent = [&](auto change) {
        const Tensor y = w * 2.0;
        change();
        y.backward();
        const TraceEvent& last = log.events.back();
        if (last.kind != TraceEvent::Kind::contribution) return std::string("set");
        return fmt::format("{} + {}", log.run(last, 0)[0], log.run(last, 1)[0]);
      };
      CHECK(sent([] {}) == "0 + 2");
      CHECK(sent([] {}) == "2 + 4");
      CHECK(sent([&] { w.zero_grad(); }) == "0 + 2");
      CHECK(sent([&] { w.zero_grad(); }) == "0 + 2");
      CHECK(sent([&] { clip_grad_norm(std::vector{w}, 1); }) == "set");
      CHECK(sent([&] { w.grad().fill_(5); }) == "set");
      CHECK(sent([] {}) == "7 + 9");
    }
    CHECK(replay(log).difference == "");
  }
}

}  // namespace trace_changes_test
