// bench/ops.cpp: ops alone, forward and backward. Those that wait for memory have the bytes that
// they read and write in a second, beside a copy of as many; small ones, which stay in the cache,
// their time only. Attention and linear layers, at the sizes of the training steps that
// train_step.cpp times, have their floor beside them: their FLOPs at the peak. Then some ops with
// the fast kernel of the CPU and with the plain one. bench_ops [THREADS], else with one and with
// all.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/scratch.h"
#include "bench/bench_table.h"
#include "bench/peak.h"
#include "bench/stopwatch.h"
#include "holo/build_info.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/threads.h"
#include "support/command_line.h"

using namespace holo;

// ---- beside a copy ----

/// From here on an op waits for memory: as many numbers do not stay in a cache.
Index out_of_cache() { return quick_size(1 << 22, 32); }

/// Bytes a second of a copy on a device with memory of its own; reading and writing both count.
double copy_speed_on(Backend& device, Index n) {
  const Scratch from(device, n), to(device, n);
  device.fill(from.data(), 1, n);
  return 2 * static_cast<double>(bytes_of(n)) /
         best_seconds([&] { device.copy(to.data(), from.data(), n); });
}

/// The same on the default device; on the CPU by all threads, a piece at a time.
double copy_speed(Index n) {
  if (Backend& device = backend_of(default_device()); !in_host_memory(device.device)) {
    return copy_speed_on(device, n);
  }
  const std::vector<real> from(static_cast<std::size_t>(n), 1);
  std::vector<real> to(static_cast<std::size_t>(n));
  const Index piece = 1 << 16;
  const double time = best_seconds([&] {
#pragma omp parallel for num_threads(num_threads())
    for (Index i = 0; i < n; i += piece) {
      const auto bytes = static_cast<std::size_t>(std::min(piece, n - i)) * sizeof(real);
      std::memcpy(to.data() + i, from.data() + i, bytes);
    }
  });
  return 2 * static_cast<double>(bytes_of(n)) / time;
}

/// `arrays`: how many arrays of n numbers a call reads and writes.
void memory_row(const std::string& name, double arrays, Index n,
                const std::function<void()>& call) {
  if (n < out_of_cache()) {
    return report({name, best_seconds(call) * 1e6, "us", num_threads()});
  }
  // Copies before and after: what memory gives changes with what else the machine does.
  const double before = copy_speed(n), time = best_seconds(call), after = copy_speed(n);
  report({name, arrays * static_cast<double>(bytes_of(n)) / time * 1e-9, "GB/s", num_threads(),
          "copy", std::max(before, after) * 1e-9, BenchRow::Better::larger});
}

/// How many arrays as large as x an op reads and writes.
struct Traffic {
  double forward, backward;
};

/// The backward of a graph that stays.
std::function<void()> backward_of(std::vector<Tensor> leaves, const Tensor& y) {
  return [leaves = std::move(leaves), y, seed = ones(y.shape())]() mutable {
    for (Tensor& leaf : leaves) leaf.zero_grad();
    y.backward(seed, true);
  };
}

/// The forward of `op` without a graph, then the backward. That begins
/// with a copy of its seed, which is counted.
void memory_rows(const std::string& name, const std::vector<Tensor>& leaves, Traffic traffic,
                 const std::function<Tensor()>& op) {
  const Index n = leaves.front().numel();
  memory_row(name + ", forward", traffic.forward, n, [&] {
    const NoGrad no_grad;
    op();
  });
  const Tensor y = op();
  const double seed_arrays = 2 * static_cast<double>(y.numel()) / static_cast<double>(n);
  memory_row(name + ", backward", traffic.backward + seed_arrays, n, backward_of(leaves, y));
}

// ---- the ops ----

using BinaryOp = std::function<Tensor(const Tensor&, const Tensor&)>;

struct Op {
  const char* name;
  int inputs;
  BinaryOp run;
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

void elementwise(const Op& op, Index n) {
  const Tensor a = uniform({n}, CounterRandom(1), -2, 2).set_requires_grad();
  const Tensor b = uniform({n}, CounterRandom(2), -2, 2).set_requires_grad();
  std::vector<Tensor> leaves = {a};
  if (op.inputs == 2) leaves.push_back(b);
  memory_rows(fmt::format("{} [{}]", op.name, n), leaves, op.traffic, [&] { return op.run(a, b); });
}

void small_op() {
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

void reductions(Index rows_of_x, Index columns) {
  const Shape shape{quick_size(rows_of_x, 4), quick_size(columns, 27)};
  const Tensor x = uniform(shape, CounterRandom(42), -4, 4).set_requires_grad();
  const auto rows = [&](const std::string& name, Traffic traffic, auto op) {
    memory_rows(name + " " + shape.to_string(), {x}, traffic, [&] { return op(x); });
  };
  rows("sum of all", {1, 1}, [](const Tensor& t) { return sum(t); });
  rows("sum of rows", {1, 1}, [](const Tensor& t) { return sum(t, 1); });
  rows("sum of columns", {1, 1}, [](const Tensor& t) { return sum(t, 0); });
  rows("softmax of rows", {2, 3}, [](const Tensor& t) { return softmax(t, 1); });
}

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
  print_bench_heading("Ops beside a copy; " + build_info());
  set_num_threads(thread_counts.back());
  small_op();
  for (const Op& op : ops) elementwise(op, quick_size(4096, 16));
  reductions(512, 27);
  for (const int threads : thread_counts) {
    set_num_threads(threads);
    for (const Op& op : ops) elementwise(op, quick_size(1 << 25, 64));
    reductions(32768, 1024);
  }
  PythonRandom random(42);
  for (const auto& [rows, C] : {std::pair<Index, Index>{16, 16}, {768, 128}, {32768, 768}}) {
    norms(rows, C, random);
  }
  for (const auto& [rows, V] : {std::pair<Index, Index>{16, 27}, {768, 65}, {512, 50257}}) {
    losses(rows, V, random);
  }
  optimizers(4192, 8);
  optimizers(40'000'000, 40);
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
