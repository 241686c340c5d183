// bench/ops.cpp: some ops with the fast kernel of the CPU and with the plain one. Then attention
// and linear layers at the sizes of the training steps that train_step.cpp times, with their floor:
// their FLOPs at the peak. bench_ops [THREADS], else with one and with all.
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench_table.h"
#include "bench/peak.h"
#include "bench/stopwatch.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/threads.h"
#include "holo/version.h"
#include "support/command_line.h"

using namespace holo;

using BinaryOp = std::function<Tensor(const Tensor&, const Tensor&)>;

/// The backward of a graph that stays.
std::function<void()> backward_of(std::vector<Tensor> leaves, const Tensor& y) {
  return [leaves = std::move(leaves), y, seed = ones(y.shape())]() mutable {
    for (Tensor& leaf : leaves) leaf.zero_grad();
    y.backward(seed, true);
  };
}

// ---- beside what a core can multiply ----

double peak = 0;  // GFLOP/s of a core, or of the device

void floor_row(const std::string& name, double flop, const std::function<void()>& call) {
  report_beside_floor(name, best_seconds(call), flop, num_threads(), peak, 1e-6, "us");
}

// Forward as in training, which keeps what the backward needs; then the backward, with the copy of
// its seed. `flop`: operations of the forward; the backward has `factor` times as many.
void forward_and_backward(const std::string& name, const std::vector<Tensor>& leaves, double flop,
                          double factor, const std::function<Tensor()>& op) {
  floor_row(name + ", forward", flop, [&] { op(); });
  floor_row(name + ", backward", factor * flop, backward_of(leaves, op()));
}

// Counted: two products forward and five backward, of the keys that a query sees.
void bench_attention(const char* name, Index B, Index T, Index H, Index D, PythonRandom& random) {
  B = quick_size(B, 2), T = quick_size(T, 8), D = quick_size(D, 4);
  Tensor qkv = normal({B, T, 3 * H * D}, random).set_requires_grad();
  const double pairs = static_cast<double>(B * H) * static_cast<double>(T * (T + 1) / 2);
  forward_and_backward(fmt::format("{} attention B {} T {} H {} D {}", name, B, T, H, D), {qkv},
                       4 * pairs * static_cast<double>(D), 2.5,
                       [=] { return self_attention(qkv, {H}); });
}

void bench_linear(const char* name, Index rows, Index in, Index out, Activation activation,
                  PythonRandom& random) {
  Tensor x = normal({rows, in}, random).set_requires_grad();
  Tensor weight = normal({out, in}, random, 0, 0.1).set_requires_grad();
  Tensor bias = normal({out}, random).set_requires_grad();
  const char* const then = activation == Activation::none   ? ""
                           : activation == Activation::relu ? " relu"
                                                            : " gelu";
  forward_and_backward(fmt::format("{} linear [{},{}] to {}{}", name, rows, in, out, then),
                       {x, weight, bias}, 2 * static_cast<double>(rows * in * out), 2,
                       [=] { return linear(x, weight, bias, activation); });
}

void bench_layers(const char* name, Index rows, Index C, Index vocab, Activation activation,
                  PythonRandom& random) {
  rows = quick_size(rows, 8), C = quick_size(C, 8), vocab = quick_size(vocab, 27);
  bench_linear(name, rows, C, 3 * C, Activation::none, random);
  bench_linear(name, rows, C, C, Activation::none, random);
  bench_linear(name, rows, C, 4 * C, activation, random);
  bench_linear(name, rows, 4 * C, C, Activation::none, random);
  bench_linear(name, rows, C, vocab, Activation::none, random);
}

void attention_and_layers() {
  PythonRandom random(42);
  bench_attention("a", 1, 16, 4, 4, random);
  bench_attention("a32", 32, 16, 4, 4, random);
  bench_attention("b", 12, 64, 4, 32, random);
  bench_attention("c", 8, 256, 6, 64, random);
  bench_layers("a", 16, 16, 27, Activation::relu, random);
  bench_layers("a32", 512, 16, 27, Activation::relu, random);
  bench_layers("b", 768, 128, 65, Activation::gelu, random);
  bench_layers("c", 2048, 384, 65, Activation::gelu, random);
  if (in_host_memory(default_device())) return;  // it would take a core minutes
  bench_attention("gpt2", 4, 1024, 12, 64, random);
  bench_layers("gpt2", 4096, 768, 50304, Activation::gelu, random);
}

// ---- beside the plain kernel ----

// Seconds of a forward and a backward of op(x, w) on a device, x [rows, C], w [C, C].
double seconds_on(Device device, Index rows, Index C, const BinaryOp& op) {
  PythonRandom random(42);
  Tensor x = normal({rows, C}, random, 0, 1, device).set_requires_grad();
  Tensor w = normal({C, C}, random, 0, 0.1, device).set_requires_grad();
  const Tensor seed = ones({rows, C}, device);
  return best_seconds([&] {
    x.zero_grad();
    w.zero_grad();
    op(x, w).backward(seed);
  });
}

void beside_plain(const std::string& name, const BinaryOp& op) {
  const Index rows = quick_size(256, 8), C = quick_size(256, 8);
  const double cpu = seconds_on(Device::cpu, rows, C, op);
  const double plain = seconds_on(Device::plain, rows, C, op);
  report({fmt::format("{} [{},{}]", name, rows, C), cpu * 1e6, "us", num_threads(),
          "plain, 1 thread", plain * 1e6});
}

void ops_beside_plain() {
  print_bench_heading("The fast kernel and the plain one, both ways; " + build_info());
  beside_plain("x * x", [](const Tensor& x, const Tensor&) { return x * x; });
  beside_plain("tanh", [](const Tensor& x, const Tensor&) { return tanh(x); });
  beside_plain("softmax", [](const Tensor& x, const Tensor&) { return softmax(x, -1); });
  beside_plain("layer_norm", [](const Tensor& x, const Tensor&) { return layer_norm(x); });
  beside_plain("linear", [](const Tensor& x, const Tensor& w) { return linear(x, w); });
  beside_plain("self-attention, 4 heads", [](const Tensor& x, const Tensor&) {
    const Tensor sequence = reshape(x, {1, x.size(0), x.size(1)});
    return reshape(attention(sequence, sequence, sequence, {.n_head = 4, .causal = true}),
                   x.shape());
  });
}

static void program(int argc, char** argv) {
  const int asked = argc > 1 ? std::atoi(argv[1]) : 0;
  const std::vector<int> thread_counts = asked > 0 ? std::vector{asked} : bench_thread_counts();
  if (default_device() == Device::cpu) {
    set_num_threads(thread_counts.front());
    ops_beside_plain();
  }
  print_bench_heading("Attention and linear layers; " + build_info());
  for (const MatmulPrecision precision : bench_precisions()) {
    if (precision == MatmulPrecision::bf16) continue;  // that of bench_matmul says enough
    if (precision != MatmulPrecision::fp32) set_matmul_precision(precision);
    peak = peak_of_default_device();
    for (const int threads : thread_counts) {
      set_num_threads(threads);
      attention_and_layers();
    }
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
