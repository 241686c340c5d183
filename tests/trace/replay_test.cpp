// Every op of Values in a log can be computed again from its inputs, bit for bit, as the stepper's
// check does; and the numbers of a contribution follow from each other, as the trace page expects.
#include "trace/logs.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "registry/registry.h"
#include "see/op_info.h"
#include "see/op_samples.h"
#include "support/values/microgpt_math.h"
#include "trace/formula.h"

namespace replay_test {

using namespace holo;

namespace {

std::vector<double> value_again(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const TracedNode& traced = log.nodes[node];
  const Tape tape;  // that no Trace observes
  std::vector<Value> x;
  for (const std::uint32_t parent : traced.parents) x.emplace_back(state.value(parent)[0]);
  return {value_op(traced.op, with_constant(traced, std::move(x), Value(traced.constant))).data()};
}

bool same(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::memcmp(&x, &y, sizeof x) == 0 || (std::isnan(x) && std::isnan(y));
  });
}

std::vector<double> grad_of(const TraceLog& log, const TraceState& state, std::uint32_t node) {
  const std::span<const double> grad = state.grad(node);
  if (grad.empty()) return std::vector<double>(static_cast<std::size_t>(log.numel(node)));
  return {grad.begin(), grad.end()};
}

// Two layers with tanh, two steps, an SGD update between them.
void train_tiny(bool in_depth_first_order) {
  PythonRandom random(3);
  std::vector<Value> w;
  for (int i = 0; i < 2 * 3 + 3; ++i) w.push_back(Value(random.gauss(0, 1)));
  for (int step = 0; step < 2; ++step) {
    const Tape::Scope scope;
    const std::vector<Value> x = {Value(0.5), Value(-1.25)};
    std::vector<Value> hidden;
    for (std::size_t i = 0; i < 3; ++i)
      hidden.push_back(tanh(dot(std::span(w).subspan(2 * i, 2), x)));
    const Value y = dot(std::span(w).subspan(6, 3), hidden);
    const Value loss = pow(y - 0.75, 2.0) + log(sum(hidden) * sum(hidden) + 1.0);
    Tape::current().zero_grad();
    in_depth_first_order ? loss.backward(depth_first(loss)) : loss.backward();
    in_depth_first_order ? loss.backward(depth_first(loss)) : loss.backward();
    for (Value& value : w) value.set_data(value.data() - 0.1 * value.grad());
  }
}

// Indices, several uses of a tensor, an update, a second backward.
void train_table() {
  Tensor table = normal({5, 4}, CounterRandom(1)).set_requires_grad();
  Tensor weight = normal({5, 4}, CounterRandom(2)).set_requires_grad();
  const Indices tokens({2, 3}, {0, 4, 2, 2, 1, 0}), targets({2, 3}, {4, 2, 2, 1, -100, 3});
  for (int step = 0; step < 2; ++step) {
    const Tensor x = dropout(embedding(table, tokens), 0.25, CounterRandom(7, 9));
    const Tensor y = x * x - x;  // an op's result with two inputs and two uses
    const Tensor loss = cross_entropy(linear(y * y + y, weight), targets);
    loss.backward(true);
    loss.backward();
    const NoGrad no_grad;
    for (Tensor* p : {&table, &weight}) {
      p->add_(p->grad(), real(-0.5));
      if (step == 0) p->zero_grad();
    }
  }
}

}  // namespace

TEST_CASE("replay: every op of Values, and its derivative in words, unless that is a number") {
  const std::set<std::string> plain = {"leaf", "add", "sub", "neg", "sum"};
  for (int op = 0; op < op_count; ++op) {
    const std::string name = op_name(static_cast<Op>(op));
    std::size_t found = 0;
    for (const auto& sample : op_samples::samples_of(static_cast<Op>(op))) {
      CAPTURE(sample.form);
      const TraceLog log = recorded([&] {
        std::vector<Value> x;
        for (const double number : sample.inputs) x.push_back(Value(number));
        sample.f(x).backward();
      });
      CHECK(replay(log) == "");
      for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
        const TracedNode& node = log.nodes[i];
        const bool by_number = name == "mul" && node.has_constant != TracedNode::Constant::none;
        if (node.op != name || node.parents.empty() || by_number) continue;
        ++found;
        CHECK(local_derivative(log, i, 0).empty() == (plain.count(name) == 1));
      }
    }
    CHECK((found > 0 || name == "leaf"));
  }
}

TEST_CASE("replay: every op of tensors, whose gradients have formulas") {
  for (const registry::Entry& entry : registry::entries()) {
    CAPTURE(entry.name);
    const registry::Sample& sample = entry.samples.front();
    const std::vector<Tensor> leaves = registry::leaves_of(sample);
    const TraceLog log = recorded([&] {
      const Tensor y = sample.f(leaves);
      if (y.requires_grad()) y.backward(normal(y.shape(), CounterRandom(3)));
    });
    CHECK(replay(log) == "");
    for (const TraceEvent& event : events_of(log, TraceEvent::Kind::contribution)) {
      CAPTURE(log.nodes[event.node].op);
      CHECK(gradient_formula(log, event.node, event.edge) != "");
    }
  }
}

TEST_CASE("replay: trainings of Values in both orders, and of tensors, also between devices") {
  for (const bool in_order : {false, true}) {
    CHECK(replay(recorded([in_order] { train_tiny(in_order); })) == "");
  }
  CHECK(replay(recorded(train_table)) == "");
  CHECK(replay(recorded([] {
          const Tensor x = tensor({1, 2, 3}).set_requires_grad();
          const Device other = x.device() == Device::cpu ? Device::plain : Device::cpu;
          const Tensor there = (x * x).to(other);
          sum((there * there).to(x.device()) * x).backward();
        })) == "");
}

}  // namespace replay_test

std::string holo::replay(const TraceLog& log) {
  using namespace replay_test;
  TraceState state(log);
  for (const TraceEvent& event : log.events) {
    const TracedNode& node = log.nodes[event.node];
    bool follows = true;
    if (event.kind == TraceEvent::Kind::forward && !node.is_tensor) {
      follows = same(log.run(event), value_again(log, state, event.node));
    } else if (event.kind == TraceEvent::Kind::contribution) {
      follows = same(log.run(event, node.is_tensor ? 0 : 2), grad_of(log, state, event.parent));
      if (!node.is_tensor) {
        const double local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
        const double after = log.run(event, 2)[0] + local * upstream;
        follows = follows && same(log.run(event, 1), grad_of(log, state, event.node)) &&
                  same(log.run(event, 3), {&after, 1});
      }
    }
    if (!follows) return fmt::format("event {}, {}", state.position(), log.name(event.node));
    state.step();
  }
  return "";
}
