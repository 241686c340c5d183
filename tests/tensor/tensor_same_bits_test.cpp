// tensor_same_bits_test.cpp: every op and every gradient is the same bytes for any number of
// threads and from run to run, and so are the weights after a training.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/system.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "registry/registry.h"

namespace tensor_same_bits_test {

using namespace holo;
using registry::Entry, registry::Reals, registry::Result, registry::Sample;

namespace {

// Every op is run by a few, a training by more.
constexpr int few_threads[] = {3, 8, 2}, more_threads[] = {2, 3, 4, 7, 8};

// A sanitizer does not look at bits.
constexpr int steps = HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER ? 5 : 60;

// The number of threads as it was before.
struct Threads {
  int before = num_threads();
  ~Threads() { set_num_threads(before); }
};

// One block of attention and one hidden layer, on noise; all weights afterwards.
Reals trained_weights() {
  const Index B = 6, T = 32, C = 32, V = 24;
  std::uint64_t stream = 0;
  const auto parameter = [&](const Shape& shape) {
    return normal(shape, CounterRandom(3, stream++), 0, 0.1).set_requires_grad();
  };
  const Tensor table = parameter({V, C}), place = parameter({T, C});
  const Tensor qkv = parameter({3 * C, C}), out = parameter({C, C});
  const Tensor fc1 = parameter({4 * C, C}), fc1_bias = parameter({4 * C}),
               fc2 = parameter({C, 4 * C});
  const Tensor gain = parameter({C}), bias = parameter({C}), gain2 = parameter({C});
  AdamW optimizer({table, place, qkv, out, fc1, fc1_bias, fc2, gain, bias, gain2}, 3e-3);
  const CounterRandom random(4);
  std::uint64_t drawn = 0;
  for (int step = 0; step < steps; ++step) {
    std::vector<Index> tokens(static_cast<std::size_t>(B * T)), next(tokens.size());
    for (Index& t : tokens)
      t = static_cast<Index>(random.bits(drawn++) % static_cast<std::uint64_t>(V));
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = (3 * tokens[i] + 1) % V;
    Tensor x = embedding(table, Indices({B, T}, tokens)) + place;
    const Tensor attended = self_attention(linear(layer_norm(x, gain, bias), qkv), {4, 0, true, 0});
    x = x + dropout(linear(attended, out), 0.1, CounterRandom(5, static_cast<std::uint64_t>(step)));
    x = x + linear(linear(rms_norm(x, gain2), fc1, fc1_bias, Activation::gelu), fc2);
    const Tensor loss = cross_entropy(matmul(x, transpose(table, 0, 1)), Indices({B, T}, next));
    optimizer.zero_grad();
    loss.backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
  }
  Reals all;
  for (const Tensor& p : optimizer.parameters()) {
    const Reals values = p.to_vector();
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

}  // namespace

TEST_CASE("same bits: every op and every gradient, for 1, 2, 3 and 8 threads") {
  const OnDevice on_cpu(Device::cpu);
  const Threads threads;
  std::size_t samples = 0;
  for (const Entry& entry : registry::entries()) {
    CAPTURE(entry.name);
    for (const Sample& sample : entry.samples) {
      set_num_threads(1);
      const Result want = registry::run(sample);
      bool same = true;
      for (const int count : few_threads) {
        set_num_threads(count);
        same = same && same_bits(registry::run(sample), want);
      }
      CHECK_MESSAGE(same, entry.name, " ", sample.form);
      ++samples;
    }
  }
  MESSAGE("same bits: ", registry::entries().size(), " ops, ", samples, " samples");
}

TEST_CASE("same bits: the norm of a gradient, in double") {
  const Threads threads;
  for (const Index n : {Index{100'003}, Index{1'000'003}}) {
    Tensor x = uniform({n}, CounterRandom(7), -1, 1, Device::cpu).set_requires_grad();
    x.backward(normal({n}, CounterRandom(8), 0, 1, Device::cpu));
    const std::vector<Tensor> all{x};
    set_num_threads(1);
    const double want = grad_norm(all);
    CHECK(want == doctest::Approx(std::sqrt(static_cast<double>(n))).epsilon(0.02));
    for (const int count : more_threads) {
      CAPTURE(count);
      set_num_threads(count);
      CHECK(grad_norm(all) == want);
    }
  }
}

TEST_CASE("same bits: the weights after a training, for 1, 2, 3, 4, 7 and 8 threads") {
  const OnDevice on_cpu(Device::cpu);
  const Threads threads;
  set_num_threads(1);
  const Reals want = trained_weights();
  CHECK(std::all_of(want.begin(), want.end(), [](real x) { return std::isfinite(x); }));
  for (const int count : more_threads) {
    CAPTURE(count);
    set_num_threads(count);
    CHECK(holo::same_bits(trained_weights(), want));
  }
}

}  // namespace tensor_same_bits_test
