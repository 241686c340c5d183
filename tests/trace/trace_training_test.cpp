// The event log of a training of Tensors.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/scope.h"
#include "holo/threads.h"
#include "holo/trace.h"
#include "trace/trace_of_tensors.h"

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

TEST_CASE("trace of tensors: a state goes back over every event") {
  TraceLog log;
  PythonRandom random(1);
  GPT gpt(tiny_options(), random);
  {
    const Trace trace(log, {.places = false});
    train(gpt, 2);
  }
  TraceState state(log);
  std::vector<std::vector<double>> grads;
  const auto all = [&] {
    std::vector<double> numbers;
    for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
      numbers.insert(numbers.end(), state.grad(i).begin(), state.grad(i).end());
      numbers.push_back(static_cast<double>(state.value(i).size()));
    }
    return numbers;
  };
  for (std::size_t i = 0; i < log.events.size(); ++i) grads.push_back(all()), state.step();
  for (std::size_t i = log.events.size(); i-- > 0;) {
    REQUIRE(state.back());
    REQUIRE(all() == grads[i]);
  }
}

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
  TraceLog log;
  {
    const Trace trace(log, {.places = false});
    const Scope scope("step 1");
    gpt.loss(tokens, targets).backward();
  }
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
