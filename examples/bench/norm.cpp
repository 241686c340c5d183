// bench/norm.cpp: norms, cross entropy and AdamW. bench_norm [THREADS]
#include <cstdlib>
#include <utility>

#include "bench/beside_copy.h"
#include "holo/build_info.h"
#include "holo/optim.h"
#include "support/command_line.h"

using namespace holo;

void norms(Index rows, Index C, PythonRandom& random) {
  rows = quick_size(rows, 4), C = quick_size(C, 16);
  const Tensor x = normal({rows, C}, random).set_requires_grad();
  const Tensor gain = ones({C}).set_requires_grad(), bias = zeros({C}).set_requires_grad();
  const std::string size = fmt::format(" [{},{}]", rows, C);
  memory_rows("layer_norm" + size, {x, gain, bias}, {2, 3},
              [=] { return layer_norm(x, gain, bias); });
  memory_rows("rms_norm" + size, {x, gain}, {2, 3}, [=] { return rms_norm(x, gain); });
  memory_rows("rms_norm, no gain" + size, {x}, {2, 3}, [=] { return rms_norm(x); });
}

void losses(Index rows, Index V, PythonRandom& random) {
  rows = quick_size(rows, 4), V = quick_size(V, 27);
  const Tensor logits = normal({rows, V}, random).set_requires_grad();
  std::vector<Index> target(static_cast<std::size_t>(rows));
  for (Index& t : target) t = static_cast<Index>(random.randbelow(static_cast<std::uint64_t>(V)));
  const Indices targets({rows}, target);
  memory_rows(fmt::format("cross_entropy [{},{}]", rows, V), {logits}, {1, 2},
              [=] { return cross_entropy(logits, targets); });
}

// AdamW reads the parameter, its gradient and both moments, and writes all but the gradient.
void optimizers(Index n, Index count) {
  n = quick_size(n, 64), count = quick_size(count, 2);
  std::vector<Tensor> parameters;
  for (Index i = 0; i < count; ++i) {
    parameters.push_back(ones({n / count}).set_requires_grad());
    parameters.back().backward(ones({n / count}));
  }
  AdamW adamw(parameters, 1e-6);
  memory_row(fmt::format("AdamW, {} parameters in {}", n, count), 7, n, [&] { adamw.step(); });
  memory_row(fmt::format("norm of {} gradients in {}", n, count), 1, n,
             [&] { grad_norm(parameters); });
}

static void program(int argc, char** argv) {
  if (argc > 1) set_num_threads(std::atoi(argv[1]));
  PythonRandom random(42);
  print_bench_heading("Norms, losses and optimizers; " + build_info());
  for (const auto& [rows, C] : {std::pair<Index, Index>{16, 16}, {768, 128}, {32768, 768}}) {
    norms(rows, C, random);
  }
  for (const auto& [rows, V] : {std::pair<Index, Index>{16, 27}, {768, 65}, {512, 50257}}) {
    losses(rows, V, random);
  }
  optimizers(4192, 8);
  optimizers(40'000'000, 40);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
