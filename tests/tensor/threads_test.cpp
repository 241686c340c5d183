// threads_test.cpp: several threads read one tensor or one model, copy handles and drop them.
#include <doctest/doctest.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "holo/sampling.h"
#include "holo/threads.h"
#include "tensor/storage.h"

namespace threads_test {
namespace {

using namespace holo;

constexpr int thread_count = 4;

// task(0), ... each in a thread of its own, all at the same time.
void in_threads(const std::function<void(int)>& task) {
  std::vector<std::thread> threads;
  std::atomic<int> ready = 0;
  for (int i = 0; i < thread_count; ++i) {
    threads.emplace_back([&task, &ready, i] {
      set_num_threads(1);
      ++ready;
      while (ready < thread_count) std::this_thread::yield();
      task(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("threads: handles on one tensor are counted by all of them") {
  const Tensor w = ones({2, 3}).set_requires_grad();
  in_threads([&w](int) {
    for (int i = 0; i < 40'000; ++i) {
      const std::vector<Tensor> copies(20, w);
      const Tensor shared = w.detach();  // its numbers have a count of their own
      const Tensor graph = reshape(w, {3, 2});
    }
  });
  CHECK(w.node().references.count() == 1);
  CHECK(w.node().storage->references.count() == 1);
}

// docs/debugging.md, "After a fork". With threads the child would wait for those of its parent.
TEST_CASE("threads: a child of fork computes the same bits after set_num_threads(1)") {
  const OnDevice on_cpu(Device::cpu);
  const Tensor x = normal({256, 256}, CounterRandom(1));
  const auto product = [&x] { return matmul(x, x).to_vector(); };
  const int before = num_threads();
  set_num_threads(2);
  const std::vector<real> bits = product();  // the runtime has its threads
  ChildProcess child([&] {
    ::alarm(20);
    set_num_threads(1);
    return product() == bits ? 0 : 1;
  });
  CHECK(child.wait() == 0);
  set_num_threads(before);
}

TEST_CASE("threads: the last handle on a tensor may be dropped by any of them") {
  for (int round = 0; round < 200; ++round) {
    Tensor w = full({16}, real(round));
    std::vector<Tensor> handles(thread_count, w);
    w = Tensor();
    in_threads([&](int i) {
      Tensor mine = std::move(handles[static_cast<std::size_t>(i)]);
      if (mine.at({i}) != real(round)) FAIL("the numbers have changed");
    });
  }
}

TEST_CASE("threads: one model computes the same in all of them, under NoGrad") {
  PythonRandom random(1);
  GPT model({.vocab_size = 7,
             .block_size = 8,
             .n_layer = 2,
             .n_head = 2,
             .n_embd = 8,
             .positions = Positions::rotary,
             .dropout = 0.5},
            random);  // in training: generate() evaluates it nevertheless
  const auto text_of = [&model](int seed) {
    PythonRandom choice(static_cast<std::uint64_t>(seed));
    return generate(model, {0}, 6, std::nullopt, {}, choice);
  };
  std::vector<std::vector<Index>> alone, together(thread_count);
  for (int i = 0; i < thread_count; ++i) alone.push_back(text_of(i));

  in_threads([&](int i) {
    for (int round = 0; round < 20; ++round) together[static_cast<std::size_t>(i)] = text_of(i);
  });
  CHECK(together == alone);
  CHECK(model.training());
  for (const Tensor& parameter : model.parameters()) {
    CHECK(parameter.node().references.count() == 2);  // the model's handle, and this one
  }
}

}  // namespace threads_test
