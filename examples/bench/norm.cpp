// bench/norm.cpp: norms, cross entropy and AdamW beside what they could be: a copy of as many
// bytes. bench_norm [THREADS]. A backward includes the copy of its seed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bench/bench_table.h"
#include "bench/stopwatch.h"
#include "holo/build_info.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/threads.h"

using namespace holo;

// Seconds of one call, the best of many; a short one is called often for each reading of the clock.
double seconds(const std::function<void()>& call) {
  const double once = time_rounds(5, call).best;
  const int inner = static_cast<int>(std::clamp(1e-3 / once, 1.0, 1e5));
  const Times times = time_rounds(once > 1e-3 ? 40 : 60, [&] {
    for (int i = 0; i < inner; ++i) call();
  });
  return times.best / inner;
}

// GB/s of copying n numbers, both ways counted.
double copy_speed(Index n) {
  const NoGrad no_grad;
  const Tensor from = ones({n});
  Tensor to = zeros({n});
  const double time = seconds([&] { to.copy_(from); });
  return 2 * static_cast<double>(n * static_cast<Index>(sizeof(real))) / time * 1e-9;
}

// `arrays`: how many arrays of n numbers a call reads and writes.
void row(const std::string& name, double arrays, Index n, const std::function<void()>& call) {
  const double time = seconds(call);
  const double bytes = arrays * static_cast<double>(n * static_cast<Index>(sizeof(real)));
  report({fmt::format("{} ({:.3g} us)", name, time * 1e6), bytes / time * 1e-9, "GB/s",
          num_threads(), "copy", copy_speed(n), BenchRow::Better::larger});
}

// Forward without a graph, then the backward of a graph that stays.
void forward_and_backward(const std::string& name, Tensor x, const std::vector<Tensor>& others,
                          const std::function<Tensor()>& op) {
  const Index n = x.numel();
  row(name + " forward", 2, n, [&] {
    const NoGrad no_grad;
    op();
  });
  const Tensor y = op(), seed = ones(y.shape());
  const double seed_arrays = 2 * static_cast<double>(y.numel()) / static_cast<double>(n);
  const double dy = y.numel() == n ? 1 : 0;
  row(name + " backward", 2 + dy + seed_arrays, n, [&] {
    x.node().drop_gradient();
    for (const Tensor& other : others) other.node().drop_gradient();
    y.backward(seed, true);
  });
}

void norms(Index rows, Index C, PythonRandom& random) {
  Tensor x = normal({rows, C}, random).set_requires_grad();
  Tensor gain = ones({C}).set_requires_grad(), bias = zeros({C}).set_requires_grad();
  const std::string size = fmt::format(" [{},{}]", rows, C);
  forward_and_backward("layer_norm" + size, x, {gain, bias},
                       [=] { return layer_norm(x, gain, bias); });
  forward_and_backward("rms_norm" + size, x, {gain}, [=] { return rms_norm(x, gain); });
  forward_and_backward("rms_norm, no gain" + size, x, {}, [=] { return rms_norm(x); });
}

void losses(Index rows, Index V, PythonRandom& random) {
  Tensor logits = normal({rows, V}, random).set_requires_grad();
  std::vector<Index> target(static_cast<std::size_t>(rows));
  for (Index& t : target) t = static_cast<Index>(random.randbelow(static_cast<std::uint64_t>(V)));
  const Indices targets({rows}, target);
  forward_and_backward(fmt::format("cross_entropy [{},{}]", rows, V), logits, {},
                       [=] { return cross_entropy(logits, targets); });
}

void optimizers(Index n, Index count) {
  std::vector<Tensor> parameters;
  for (Index i = 0; i < count; ++i) {
    parameters.push_back(ones({n / count}).set_requires_grad());
    parameters.back().backward(ones({n / count}));
  }
  AdamW adamw(parameters, 1e-6);
  row(fmt::format("AdamW, {} parameters in {}", n, count), 7, n, [&] { adamw.step(); });
  row(fmt::format("norm of {} gradients in {}", n, count), 1, n, [&] { grad_norm(parameters); });
}

int main(int argc, char** argv) {
  fmt::print("{}\n", build_info());
  if (argc > 1) set_num_threads(std::atoi(argv[1]));
  PythonRandom random(42);
  print_bench_heading("Norms, losses and optimizers, in bytes read and written");
  for (const auto& [rows, C] : {std::pair<Index, Index>{16, 16},
                                {512, 16},
                                {768, 128},
                                {512, 768},
                                {2048, 384},
                                {8192, 768}}) {
    norms(rows, C, random);
  }
  for (const auto& [rows, V] :
       {std::pair<Index, Index>{16, 27}, {768, 65}, {4096, 512}, {512, 50257}}) {
    losses(rows, V, random);
  }
  optimizers(4192, 8);
  optimizers(10'000'000, 40);
}
