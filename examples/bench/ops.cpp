// bench/ops.cpp: some ops, forward and backward, with the fast kernel of the device and with the
// plain one. bench_ops [THREADS], else with one.
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "bench/bench_table.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/threads.h"
#include "holo/version.h"
#include "support/command_line.h"

using namespace holo;

using BinaryOp = std::function<Tensor(const Tensor&, const Tensor&)>;

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
  const double fast = seconds_on(default_device(), rows, C, op);
  const double plain = seconds_on(Device::plain, rows, C, op);
  report({fmt::format("{} [{},{}]", name, rows, C), fast * 1e6, "us", num_threads(),
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
  set_num_threads(argc > 1 ? std::atoi(argv[1]) : bench_thread_counts().front());
  ops_beside_plain();
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
