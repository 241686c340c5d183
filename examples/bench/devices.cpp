// bench/devices.cpp: times the same op with the plain kernel and with the fast one of the CPU,
// forward and backward. bench_devices [THREADS]
#include <cstdlib>
#include <functional>

#include "bench/bench_table.h"
#include "bench/stopwatch.h"
#include "holo/build_info.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "holo/ops.h"
#include "holo/threads.h"
#include "support/command_line.h"

using namespace holo;

using Op = std::function<Tensor(const Tensor& x, const Tensor& w)>;

// Seconds of a forward and a backward of op(x, w) on a device, x [rows, C], w [C, C].
double seconds_on(Device device, Index rows, Index C, const Op& op) {
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

void row(const std::string& name, const Op& op) {
  const Index rows = quick_size(256, 8), C = quick_size(256, 8);
  const double cpu = seconds_on(Device::cpu, rows, C, op);
  const double plain = seconds_on(Device::plain, rows, C, op);
  report({fmt::format("{} [{},{}]", name, rows, C), cpu * 1e6, "us", num_threads(),
          "plain, 1 thread", plain * 1e6});
}

static void program(int argc, char** argv) {
  if (argc > 1) set_num_threads(std::atoi(argv[1]));
  set_default_device(Device::cpu);
  print_bench_heading("The fast kernel and the plain one, both ways; " + build_info());
  row("x * x", [](const Tensor& x, const Tensor&) { return x * x; });
  row("tanh", [](const Tensor& x, const Tensor&) { return tanh(x); });
  row("softmax", [](const Tensor& x, const Tensor&) { return softmax(x, -1); });
  row("layer_norm", [](const Tensor& x, const Tensor&) { return layer_norm(x); });
  row("linear", [](const Tensor& x, const Tensor& w) { return linear(x, w); });
  row("self-attention, 4 heads", [](const Tensor& x, const Tensor&) {
    const Tensor sequence = reshape(x, {1, x.size(0), x.size(1)});
    return reshape(attention(sequence, sequence, sequence, {.n_head = 4, .causal = true}),
                   x.shape());
  });
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
