// tensor_memory_test.cpp: what a step takes it gives back, also when it ends with an exception;
// after the first step the system is asked for nothing; sizes that cannot be are refused with the
// bytes. The pool of blocks below all this: tests/backend/pool_test.cpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "backend/pool.h"
#include "helpers.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/memory.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "tensor/record.h"

namespace tensor_memory_test {
namespace {

using namespace holo;

// Two layers, a softmax of three classes, and what else keeps something for its backward.
struct Model {
  Tensor table = made({11, 8}, 1), w1 = made({8, 16}, 2), w2 = made({16, 3}, 3),
         gain = made({16}, 4);

  static Tensor made(const Shape& shape, std::uint64_t stream) {
    return normal(shape, CounterRandom(1, stream), 0, 0.3).set_requires_grad();
  }
  std::vector<Tensor> parameters() const { return {table, w1, w2, gain}; }

  Tensor loss(Index batch, Index step) const {
    std::vector<Index> words, targets;
    for (Index i = 0; i < batch; ++i) {
      words.push_back((i * 5 + step) % 11);
      targets.push_back((i + step) % 3);
    }
    const Tensor x = embedding(table, Indices({batch}, words));
    Tensor h = rms_norm(matmul(x, w1)) * gain;
    const std::vector<Tensor> halves = chunk(gelu(h), 2, 1);
    h = dropout(cat({halves[1], silu(halves[0])}, 1), 0.1, CounterRandom(2));
    const Tensor logits = matmul(transpose(permute(h, {1, 0}), 0, 1), w2);
    return cross_entropy(reshape(logits, {-1, 3}), Indices({batch}, targets)) + mean(square(h));
  }

  void step(Index batch, Index i) {
    loss(batch, i).backward();
    const NoGrad no_grad;
    for (Tensor p : parameters()) {
      p.add_(p.grad(), real(-0.1));
      p.zero_grad();
    }
  }
};

struct Live {
  std::size_t nodes = memory_stats().live_nodes, bytes = memory_stats().live_bytes;
  bool operator==(const Live& other) const { return nodes == other.nodes && bytes == other.bytes; }
  friend std::ostream& operator<<(std::ostream& out, const Live& live) {
    return out << live.nodes << " nodes, " << live.bytes << " bytes";
  }
};

}  // namespace

TEST_CASE(
    "memory: a step gives back all that it took, and the next ones ask the system for nothing") {
  const Live before;
  {
    Model model;
    const Live start;
    CHECK(start.nodes == before.nodes + 4);
    std::uint64_t system_allocations = 0;
    for (Index i = 0; i < 20; ++i) {
      model.step(1 + i % 7, i);
      CHECK(Live() == start);
      if (i == 6) system_allocations = memory_stats().system_allocations;  // all sizes were there
    }
    CHECK(memory_stats().system_allocations == system_allocations);
    // A graph without a backward, and one that is retained.
    model.loss(5, 0);
    CHECK(Live() == start);
    {
      const Tensor loss = model.loss(5, 0);
      CHECK(Live().nodes > start.nodes + 10);
      loss.backward(true);
      loss.backward(true);
    }
    for (Tensor p : model.parameters()) p.zero_grad();
    CHECK(Live() == start);
    // The root of a freed graph keeps its own number alone.
    const Tensor loss = model.loss(5, 0);
    loss.backward();
    for (Tensor p : model.parameters()) p.zero_grad();
    CHECK(Live().nodes == start.nodes + 1);
    CHECK(Live().bytes == start.bytes + 64);
  }
  CHECK(Live() == before);
}

TEST_CASE("memory: nothing is left after an exception in the middle of a graph") {
  Model model;
  const Live start;
  const std::vector<std::function<void()>> failures = {
      [&] { model.loss(5, 0) + ones({2}) + ones({3}); },  // refused inputs behind a graph
      [&] {
        embedding(model.table, {1, 11});
      },
      [&] {  // the data that a backward needs was changed
        const Tensor loss = model.loss(5, 0);
        {
          const NoGrad no_grad;
          model.w1.add_(ones({8, 16}), 0);
        }
        loss.backward();
      },
      [&] {  // a backward that throws
        const Tensor h = square(model.w1);
        Tensor y = result("throws", h.shape(), {h});
        y.backend().fill(y.node().data, 1, y.numel());
        y = record(std::move(y), saves::nothing,
                   [h](Node&) { throw Error("test", "a failure", "none"); });
        sum(exp(y)).backward();
      },
      [&] {
        broadcast_to(sum(square(model.w1)), {Index{1} << 40, 1 << 10});
      }};  // no room
  for (const std::function<void()>& fail : failures) {
    CHECK_THROWS_AS(fail(), Error);
    for (Tensor p : model.parameters()) p.zero_grad();
    CHECK(Live() == start);
  }
}

TEST_CASE("memory: bytes are counted as the pool gives them; the peak is the most at once") {
  const MemoryStats start = memory_stats();
  reset_peak_memory();
  CHECK(memory_stats().peak_bytes == start.live_bytes);
  const std::size_t size = sizeof(real) * 1024;
  {
    const Tensor a = zeros({1024}), b = zeros({1000}), c = zeros({0});
    CHECK(memory_stats().live_nodes == start.live_nodes + 3);
    CHECK(memory_stats().live_bytes ==
          start.live_bytes + size + pool::rounded(sizeof(real) * 1000) + 64);
  }
  zeros({1024});
  CHECK(memory_stats().live_bytes == start.live_bytes);
  CHECK(memory_stats().peak_bytes ==
        start.live_bytes + size + pool::rounded(sizeof(real) * 1000) + 64);
  {
    const Tensor x = zeros({1024}).set_requires_grad();
    const Tensor y = reshape(x, {32, 32});  // shares
    CHECK(memory_stats().live_bytes == start.live_bytes + size);
    y.backward(ones({32, 32}));
    CHECK(memory_stats().live_bytes == start.live_bytes + 2 * size);  // x and its gradient
  }
  CHECK(memory_stats().live_bytes == start.live_bytes);
  CHECK(memory_stats().live_nodes == start.live_nodes);
  reset_peak_memory();
  CHECK(memory_stats().peak_bytes == start.live_bytes);
}

TEST_CASE("memory: what an activation saw is kept only for a backward that reads it") {
  const Tensor x = ones({64, 32});
  Tensor w = ones({128, 32});
  const std::size_t bytes = 64 * 128 * sizeof(real);
  for (const bool graph : {false, true}) {
    w.set_requires_grad(graph);
    for (const Activation activation :
         {Activation::none, Activation::relu, Activation::tanh, Activation::sigmoid,
          Activation::relu2, Activation::gelu, Activation::gelu_tanh, Activation::silu}) {
      CAPTURE(static_cast<int>(activation));
      const bool from_output = activation == Activation::none || activation == Activation::relu ||
                               activation == Activation::tanh || activation == Activation::sigmoid;
      const std::size_t before = memory_stats().live_bytes;
      reset_peak_memory();
      const Tensor y = linear(x, w, Tensor(), activation);
      CHECK(memory_stats().live_bytes - before == (from_output || !graph ? bytes : 2 * bytes));
      CHECK(memory_stats().peak_bytes == memory_stats().live_bytes);
    }
  }
}

TEST_CASE("memory: release_pooled_memory gives the free blocks back") {
  const OnDevice on_cpu(Device::cpu);  // whose pool it is
  zeros({1 << 16});
  const std::size_t pooled = memory_stats().pooled_bytes;
  {
    const Tensor x = zeros({1 << 16});
    CHECK(memory_stats().pooled_bytes <= pooled - (1 << 16) * sizeof(real));
  }
  CHECK(memory_stats().pooled_bytes == pooled);
  const std::size_t live = memory_stats().live_bytes;
  release_pooled_memory();
  CHECK(memory_stats().pooled_bytes == 0);
  CHECK(memory_stats().live_bytes == live);
  const std::uint64_t before = memory_stats().system_allocations;
  zeros({1 << 16});
  CHECK(memory_stats().system_allocations > before);
}

TEST_CASE("memory: a parameter keeps its numbers, and its gradient, when its optimizer is gone") {
  const Live start;
  {
    Tensor a = full({100}, 3).set_requires_grad(), b = full({7}, 5).set_requires_grad();
    {
      const SGD optimizer({a, b}, 0.1);
      sum(2 * a).backward();
    }
    std::vector<Tensor> others;  // in every block that is free
    for (int i = 0; i < 50; ++i) others.push_back(full({10 * i}, -1));
    CHECK(a.to_vector() == std::vector<real>(100, 3));
    CHECK(b.to_vector() == std::vector<real>(7, 5));
    CHECK(a.grad().to_vector() == std::vector<real>(100, 2));
  }
  CHECK(Live() == start);
}

TEST_CASE("memory: what a thread frees of another one leaves no count below 0") {
  std::vector<Tensor> made;
  std::thread([&] {
    for (const Index n : {1, 1000}) made.push_back(full({n}, 1));
  }).join();
  MemoryStats freed, own;
  std::thread([&] {
    zeros({1});  // this thread has counts of its own
    reset_peak_memory();
    made.clear();
    freed = memory_stats();
    const Tensor x = zeros({1000});
    own = memory_stats();
  }).join();
  CHECK(freed.live_nodes == 0);
  CHECK(freed.live_bytes == 0);
  CHECK(freed.peak_bytes == 0);
  CHECK(own.live_nodes == 1);
  CHECK(own.live_bytes == pool::rounded(1000 * sizeof(real)));
  CHECK(own.peak_bytes == own.live_bytes);
}

TEST_CASE("memory: a size that no machine has is refused up front, with the bytes") {
  const OnDevice scope(Device::cpu);  // a GPU names its own memory
  const Live start;
  const std::uint64_t bytes = (std::uint64_t{1} << 50) * sizeof(real);
  const auto message = [](const std::function<void()>& call) -> std::string {
    try {
      call();
    } catch (const ShapeError& error) {
      return error.what();
    }
    return "no error";
  };
  if (sizeof(std::size_t) == 8) {  // on 32 bits it is refused as the next one is
    const std::string text = message([&] { broadcast_to(tensor(1), {1 << 20, 1 << 30}); });
    CHECK(text.rfind(fmt::format("broadcast_to: [1048576,1073741824] needs {} bytes; expected a "
                                 "block that this machine has; it has ",
                                 bytes),
                     0) == 0);
    CHECK(text.find(" bytes. Try: a smaller batch, block size or model") != std::string::npos);
  }
  const Index most = Index{1} << 62;
  CHECK(message([&] { zeros({most}); }) ==
        fmt::format("full: [4611686018427387904] has 4611686018427387904 elements of {} bytes; "
                    "expected a size in bytes below 2^{}",
                    sizeof(real), 8 * sizeof(std::size_t)));
  CHECK(Live() == start);
}

}  // namespace tensor_memory_test
