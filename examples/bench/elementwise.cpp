// bench/elementwise.cpp: what elementwise ops cost, forward and backward: in the cache in
// nanoseconds an element, out of it in bytes a second beside a plain copy.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "bench/stopwatch.h"
#include "holo/build_info.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/threads.h"

using namespace holo;

// An op of one or two inputs, and how many arrays its forward and its backward read and write.
struct Op {
  const char* name;
  std::function<Tensor(const Tensor&, const Tensor&)> run;
  int forward_arrays, backward_arrays;
};

const std::vector<Op> ops = {
    {"add", [](const Tensor& a, const Tensor& b) { return a + b; }, 3, 4},
    {"mul", [](const Tensor& a, const Tensor& b) { return a * b; }, 3, 6},
    {"relu", [](const Tensor& a, const Tensor&) { return relu(a); }, 2, 3},
    {"exp", [](const Tensor& a, const Tensor&) { return exp(a); }, 2, 3},
    {"tanh", [](const Tensor& a, const Tensor&) { return tanh(a); }, 2, 3},
    {"gelu", [](const Tensor& a, const Tensor&) { return gelu(a); }, 2, 3},
    {"silu", [](const Tensor& a, const Tensor&) { return silu(a); }, 2, 3},
};

// Seconds of one call, the best of many; short ones are called often.
template <class F>
double seconds(Index n, F&& call) {
  call();
  const int repeats = static_cast<int>(std::max<Index>(1, 400'000 / n));
  const Times times = time_rounds(n > 1'000'000 ? 30 : 200, [&] {
    for (int i = 0; i < repeats; ++i) call();
  });
  return times.best / repeats;
}

// A copy as good as one can be: by all threads, each a piece at a time.
double copy_seconds(Index n) {
  const std::vector<real> from(static_cast<std::size_t>(n), 1);
  std::vector<real> to(static_cast<std::size_t>(n));
  const Index piece = std::min<Index>(n, 1 << 16);
  return seconds(n, [&] {
#pragma omp parallel for if (n > 1'000'000)
    for (Index i = 0; i < n; i += piece) {
      const auto bytes = static_cast<std::size_t>(std::min(piece, n - i)) * sizeof(real);
      std::memcpy(to.data() + i, from.data() + i, bytes);
    }
  });
}

struct Cost {
  double forward, backward;  // seconds
};

Cost cost_of(const Op& op, Index n) {
  const Tensor seed = ones({n});
  Tensor a = uniform({n}, CounterRandom(1), -2, 2).set_requires_grad();
  Tensor b = uniform({n}, CounterRandom(2), -2, 2).set_requires_grad();
  Cost cost{};
  {
    const NoGrad no_grad;
    cost.forward = seconds(n, [&] { op.run(a, b); });
  }
  const Tensor y = op.run(a, b);
  const double whole = seconds(n, [&] {
    a.zero_grad();
    b.zero_grad();
    y.backward(seed, true);
  });
  // A backward begins with a copy of its seed, which is no part of the op.
  const double start = seconds(n, [&] {
    a.zero_grad();
    a.backward(seed);
  });
  cost.backward = std::max(whole - start, 0.0);
  return cost;
}

void print_table(int threads) {
  set_num_threads(threads);
  const Index small = 4096, large = 1 << 25;
  const auto n_small = static_cast<double>(small), n_large = static_cast<double>(large);
  const double copy = 2 * n_large * sizeof(real) / copy_seconds(large);
  fmt::print("\n{} thread{}: {} elements in the cache, {} out of it; a copy there: {:.1f} GB/s\n",
             threads, threads == 1 ? "" : "s", small, large, copy * 1e-9);
  fmt::print("{:<6} {:>21} {:>21} {:>26} {:>26}\n", "", "forward, ns/element", "backward",
             "forward, GB/s (of copy)", "backward");
  for (const Op& op : ops) {
    const Cost in_cache = cost_of(op, small), outside = cost_of(op, large);
    const auto speed = [&](int arrays, double time) {
      return arrays * n_large * sizeof(real) / time;
    };
    const double forward = speed(op.forward_arrays, outside.forward);
    const double backward = speed(op.backward_arrays, outside.backward);
    fmt::print("{:<6} {:>21.3f} {:>21.3f} {:>18.1f} ({:>3.0f} %) {:>18.1f} ({:>3.0f} %)\n", op.name,
               in_cache.forward / n_small * 1e9, in_cache.backward / n_small * 1e9, forward * 1e-9,
               100 * forward / copy, backward * 1e-9, 100 * backward / copy);
  }
}

// A small op as a step of training sees it: recorded, computed and reversed.
void print_small_op() {
  const Tensor seed = ones({16, 16});
  Tensor x = full({16, 16}, 1).set_requires_grad(), w = full({16, 16}, 1).set_requires_grad();
  const int chain = 100;
  const Times times = time_rounds(3000, [&] {
    Tensor y = x;
    for (int i = 0; i < chain; ++i) y = y * w;
    y.backward(seed);
    x.zero_grad();
    w.zero_grad();
  });
  fmt::print("\nmul of [16,16], forward and backward: {:.0f} ns best, {:.0f} median\n",
             times.best / chain * 1e9, times.median / chain * 1e9);
}

int main() {
  fmt::print("{}\n", build_info());
  const int threads = num_threads();
  print_small_op();
  print_table(1);
  if (threads > 1) print_table(2);
}
