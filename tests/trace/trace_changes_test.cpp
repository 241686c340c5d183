// The event log: a change in place is written before the numbers are used, so that none shown is
// out of date.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/scope.h"
#include "holo/tape.h"
#include "holo/threads.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
#include "holo/value.h"
#include "trace/logs.h"

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
  CHECK(replay(log) == "");
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
    CHECK(replay(log) == "");
  }
}

}  // namespace trace_changes_test

// The event log of a training of Tensors.
namespace trace_training_test {

using namespace holo;

namespace {

GPTOptions tiny_options() {
  return {.vocab_size = 27, .block_size = 8, .n_layer = 2, .n_head = 4, .n_embd = 16};
}

const Indices tokens({2, 4}, {0, 5, 12, 12, 9, 26, 3, 1}),
    targets({2, 4}, {5, 12, 12, 1, 26, 3, 1, 0});

struct Run {
  std::vector<real> losses;
  std::vector<std::vector<real>> weights;
};

// Steps of AdamW.
Run train(GPT& gpt, int steps) {
  Run run;
  AdamW optimizer(gpt.parameters(), 1e-2);
  for (int step = 0; step < steps; ++step) {
    const Tensor loss = gpt.loss(tokens, targets);
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
    run.losses.push_back(loss.item());
  }
  for (const Tensor& weight : gpt.parameters()) run.weights.push_back(weight.to_vector());
  return run;
}

}  // namespace

TEST_CASE("trace of tensors: a training has the bits that it has without a Trace") {
  for (const int threads : {1, 2}) {
    const int before = num_threads();
    set_num_threads(threads);
    PythonRandom random(1), again(1);
    GPT plain(tiny_options(), random), traced(tiny_options(), again);
    const Run expected = train(plain, 3);
    TraceLog log;
    Run found;
    {
      const Trace trace(log, {.places = false});
      found = train(traced, 3);
    }
    CHECK(found.losses == expected.losses);
    CHECK(found.weights == expected.weights);
    CHECK(log.cut == "");
    check_end(log, traced.parameters());
    set_num_threads(before);
  }
}

TEST_CASE("trace of tensors: the scope of a layer and the name of its parameter make one name") {
  PythonRandom random(1);
  GPT gpt(tiny_options(), random);
  TraceLog log = recorded([&] {
    const Scope scope("step 1");
    gpt.loss(tokens, targets).backward();
  });
  std::size_t weights = 0;
  for (const TracedNode& node : log.nodes) {
    if (node.op != "leaf" || !node.requires_grad) continue;
    const std::string& scope = log.scopes[log.events[node.made_by].scope];
    const std::string layer = node.label.substr(0, node.label.rfind('.'));
    CHECK(scope == "step 1." + layer);
    ++weights;
  }
  CHECK(weights == gpt.parameters().size());
  // A backward is in the scope of its op.
  for (const TraceEvent& event : events_of(log, TraceEvent::Kind::contribution)) {
    CHECK(event.scope == log.events[log.nodes[event.node].made_by].scope);
  }
  CHECK(std::count(log.scopes.begin(), log.scopes.end(), "step 1.blocks.1.attention") == 1);
}

}  // namespace trace_training_test

// The event log: what is older than it, and where a backward begins.
namespace trace_older_test {

using namespace holo;

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
        "#0 leaf x  3\n"
        "backward from #0 x  grad 1\n"
        "the program sets #0 x  grad 5\n"
        "backward from #0 x  grad 6\n"
        "the program sets #0 x  grad 0\n"
        "backward from #0 x  grad 1\n"
        "#1 leaf old  2\n"
        "backward from #1 old  grad 1\n");
  CHECK(replay(log) == "");
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
  const TraceLog of_tensors = recorded([&] { sum(y + w).backward(); }, {.max_events = 4});
  CHECK(of_tensors.events.size() <= 4);
  CHECK(of_tensors.cut == "4 events, the most that a log keeps");
}

TEST_CASE("trace of tensors: a root older than the log is not said to be set") {
  Tensor w = full({2}, 3).set_requires_grad();
  const Tensor old = sum(w * w);
  TraceLog log = recorded([&] { old.backward(); });
  for (const TraceEvent& event : log.events) CHECK(event.kind != TraceEvent::Kind::set_grad);
}

}  // namespace trace_older_test
