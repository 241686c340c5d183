// cuda_graph_precision_test.cpp: the matmul precision of the calls of a CUDA graph: that of each
// run, and one for a whole step.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <vector>

#include "backend/call_graph.h"
#include "backend/cuda/gemm_choice.h"
#include "backend/cuda_graph_case.h"
#include "backend/device_array.h"
#include "error_of.h"
#include "holo/creation.h"
#include "holo/matmul_precision.h"
#include "holo/ops.h"
#include "holo/replay.h"
#include "on_device.h"

namespace cuda_graph_precision_test {
namespace {

using namespace holo;
using namespace holo::cuda_graph_case;

// A test may choose one: the next test has fp32 again.
struct OtherPrecision {
  ~OtherPrecision() { set_matmul_precision(MatmulPrecision::fp32); }
};

}  // namespace

TEST_CASE("cuda graph: another matmul precision is that of the run, and of those that follow") {
  if (twins::no_cuda() || sizeof(real) == sizeof(double)) return;
  const OnDevice on_cuda(Device::cuda);
  const OtherPrecision none;
  PythonRandom random(1);
  GPT model(options(), random);
  const Indices batch = tokens(3);
  Tensor loss;
  const auto step = [&] {
    zero_grads(model);
    loss = model.loss(batch, batch);
    loss.backward();
    return numbers(model, loss);
  };
  Replay replay = capture([&] { loss = model.loss(batch, batch), loss.backward(); });
  const Tensor of_replay = loss;
  std::vector<std::vector<real>> before;
  for (const auto precision : {MatmulPrecision::bf16, MatmulPrecision::fp32}) {
    set_matmul_precision(precision);
    const auto eager = step();
    if (chosen_gemm() == GemmChoice::cublas) CHECK(eager != before);
    before = eager;
    for (int again = 0; again < 3; ++again) {
      zero_grads(model);
      replay.run();
      CHECK(numbers(model, of_replay) == eager);
    }
  }
}

TEST_CASE("cuda graph: a run with another matmul precision makes its calls once") {
  if (twins::no_cuda() || sizeof(real) == sizeof(double)) return;
  const OnDevice on_cuda(Device::cuda);
  const OtherPrecision none;
  const Tensor w = ones({2, 2}).set_requires_grad();
  const auto step = [&] { sum(2 * w).backward(); };
  step();  // so that those of a Replay add
  set_matmul_precision(MatmulPrecision::bf16);
  Replay replay = capture(step);
  for (const auto precision : {MatmulPrecision::bf16, MatmulPrecision::fp32}) {
    set_matmul_precision(precision);
    for (int again = 0; again < 2; ++again) {
      const real before = w.grad().at({0, 0});
      replay.run();
      CHECK(w.grad().at({0, 0}) == before + 2);
    }
  }
}

TEST_CASE("cuda graph: is current in the matmul precision of its record alone") {
  if (twins::no_cuda() || sizeof(real) == sizeof(double)) return;
  const OnDevice on_cuda(Device::cuda);
  const OtherPrecision none;
  const Number x;
  const std::unique_ptr<CallGraph> graph = cuda()->call_graph();
  const auto add_1 = [&] { graph->device().add_scaled({x.data(), false}, x.data(), 1, 1); };
  CHECK(!graph->is_current());
  graph->record(add_1);
  CHECK(graph->is_current());
  set_matmul_precision(MatmulPrecision::tf32);
  CHECK(!graph->is_current());
  cuda()->fill(x.data(), 1, 1);
  graph->record([&] { add_1(), add_1(); });  // in place of the one before
  CHECK(graph->is_current());
  graph->launch();
  CHECK(x.value() == 4);
  set_matmul_precision(MatmulPrecision::fp32);
  CHECK(!graph->is_current());
  graph->record(add_1);
  CHECK(graph->is_current());
}

TEST_CASE("cuda graph: a step that changes the matmul precision is refused") {
  if (twins::no_cuda() || sizeof(real) == sizeof(double)) return;
  for (const Device device : {Device::cuda, Device::cpu}) {
    const OnDevice on_cuda(Device::cuda);
    const Tensor w = ones({4, 4}).to(device).detach().set_requires_grad();
    const std::function<void()> change = [] { set_matmul_precision(MatmulPrecision::tf32); };
    const std::function<void()> back = [] { set_matmul_precision(MatmulPrecision::fp32); };
    Tensor loss;
    const std::function<void()> forward = [&] { loss = sum(matmul(w, w)); };
    const std::function<void()> backward = [&] { loss.backward(); };
    for (const auto& steps :
         std::vector<std::vector<std::function<void()>>>{{change, forward},
                                                         {forward, change},
                                                         {forward, change, forward},
                                                         {change, forward, back},
                                                         {forward, change, backward},
                                                         {forward, change, backward, back}}) {
      const OtherPrecision none;
      check_error<Error>(
          "capture: a step that changes the matmul precision from fp32 to tf32; expected one "
          "precision for all calls of a step. Try: set_matmul_precision() before it",
          [&] {
            capture([&] {
              for (const auto& part : steps) part();
            });
          });
      CHECK(!w.backend().repeats);
    }
  }
}

}  // namespace cuda_graph_precision_test
