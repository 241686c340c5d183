// tensor_memory_test.cpp: what a step takes it gives back, also when it ends with an exception;
// after the first step the system is asked for nothing; sizes that cannot be are refused with the
// bytes; and the pool of blocks below all this.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "backend/pool.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/memory.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "tensor/record.h"

namespace tensor_memory_test {
namespace {

using namespace holo;

constexpr std::size_t kilobytes = 1024;

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

// The numbers of a small tensor share a block with what counts its handles.
TEST_CASE("memory: tensors of every size begin at 64 bytes, keep apart, and go back whole") {
  const Live before;
  for (int round = 0; round < 2; ++round) {
    const std::uint64_t system_before = memory_stats().system_allocations;
    std::vector<Tensor> tensors;
    for (Index n = 0; n < 1100; n += n < 20 ? 1 : 27) tensors.push_back(full({n}, real(n)));
    for (Index n : {496, 497, 511, 512, 513, 1024, 1025, 2048})
      tensors.push_back(full({n}, real(n)));
    for (const Tensor& x : tensors) {
      CHECK(reinterpret_cast<std::uintptr_t>(x.data()) % 64 == 0);
      for (const real number : x.to_vector()) REQUIRE(number == real(x.numel()));
    }
    if (round == 1) CHECK(memory_stats().system_allocations == system_before);
  }
  CHECK(Live() == before);
}

TEST_CASE("memory: a step gives back all that it took") {
  const Live before;
  {
    Model model;
    const Live start;
    CHECK(start.nodes == before.nodes + 4);
    for (Index i = 0; i < 20; ++i) {
      model.step(1 + i % 7, i);
      CHECK(Live() == start);
    }
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
  for (int round = 0; round < 3; ++round) {
    // 1. An op that refuses its inputs, behind a graph.
    CHECK_THROWS_AS(model.loss(5, 0) + ones({2}) + ones({3}), Error);
    CHECK(Live() == start);
    // 2. Out of range in the middle of the forward pass.
    CHECK_THROWS_AS(embedding(model.table, {1, 11}), Error);
    CHECK(Live() == start);
    // 3. The data that a backward needs was changed.
    CHECK_THROWS_AS(
        [&] {
          const Tensor loss = model.loss(5, 0);
          {
            const NoGrad no_grad;
            model.w1.add_(ones({8, 16}), 0);
          }
          loss.backward();
        }(),
        Error);
    for (Tensor p : model.parameters()) p.zero_grad();
    CHECK(Live() == start);
    // 4. A backward that throws.
    CHECK_THROWS_AS(
        [&] {
          const Tensor h = square(model.w1);
          Tensor y = result("throws", h.shape(), {h});
          y.backend().fill(y.node().data, 1, y.numel());
          y = record(std::move(y), saves::nothing,
                     [h](Node&) { throw Error("test", "a failure", "none"); });
          sum(exp(y)).backward();
        }(),
        Error);
    CHECK(Live() == start);
    // 5. A freed graph below a new one.
    CHECK_THROWS_AS(
        [&] {
          const Tensor h = square(model.w1);
          sum(h).backward();
          sum(exp(h)).backward();
        }(),
        Error);
    for (Tensor p : model.parameters()) p.zero_grad();
    CHECK(Live() == start);
    // 6. No room for a result.
    CHECK_THROWS_AS(broadcast_to(sum(square(model.w1)), {Index{1} << 40, 1 << 10}), Error);
    CHECK(Live() == start);
  }
}

TEST_CASE("memory: after the first step the system is asked for nothing") {
  Model model;
  model.step(16, 0);
  const std::uint64_t before = memory_stats().system_allocations;
  for (Index i = 1; i < 50; ++i) model.step(16, i);
  CHECK(memory_stats().system_allocations == before);
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

TEST_CASE("memory: a gradient stays in the memory of the optimizer when it is forgotten") {
  Tensor p = full({3}, 1).set_requires_grad();
  SGD optimizer({p}, 0.5);
  sum(p).backward();
  const real* const place = p.grad().data();
  p.zero_grad();
  CHECK(!p.grad().defined());
  sum(3 * p).backward();
  CHECK(p.grad().data() == place);
  optimizer.step();
  CHECK(p.to_vector() == std::vector<real>(3, real(1 - 0.5 * 3)));
}

TEST_CASE("memory: the statistics as a line") {
  MemoryStats stats;
  stats.live_nodes = 12;
  stats.live_bytes = 3 * kilobytes * kilobytes / 2;
  stats.peak_bytes = 9 * kilobytes * kilobytes;
  stats.pooled_bytes = 0;
  stats.system_allocations = 31;
  CHECK(stats.to_string() ==
        "live 12 nodes, 1.5 MiB; peak 9.0 MiB; pooled 0.0 MiB; 31 system allocations");
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
      CHECK(error.shapes().size() == 1);
      return error.what();
    }
    return "no error";
  };
  // On 32 bits such a size is refused as the next one is.
  const Shape huge{1 << 20, 1 << 30};
  const std::string start_of_rest = fmt::format(
      ": [1048576,1073741824] needs {} bytes; expected a block that this machine has; "
      "it has ",
      bytes);
  for (const char* const op : {"full", "uniform", "broadcast_to"}) {
    const std::string text = message([&] {
      if (std::string(op) == "full") zeros(huge);
      if (std::string(op) == "uniform") uniform(huge, CounterRandom(1));
      if (std::string(op) == "broadcast_to") broadcast_to(tensor(1), huge);
    });
    if (sizeof(std::size_t) == 4) {
      CHECK(text.ends_with("elements of 4 bytes; expected a size in bytes below 2^32"));
      continue;
    }
    CHECK(text.rfind(op + start_of_rest, 0) == 0);
    CHECK(text.find(" bytes. Try: a smaller batch, block size or model") != std::string::npos);
  }
  const Index most = Index{1} << 62;
  CHECK(message([&] { zeros({most}); }) ==
        fmt::format("full: [4611686018427387904] has 4611686018427387904 elements of {} bytes; "
                    "expected a size in bytes below 2^{}",
                    sizeof(real), 8 * sizeof(std::size_t)));
  CHECK(Live() == start);
}

TEST_CASE("pool: size classes hold what is asked for, and at most a quarter more") {
  std::size_t before = 0;
  for (std::size_t bytes = 0; bytes < 20000; ++bytes) {
    const std::size_t size = pool::rounded(bytes);
    CHECK_MESSAGE(size >= bytes, bytes);
    CHECK_MESSAGE(size >= before, bytes);
    CHECK_MESSAGE(size % 64 == 0, bytes);
    CHECK_MESSAGE(pool::rounded(size) == size, bytes);
    CHECK_MESSAGE((bytes <= 256 ? size < bytes + 64 || size == 64 : size * 4 <= bytes * 5), bytes);
    before = size;
  }
  for (int bit = 10; bit < (sizeof(std::size_t) == 8 ? 50 : 30); ++bit) {
    const std::size_t power = std::size_t{1} << bit;
    CHECK(pool::rounded(power) == power);
    CHECK(pool::rounded(power + 1) == power + power / 4);
    CHECK(pool::rounded(power - 1) == power);
  }
}

TEST_CASE("pool: blocks are aligned, usable to the end, apart, and used again") {
  const auto at = [](void* block) { return reinterpret_cast<std::uintptr_t>(block); };
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (const std::size_t bytes :
       std::vector<std::size_t>{0, 1, 63, 64, 65, 256, 257, 1000, 4096, 5000, 100000, 5000000}) {
    for (int i = 0; i < 3; ++i) {
      auto* const block = static_cast<unsigned char*>(pool::allocate(bytes));
      CHECK(at(block) % 64 == 0);
      std::fill(block, block + bytes, static_cast<unsigned char>(blocks.size()));
      blocks.emplace_back(block, bytes);
    }
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [block, bytes] = blocks[i];
    if (bytes > 0) CHECK((block[0] == i && block[bytes - 1] == i));
  }
  const std::uint64_t before = memory_stats().system_allocations;
  for (const auto& [block, bytes] : blocks) pool::release(block, bytes);
  // The last one freed of a class is the first one used again, also by another size of the class.
  void* const again = pool::allocate(1020);
  CHECK(again == blocks[7 * 3 + 2].first);
  CHECK(memory_stats().system_allocations == before);
  pool::release(again, 1020);
}

TEST_CASE("pool: a tensor may die in another thread, or after the pool of its own") {
  const Live start;
  Tensor from_thread;
  std::thread([&] {
    const Live inside;
    CHECK(inside.nodes == 0);
    from_thread = ones({1000});
    Tensor here = zeros({1000});
    CHECK(Live().nodes == 2);
  }).join();
  CHECK(from_thread.to_vector() == std::vector<real>(1000, 1));
  Tensor mine = ones({1000});
  std::thread([taken = std::move(mine)]() mutable { taken = Tensor(); }).join();
  from_thread = Tensor();
  CHECK(Live() == start);
}

}  // namespace tensor_memory_test
