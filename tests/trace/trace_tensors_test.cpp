// The event log: what Tensors do, with the bits that they have without a Trace.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/scope.h"
#include "holo/threads.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
#include "trace/logs.h"

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
