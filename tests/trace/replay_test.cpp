// Every op of a log can be computed again from its inputs, bit for bit, as the stepper's check
// does; and the numbers of a contribution follow from each other, as the trace page expects.
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
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "registry/registry.h"
#include "see/op_samples.h"
#include "trace/formula.h"
#include "trace/stepper/session.h"

namespace replay_test {

using namespace holo;

namespace {

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
  constexpr std::size_t largest = 4096;  // numbers of an input that is replayed
  const auto is_large = [](const Tensor& x) { return x.numel() > Index{largest}; };
  for (const registry::Entry& entry : registry::entries()) {
    CAPTURE(entry.name);
    for (const registry::Sample& sample : entry.samples) {
      const std::vector<Tensor> leaves = registry::leaves_of(sample);
      if (std::any_of(leaves.begin(), leaves.end(), is_large)) continue;
      CAPTURE(sample.form);
      const auto program = [&] {
        const Tensor y = sample.f(leaves);
        if (y.requires_grad()) y.backward(normal(y.shape(), CounterRandom(3)));
      };
      const TraceLog log = recorded(program, {.whole_up_to = 10 * largest});
      CHECK(replay(log) == "");
      for (const TraceEvent& event : events_of(log, TraceEvent::Kind::contribution)) {
        CAPTURE(log.nodes[event.node].op);
        CHECK(gradient_formula(log, event.node, event.edge) != "");
      }
    }
  }
}

TEST_CASE("replay: tensors on two devices, a tensor used twice, two backwards") {
  CHECK(replay(recorded([] {
          const Tensor x = tensor({1, 2, 3}).set_requires_grad();
          const Device other = x.device() == Device::cpu ? Device::plain : Device::cpu;
          const Tensor there = (x * x).to(other);
          const Tensor loss = sum((there * there).to(x.device()) * x);
          loss.backward(true);
          loss.backward();
        })) == "");
}

}  // namespace replay_test

std::string holo::replay(const TraceLog& log) {
  using namespace replay_test;
  const Tape tape;
  TraceState state(log);
  for (const TraceEvent& event : log.events) {
    const TracedNode& node = log.nodes[event.node];
    bool follows = true;
    if (event.kind == TraceEvent::Kind::forward) {
      const auto numbers_of = [&](std::uint32_t parent) { return state.value(parent); };
      follows = same(log.run(event), computed_again(log, event.node, numbers_of));
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
