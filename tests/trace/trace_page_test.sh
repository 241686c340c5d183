#!/bin/bash
# trace_page_test.sh: trace pages in Chromium, where it is there: what trace_page_test.py asks of them.
set -u
what='trace pages in a browser'
. "$HOLO_ROOT/tests/skips.sh"
needs_browser

printf '%s\n' '// first' '// second' 'line 3 of the source' > source.cpp
cat > pages.cpp << 'END'
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <fstream>

#include "holo/random.h"
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/trace_page.h"
#include "holo/trace_state.h"
#include "holo/value.h"

using namespace holo;

// The page, and the last gradients in hexadecimal.
void write(const std::string& name, const TraceLog& log) {
  std::ofstream(name + ".html") << to_html(log);
  std::ofstream grads(name + ".grads");
  TraceState state(log);
  state.go_to(log.events.size());
  for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
    if (!state.has_grad(i)) continue;
    grads << i;
    for (const double x : state.grad(i)) {
      grads << fmt::format(" {:016x}", std::bit_cast<std::uint64_t>(x));
    }
    grads << "\n";
  }
}

template <class Program>
TraceLog traced(const Program& program) {
  TraceLog log;
  const Tape tape;
  const Trace trace(log);
  program();
  return log;
}

void value() {
  const Value x(3.0, "x"), w(2.0, "w"), b(-4.0, "b");
  Value y = x * w + b;
  Value loss = y * y;
  loss.backward();
  y.set_label("y");
  loss.set_label("loss");
}

// Two layers with scopes, a softmax, several losses, two backwards.
void model() {
  PythonRandom random(1);
  std::vector<Value> w;
  for (int i = 0; i < 40; ++i) w.push_back(Value(random.gauss(0, 1), fmt::format("w{}", i)));
  std::vector<Value> losses;
  for (int t = 0; t < 3; ++t) {
    std::vector<Value> hidden, scores;
    for (std::size_t i = 0; i < 4; ++i) {
      const Scope scope("hidden");
      hidden.push_back(relu(dot(std::span(w).subspan(4 * i, 4), std::span(w).subspan(16, 4))));
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const Scope scope("hidden_scores"), inner("exp");
      scores.push_back(exp(dot(std::span(w).subspan(20 + 4 * i, 4), hidden)));
    }
    const Scope scope("loss");
    losses.push_back(-log(scores[1] / sum(scores)));
  }
  const Value loss = sum(losses) / 3.0;
  loss.backward();
  w[0].set_data(0.5);
  (loss * w[0]).backward();
}

// x reaches y beside x * x, a sum has many inputs, and two parameters are in three rounds.
void shapes() {
  const Value x(3.0, "x");
  Value y = x * x + x;
  y.set_label("y");
  y.backward();
  std::vector<Value> many;
  for (int i = 0; i < 30; ++i) many.push_back(Value(0.5 + i, fmt::format("v{}", i)));
  {
    const Scope scope("a_scope_with_a_name_of_more_letters_than_a_telephone_is_wide");
    sum(many).backward();
  }
  const Value w(2.0, "w"), u(5.0, "u");
  for (int i = 0; i < 3; ++i) (w * u).backward();
}

void long_chain() {
  Value x(0.5, "x");
  const Value w(0.99, "w");
  for (int i = 0; i < 25'000; ++i) {
    const Scope scope(i % 2 == 0 ? "even" : "odd");
    x = tanh(x * w);
  }
  x.backward();
}

void hostile() {
  const char* const run = "<img src=x onerror=window.was_run=1>";
  const Value x(0.0, run), w(std::nan(""), "</script><script>window.was_run=1</script>");
  const Scope scope("<svg onload=window.was_run=1>");
  Value y = x / x * w;
  y.set_label("\xff<!--");
  y.backward();
}

// h = op(W) for six numbers.
TraceLog tensor() {
  TraceLog log;
  const double nan = std::nan("");
  const auto node = [](std::uint32_t index, std::vector<std::uint32_t> parents) {
    return TracedNode{.number = index, .is_tensor = true, .requires_grad = true,
                      .op = parents.empty() ? "leaf" : "relu", .label = parents.empty() ? "W" : "h",
                      .shape = {2, 3}, .parents = parents, .made_by = index, .options = {}};
  };
  log.nodes = {node(0, {}), node(1, {0})};
  log.numbers = {2, 0, -3, 1.5, nan, -0.25, 2, 0, 0, 1.5, nan, 0};
  using Kind = TraceEvent::Kind;
  log.events = {{.kind = Kind::leaf, .node = 0, .first = 0, .size = 6},
                {.kind = Kind::forward, .node = 1, .first = 6, .size = 6},
                {.kind = Kind::set_data, .node = 0, .first = 0, .size = 6}};
  return log;
}

// The loss of two positions over three tokens: "a" and then a space, which is followed by "b".
TraceLog tokens() {
  TraceLog log;
  log.tokens = {"a", " ", "b"};
  const auto node = [&](const char* op, std::vector<std::int64_t> shape,
                        std::vector<std::int64_t> indices, const std::vector<double>& numbers) {
    const auto index = static_cast<std::uint32_t>(log.nodes.size());
    TracedNode traced{.number = index, .is_tensor = true, .requires_grad = true, .op = op, .label = "",
                      .shape = {shape.begin(), shape.end()}, .parents = {}, .made_by = index, .options = {}};
    if (index > 0) traced.parents = {index - 1};
    traced.indices = {indices.begin(), indices.end()};
    log.nodes.push_back(traced);
    log.events.push_back({.kind = index == 0 ? TraceEvent::Kind::leaf : TraceEvent::Kind::forward,
                          .node = index, .first = log.numbers.size(), .size = numbers.size()});
    log.numbers.insert(log.numbers.end(), numbers.begin(), numbers.end());
  };
  node("leaf", {3, 1}, {}, {0, 0, 0});
  node("embedding", {2, 1}, {0, 1}, {0, 0});
  node("linear", {2, 3}, {}, {0, 0, 0, 0, 0, std::log(2.0)});
  node("cross_entropy", {}, {1, 2}, {0.9});
  log.events.push_back({.kind = TraceEvent::Kind::backward, .node = 3, .first = log.numbers.size(), .size = 1});
  log.numbers.push_back(1);
  return log;
}

int main() {
  TraceLog log = traced(value);
  log.program = "value";
  log.places.push_back({"source.cpp", 3});
  for (TraceEvent& event : log.events) event.place = 1;
  write("value", log);
  write("model", traced(model));
  write("shapes", traced(shapes));
  write("long", traced(long_chain));
  log = traced(hostile);
  log.program = log.command = log.cut = "</noscript><script>window.was_run=1</script>";
  write("hostile", log);
  write("empty", {});
  write("one", traced([] { Value(2.0, "x"); }));
  write("tensor", tensor());
  write("tokens", tokens());
}
END
if ! eval "$HOLO_COMPILE_QUICK pages.cpp -o pages.out $HOLO_LIBS" > log 2>&1; then
  echo "FAIL trace pages: the program does not build: $(grep -m 1 error log)"
  exit 0
fi
./pages.out || { echo "FAIL trace pages: the program ends with $?"; exit 0; }
PYTHONDONTWRITEBYTECODE=1 python3 "$HOLO_ROOT/tests/trace/trace_page_test.py" "$browser" 2> log ||
  echo "FAIL trace pages in a browser: $(tail -n 1 log)"
