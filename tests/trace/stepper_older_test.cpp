// The stepper and a log that lacks something: nodes older than it, a backward from a leaf, no
// numbers.
#include <doctest/doctest.h>

#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "holo/value.h"
#include "trace/ask_stepper.h"

namespace stepper_older_test {

using namespace holo;

TEST_CASE("stepper: what is older than the log cannot be computed again, and says so") {
  TraceLog log;
  const Tape tape;
  const Value x(3.0, "x"), old = x * x;
  {
    const Trace trace(log, {.places = false});
    Value y = old * 2.0;
    y.set_label("y");
    y.backward();
    old.backward();
  }
  const std::string older = "check: #1 is older than the log, which has no formula of it";
  CHECK(contains(session(log, "g end\ncheck x\n"), older));
  CHECK(contains(session(log, "g 4\ncheck x\n"), older));
  CHECK(contains(session(log, "g 4\ncheck #1\n"), "slope 2, gradient 2: they agree"));
  CHECK(contains(session(log, "g end\nwhy x\n"), "#1 -> x:  3 = 3\n"));
}

TEST_CASE("stepper: a backward from a leaf adds 1 to what is there") {
  TraceLog log;
  const Tape tape;
  {
    const Trace trace(log, {.places = false});
    Value x(3.0, "x");
    x.set_grad(5);
    x.backward();
  }
  CHECK(contains(
      session(log, "g end\nwhy x\n"),
      "grad of #0 x is 6: what it had, and how #0 x changes with it\n"
      "  before this backward it had 5, which the program has set at step 2; this one adds "
      "1\n"
      "  x:  1 = 1\n"
      "  the sum: 5 before this backward + 1 = 6\n"));
  CHECK(contains(session(log, "g end\ncheck x\n"), "slope 1, gradient 1: they agree"));
}

TEST_CASE("stepper: an empty Tensor has no numbers") {
  TraceLog log;
  {
    const Trace trace(log, {.places = false});
    Tensor a = zeros({0, 3}).set_requires_grad();
    a.set_label("a");
    sum(a * a).backward();
  }
  const std::string said = session(log, "s 9\np a\n");
  CHECK(contains(said, "leaf a  [0, 3]  no numbers\n"));
  CHECK(contains(said, "grad no numbers -> no numbers\n"));
  CHECK(contains(log.to_text(), "data no numbers\n"));
}

TEST_CASE("stepper: a damaged log with 2^60 paths that lead nowhere is answered at once") {
  // A chain of 60 sums #2 = #1 + #1, which the root, another user of #0, does not reach.
  TraceLog log;
  std::uint64_t count = 0;
  const auto add = [&](TraceEvent::Kind kind, std::uint32_t node, std::vector<double> numbers) {
    log.events.push_back({.kind = kind, .node = node, .first = log.numbers.size()});
    log.numbers.insert(log.numbers.end(), numbers.begin(), numbers.end());
  };
  const auto add_node = [&](std::vector<std::uint32_t> parents) {
    log.nodes.push_back({.number = count++,
                         .is_tensor = false,
                         .requires_grad = true,
                         .op = parents.empty() ? "leaf" : "add",
                         .label = "",
                         .shape = {},
                         .parents = parents,
                         .made_by = static_cast<std::uint32_t>(log.events.size()),
                         .options = {}});
    add(parents.empty() ? TraceEvent::Kind::leaf : TraceEvent::Kind::forward,
        static_cast<std::uint32_t>(count - 1), {1});
  };
  const auto send = [&](std::uint32_t node, std::uint32_t edge) {
    add(TraceEvent::Kind::contribution, node, {1, 1, 0, 1});
    log.events.back().parent = log.nodes[node].parents[edge];
    log.events.back().edge = edge;
  };
  constexpr std::uint32_t levels = 60;
  add_node({});
  for (std::uint32_t i = 0; i < levels; ++i) add_node({i, i});
  add_node({0, 0});
  add(TraceEvent::Kind::backward, levels + 1, {1});
  for (std::uint32_t i = levels; i > 0; --i) {
    send(i, 0);
    send(i, 1);
  }
  send(levels + 1, 0);
  CHECK(contains(session(log, "g end\nwhy #0\n"), "#61 -> #0:  1 = 1\n"));
}

}  // namespace stepper_older_test
