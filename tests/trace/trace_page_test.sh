#!/bin/bash
# trace_page_test.sh: writes trace pages, and two of their parts in one other page. trace_page.py asks them in
# Chromium, where it is there; tests/book/firefox_book.py steps through a part in Firefox.
set -u
what='trace pages in a browser'
. "$HOLO_ROOT/tests/skips.sh"
needs_browser

printf '%s\n' '// first' '// second' 'line 3 of the source' "$(printf '%0100d' 0)" > source.cpp
cat > pages.cpp << 'END'
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <span>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/trace_log.h"
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
  const Scope scope("<svg onload=window.was_run=1>"), turned("\xe2\x80\xae");
  Value y = x / x * w;
  y.set_label("\xff<!--\xe2\x80\xae.");
  y.backward();
}

// Ops of Tensors, each with a backward of its own.
void ops() {
  const auto leaf = [](std::initializer_list<Index> sizes, double first, const char* label) {
    Index n = 1;
    for (const Index size : sizes) n *= size;
    std::vector<real> numbers;
    for (Index i = 0; i < n; ++i) numbers.push_back(static_cast<real>(std::sin(first + 1.7 * double(i))));
    return tensor(numbers, Shape(std::vector<Index>(sizes))).set_requires_grad().set_label(label);
  };
  const auto finish = [](const Tensor& y) { sum(y * y).backward(); };
  const Tensor x = leaf({2, 3}, 0.3, "x"), w = leaf({3, 4}, 1.1, "W"), b = leaf({4}, 2.2, "b");
  finish(softmax(matmul(x, w).set_label("y") + b, 1));
  finish(linear(x, transpose(w, 0, 1), b, Activation::relu));
  finish(mean(x, 0));
  finish(slice(x, 1, 2, 0, -1));
  finish(layer_norm(matmul(x, w), b));
  finish(embedding(w, Indices({5}, {2, 0, 2, 2, 1})));
  cross_entropy(matmul(x, w), Indices({2}, {3, 0})).backward();
  finish(self_attention(leaf({2, 3, 12}, 0.5, "qkv"), {.n_head = 2, .causal = false}));
}

// y.backward() twice: the second adds to the gradient of x. Then it is set to 0.
void twice() {
  const Value x(3.0, "x");
  Value y = x * x + x;
  y.set_label("y");
  y.backward();
  y.backward();
  Tape::current().zero_grad();
}

// 30 boxes, and an arrow from each but the last.
void thirty() {
  Value y(1.0, "y0");
  for (int i = 0; i < 7; ++i) y = y * Value(0.5, fmt::format("w{}", i)) + Value(i, fmt::format("b{}", i));
  const Value last = tanh(y);
  last.backward();
}

// h = relu(W) for six numbers, which then change.
TraceLog tensor_of_six() {
  const auto numbers = [](real first) { return std::vector<real>{first, 0, -3, 1.5, real(std::nan("")), -0.25}; };
  TraceLog log = traced([&] {
    Tensor w = tensor(numbers(1), {2, 3}).set_requires_grad().set_label("W");
    relu(w).set_label("h");
    const NoGrad no_grad;
    w.copy_(numbers(2));
  });
  log.places.push_back({"source.cpp", 3});
  log.events[2].place = static_cast<std::uint32_t>(log.places.size() - 1);
  return log;
}

// The loss of two positions over three tokens: "a" and then a space, which is followed by "b".
TraceLog tokens() {
  TraceLog log = traced([] {
    const Tensor table = tensor({{0}, {1}, {0}}).set_requires_grad(), w = tensor({{0}, {0}, {std::log(2.0)}});
    cross_entropy(linear(embedding(table, Indices({2}, {0, 1})), w), Indices({2}, {1, 2})).backward();
  });
  log.tokens = {"a", " ", "b"};
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
  log.program = log.command = log.cut = log.no_lines = "</noscript><script>window.was_run=1</script>\xe2\x80\xae";
  for (TracedNode& node : log.nodes) if (node.op == "mul") node.op = "<b>mul\xe2\x80\xae";
  log.places.push_back({"\xe2\x80\xae</script>missing.cpp", 7});
  for (TraceEvent& event : log.events) event.place = static_cast<std::uint32_t>(log.places.size() - 1);
  write("hostile", log);
  write("empty", {});
  write("one", traced([] { Value(2.0, "x"); }));
  write("ops", traced(ops));
  write("tensor", tensor_of_six());
  write("tokens", tokens());
  write("twice", traced(twice));
  write("thirty", traced(thirty));
  log = traced(value);
  std::ofstream("host.html") << "<!doctype html><title>A chapter</title><style>svg, p { display: none }</style>"
                             << "<h1 id=\"card\">A chapter</h1>" << to_html_part(log) << to_html_part(traced(hostile));
}
END
if ! eval "$HOLO_COMPILE_QUICK pages.cpp -o pages.out $HOLO_LIBS" > log 2>&1; then
  echo "FAIL trace pages: the program does not build: $(grep -m 1 error log)"
  exit 0
fi
./pages.out || { echo "FAIL trace pages: the program ends with $?"; exit 0; }
# An older program has the scripts of an older library.
is_built() { [ -x "$HOLO_BUILD/bin/$1" ] && [ ! "$HOLO_BUILD/libhologradient.a" -nt "$HOLO_BUILD/bin/$1" ]; }
if is_built train_gpt; then
  "$HOLO_BUILD/bin/train_gpt" --steps 1 --n-embd 16 --batch 4 --eval-batches 1 --trace gpt.html --out gpt.out > log 2>&1 ||
    echo "FAIL trace pages: train_gpt: $(tail -n 1 log)"
fi
for example in 01_value 08_tensor; do
  ! is_built $example || "$HOLO_BUILD/bin/$example" --trace $example.html > log 2>&1 ||
    echo "FAIL trace pages: $example: $(tail -n 1 log)"
done
PYTHONDONTWRITEBYTECODE=1 python3 "$HOLO_ROOT/tests/trace/trace_page.py" "$browser" 2> log ||
  echo "FAIL trace pages in a browser: $(tail -n 1 log)"
