// cuda_graph_test.cpp: calls that are recorded as a CUDA graph: what it keeps, and what CUDA does
// not allow in it.
#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "backend/call_graph.h"
#include "backend/cuda_graph_case.h"
#include "backend/device_array.h"
#include "backend/kept_blocks.h"
#include "backend/pool.h"
#include "backend/scratch.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/dropout.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/replay.h"
#include "on_device.h"

namespace cuda_graph_test {
namespace {

using namespace holo;
using namespace holo::cuda_graph_case;

// Blocks of every size up to 256 KiB, full of one number: who writes to them has lost its own.
class Guards {
 public:
  Guards() {
    for (std::size_t bytes = 1; bytes <= (256U << 10); bytes = pool::rounded(bytes) + 1) {
      for (int i = 0; i < 3; ++i) {
        blocks_.emplace_back(*cuda(), pool::rounded(bytes));
        sizes_.push_back(static_cast<Index>(pool::rounded(bytes) / sizeof(real)));
        cuda()->fill(static_cast<real*>(blocks_.back().data()), 7, sizes_.back());
      }
    }
  }
  bool are_whole() const {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      std::vector<real> numbers(static_cast<std::size_t>(sizes_[i]));
      cuda()->download(numbers.data(), blocks_[i].data(), bytes_of(sizes_[i]));
      if (numbers != std::vector<real>(numbers.size(), 7)) return false;
    }
    return true;
  }

 private:
  std::vector<DeviceMemory> blocks_;
  std::vector<Index> sizes_;
};

}  // namespace

TEST_CASE("cuda graph: what its kernels need between two loops is no memory of others") {
  if (twins::no_cuda()) return;
  const OnDevice on_cuda(Device::cuda);
  PythonRandom random(1);
  GPT model(options(), random);
  Indices batch = tokens(0);
  Tensor loss;
  const auto step = [&](const Indices& x) {
    loss = model.loss(x, x);
    loss.backward();
  };
  Replay replay = capture([&] { step(batch); });
  const Guards guards;
  for (const Index first : {5, 11}) {
    zero_grads(model);
    batch.copy_(tokens(first).values());
    replay.run();
    CHECK(guards.are_whole());
    const auto replayed = numbers(model, loss);
    zero_grads(model);
    const Tensor kept = loss;
    step(tokens(first));
    CHECK((numbers(model, loss) == replayed));
    loss = kept;
  }
  // What the pool gives back to the driver is none of the graph.
  CHECK_THROWS_AS(cuda()->allocate(static_cast<std::size_t>(cuda()->memory_limit().bytes)), Error);
  zero_grads(model);
  replay.run();
  CHECK(loss.item() > 0);
}

TEST_CASE("cuda graph: the counts of Dropouts lie beside what its kernels need") {
  if (twins::no_cuda()) return;
  const OnDevice on_cuda(Device::cuda);
  Dropout eager(0.5, 1), replayed(0.5, 1);
  const Tensor x = ones({20000});  // whose sum is made of parts
  Tensor y;
  Replay step = capture([&] { y = sum(replayed(x)); });
  CHECK(y.item() == sum(eager(x)).item());
  for (int again = 0; again < 2; ++again) {
    step.run();
    CHECK(y.item() == sum(eager(x)).item());
  }
}

TEST_CASE("cuda graph: calls are kept, not done, and done at each launch") {
  if (twins::no_cuda()) return;
  const Number x, sum;
  const std::unique_ptr<CallGraph> graph = cuda()->call_graph();
  cuda()->fill(x.data(), 3, 1);
  cuda()->fill(sum.data(), 0, 1);
  real factor = 2;  // an argument, which is that of the record
  graph->record([&] { graph->device().add_scaled({sum.data(), false}, x.data(), factor, 1); });
  factor = 100;
  CHECK(sum.value() == 0);
  graph->launch();
  cuda()->fill(x.data(), 10, 1);
  graph->launch();
  graph->launch();
  CHECK(sum.value() == 46);
}

TEST_CASE("cuda graph: keeps its calls when others cannot be recorded") {
  if (twins::no_cuda()) return;
  const Number x;
  cuda()->fill(x.data(), 1, 1);
  const std::unique_ptr<CallGraph> graph = cuda()->call_graph();
  graph->record([&] { graph->device().add_scaled({x.data(), false}, x.data(), 1, 1); });
  CHECK_THROWS_AS(graph->record([&] { graph->device().synchronize(); }), Error);
  const Number other;  // where what is gone was
  CHECK(graph->is_current());
  graph->launch();
  CHECK(x.value() == 2);
}

TEST_CASE("cuda graph: bytes() counts what its kernels need between two loops") {
  if (twins::no_cuda()) return;
  const std::unique_ptr<CallGraph> graph = cuda()->call_graph();
  CHECK(graph->bytes() == 0);
  { const DeviceMemory scratch(graph->device(), 1000); }
  { const DeviceMemory same(graph->device(), 900); }
  CHECK(graph->bytes() == pool::rounded(1000));
  const auto bytes_on = [](Device device) {
    const OnDevice on(device);
    const Tensor x = ones({20000});  // whose sum is made of parts on a GPU
    Tensor y;
    return capture([&] { y = sum(x + 1); }).bytes();
  };
  CHECK(bytes_on(Device::cuda) > bytes_on(Device::cpu));
}

TEST_CASE("cuda graph: what a graph cannot do is one error, after which all goes on") {
  if (twins::no_cuda()) return;
  const Number x;
  std::vector<real> host(1 << 20, 1);
  DeviceMemory large(*cuda(), host.size() * sizeof(real));
  const auto refused = [&](auto call, const std::string& why) {
    const std::unique_ptr<CallGraph> graph = cuda()->call_graph();
    std::string message;
    try {
      graph->record([&] { call(graph->device()); });
    } catch (const Error& error) {
      message = error.what();
    }
    CHECK(message == "cuda: " + why);
    cuda()->fill(x.data(), 5, 1);
    CHECK(x.value() == 5);
  };
  const std::string capturing =
      "operation not permitted when stream is capturing; expected a GPU that works";
  refused([](Backend& device) { device.synchronize(); }, capturing);
  refused([&](Backend& device) { device.download(host.data(), x.data(), sizeof(real)); },
          capturing);
  refused(
      [&](Backend& device) {
        device.upload(large.data(), host.data(), host.size() * sizeof(real));
      },
      capturing);
  const std::string expected =
      "expected memory of the graph, which the calls took when they were done before";
  refused(
      [](Backend& device) { const DeviceMemory scratch(device, 100); },
      std::to_string(pool::rounded(100)) + " bytes asked for by a kernel of a graph; " + expected);
  refused([](Backend&) { const DeviceMemory scratch(*cuda(), 100); },
          "100 bytes asked for by a kernel of a graph; " + expected);
}

}  // namespace cuda_graph_test
