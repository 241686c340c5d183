// bench/scalar.cpp: what one operation of the scalar engine costs, recorded and reversed.
#include <string>
#include <vector>

#include "bench/bench_table.h"
#include "holo/random.h"
#include "holo/value.h"
#include "holo/version.h"
#include "support/command_line.h"

using namespace holo;
using Vector = std::vector<Value>;

Vector parameters(std::size_t n, PythonRandom& random) {
  Vector x(n);
  for (Value& value : x) value = Value(random.gauss(0, 0.3));
  return x;
}

// y = W x with each * and + a node of its own.
void linear(const Vector& w, const Vector& x, Vector& y) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    const Value* row = &w[i * x.size()];
    Value total = row[0] * x[0];
    for (std::size_t j = 1; j < x.size(); ++j) total = total + row[j] * x[j];
    y[i] = total;
  }
}

void report_nodes(const std::string& what, std::size_t nodes, std::size_t bytes, Times times,
                  Times reverse) {
  const auto n = static_cast<double>(nodes);
  const auto row = [](const std::string& name, double value, const char* unit) {
    report({.name = name, .value = value, .unit = unit, .of_tensors = false});
  };
  row(what, times.best * 1e9 / n, "ns/op");
  row(what + ", median", times.median * 1e9 / n, "ns/op");
  row(what + ", backward alone", reverse.best * 1e9 / n, "ns/op");
  row(what + ", memory", static_cast<double>(bytes) / n, "bytes/op");
}

// Runs `record` in a scope, then backward of what it returns, many times.
template <class Record>
void bench(const std::string& what, int rounds, Record&& record) {
  std::size_t nodes = 0, bytes = 0;
  const Tape& tape = Tape::current();
  Times reverse{1e9, 0};
  const Times times = time_rounds(rounds, [&] {
    const Tape::Scope scope;
    const std::size_t nodes_before = tape.node_count(), bytes_before = tape.bytes();
    const Value y = record();
    Tape::current().zero_grad();
    const Times one = time_rounds(1, [&] { y.backward(); });
    reverse.best = std::min(reverse.best, one.best);
    nodes = tape.node_count() - nodes_before;
    bytes = tape.bytes() - bytes_before;
  });
  report_nodes(what, nodes, bytes, times, reverse);
}

void program(int, char**) {
  print_bench_heading("Values, recorded and reversed; " + build_info());
  PythonRandom random(42);
  const Vector w1 = parameters(64 * 16, random), w2 = parameters(16 * 64, random);
  const Vector x = parameters(16, random);
  Vector hidden(64), y(16);
  const auto mlp = [&] {
    linear(w1, x, hidden);
    for (Value& h : hidden) h = relu(h);
    linear(w2, hidden, y);
    Value total = y[0];
    for (std::size_t i = 1; i < y.size(); ++i) total = total + y[i];
    return total;
  };
  bench("MLP 16-64-16", 5000, mlp);

  const auto fused = [&] {
    for (std::size_t i = 0; i < 64; ++i) hidden[i] = dot(std::span(w1).subspan(i * 16, 16), x);
    for (Value& h : hidden) h = relu(h);
    for (std::size_t i = 0; i < 16; ++i) y[i] = dot(std::span(w2).subspan(i * 64, 64), hidden);
    return sum(y);
  };
  bench("MLP 16-64-16, a dot is one node", 5000, fused);

  const auto chain = [&] {
    Value value = x[0];
    for (int i = 0; i < quick_size(1'000'000, 100); ++i) value = value * 1.0000001;
    return value;
  };
  bench("chain of 1,000,000", 20, chain);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
