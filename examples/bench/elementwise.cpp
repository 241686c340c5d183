// bench/elementwise.cpp: what a small op costs, recorded, computed and reversed; and elementwise
// ops in the cache and out of it.
#include <functional>
#include <vector>

#include "bench/beside_copy.h"
#include "holo/build_info.h"
#include "support/command_line.h"

using namespace holo;

struct Op {
  const char* name;
  int inputs;
  std::function<Tensor(const Tensor&, const Tensor&)> run;
  Traffic traffic;
};

// A backward reads dy and what its formula needs, and writes a gradient for each input.
const std::vector<Op> ops = {
    {"add", 2, [](const Tensor& a, const Tensor& b) { return a + b; }, {3, 4}},
    {"mul", 2, [](const Tensor& a, const Tensor& b) { return a * b; }, {3, 6}},
    {"relu", 1, [](const Tensor& a, const Tensor&) { return relu(a); }, {2, 3}},
    {"exp", 1, [](const Tensor& a, const Tensor&) { return exp(a); }, {2, 3}},
    {"tanh", 1, [](const Tensor& a, const Tensor&) { return tanh(a); }, {2, 3}},
    {"gelu", 1, [](const Tensor& a, const Tensor&) { return gelu(a); }, {2, 3}},
    {"silu", 1, [](const Tensor& a, const Tensor&) { return silu(a); }, {2, 3}},
};

void bench_op(const Op& op, Index n) {
  const Tensor a = uniform({n}, CounterRandom(1), -2, 2).set_requires_grad();
  const Tensor b = uniform({n}, CounterRandom(2), -2, 2).set_requires_grad();
  std::vector<Tensor> leaves = {a};
  if (op.inputs == 2) leaves.push_back(b);
  memory_rows(fmt::format("{} [{}]", op.name, n), leaves, op.traffic, [&] { return op.run(a, b); });
}

void bench_small_op() {
  const Tensor seed = ones({16, 16});
  Tensor x = full({16, 16}, 1).set_requires_grad(), w = full({16, 16}, 1).set_requires_grad();
  const int chain = is_quick() ? 2 : 100;
  const double time = best_seconds([&] {
    Tensor y = x;
    for (int i = 0; i < chain; ++i) y = y * w;
    y.backward(seed);
    x.zero_grad();
    w.zero_grad();
  });
  // The arithmetic alone: a product forward and two with addition backward.
  const Tensor a = full({16, 16}, 1), b = full({16, 16}, 1);
  std::vector<real> y(256), da(256), db(256);
  const std::vector<real> a_numbers = a.to_vector(), b_numbers = b.to_vector();
  const double arithmetic = best_seconds([&] {
    const real *p = a_numbers.data(), *q = b_numbers.data();
    for (std::size_t i = 0; i < 256; ++i) y[i] = p[i] * q[i];
    for (std::size_t i = 0; i < 256; ++i) da[i] = y[i] * q[i];
    for (std::size_t i = 0; i < 256; ++i) db[i] += y[i] * p[i];
  });
  report({"mul [16,16], forward and backward", time / chain * 1e9, "ns", 1, "its loops alone",
          arithmetic * 1e9});
}

static void program(int, char**) {
  print_bench_heading("Elementwise ops; " + build_info());
  bench_small_op();
  for (const Op& op : ops) bench_op(op, quick_size(4096, 16));
  for (const int n : bench_thread_counts()) {
    set_num_threads(n);
    for (const Op& op : ops) bench_op(op, quick_size(1 << 25, 64));
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
