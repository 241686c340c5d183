// tensor_same_bits_test.cpp: every op and every gradient is the same bytes for any number of
// threads and from run to run, and so are the weights after a training.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/sanitizers.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/random.h"
#include "holo/threads.h"
#include "registry/registry.h"
#include "registry/run.h"

namespace tensor_same_bits_test {

using namespace holo;
using registry::Entry, registry::Reals, registry::Result, registry::Sample;

namespace {

constexpr int thread_counts[] = {3, 8, 2, 1, 4, 7};

// Each number of threads twice. A sanitizer, which does not look at bits, finds in a few runs what
// it finds in many.
constexpr bool sanitized = HOLO_ADDRESS_SANITIZER || HOLO_THREAD_SANITIZER;
constexpr int runs = sanitized ? 3 : 12, steps = sanitized ? 20 : 100;

// The number of threads as it was before.
struct Threads {
  int before = num_threads();
  ~Threads() { set_num_threads(before); }
};

bool same_bits(const Result& a, const Result& b) {
  if (!holo::same_bits(a.y, b.y) || a.gradients.size() != b.gradients.size()) return false;
  for (std::size_t i = 0; i < a.gradients.size(); ++i) {
    if (!holo::same_bits(a.gradients[i], b.gradients[i])) return false;
  }
  return true;
}

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

TEST_CASE(
    "same bits: every op and every gradient, for 1, 2, 3, 4, 7 and 8 threads, run after run") {
  const OnDevice on_cpu(Device::cpu);
  const Threads threads;
  std::size_t samples = 0;
  for (const Entry& entry : registry::entries()) {
    CAPTURE(entry.name);
    for (const Sample& sample : entry.samples) {
      set_num_threads(1);
      const Result want = registry::run(sample);
      bool same = true;
      for (int i = 0; i < runs; ++i) {
        set_num_threads(thread_counts[static_cast<std::size_t>(i) % std::size(thread_counts)]);
        same = same && same_bits(registry::run(sample), want);
      }
      CHECK_MESSAGE(same, entry.name, " ", sample.form);
      ++samples;
    }
  }
  MESSAGE("same bits: ", registry::entries().size(), " ops, ", samples, " samples, ", runs,
          " runs each");
}

// Sums and products that more threads share, in more pieces than the samples of the registry have.
TEST_CASE("same bits: large tensors, for 1, 2, 3, 4, 7 and 8 threads") {
  struct Large {
    const char* name;
    Shape a, b;
    Tensor (*f)(const Tensor& a, const Tensor& b);
  };
  const auto loss = [](const Tensor& logits, const Tensor& mask) {
    std::vector<Index> target;
    for (Index i = 0; i < logits.size(0); ++i) target.push_back((7 * i + 3) % logits.size(1));
    return cross_entropy(logits, Indices({logits.size(0)}, target), mask.detach());
  };
  const auto rows_and_columns = [](const Tensor& x, const Tensor& w) {
    return sum(x, 0) * w + mean(x) + var(x, 0) + sum(var(x, 1)) + max(x, 0) + sum(min(x, 1));
  };
  const auto softmaxes = [](const Tensor& x, const Tensor& w) {
    return softmax(x, 0) * w + log_softmax(x, 1) + logsumexp(x, 0);
  };
  const auto norms = [](const Tensor& x, const Tensor& gain) {
    return layer_norm(x, gain, gain) + rms_norm(x, gain);
  };
  const auto layer = [](const Tensor& x, const Tensor& w) {
    return linear(x, w, sum(w, 1), Activation::gelu);
  };
  const auto heads = [](const Tensor& q, const Tensor& k) {
    const Index n = k.size(-1) % 3 == 0 ? 3 : 1;
    return attention(q, k, k, {.n_head = 3 * n, .n_kv_head = n, .causal = q.size(1) == k.size(1)});
  };
  const auto rows_of_table = [](const Tensor& table, const Tensor& w) {
    std::vector<Index> index;
    for (Index i = 0; i < 5000; ++i) index.push_back((i * i + i / 3) % table.size(0));
    return embedding(table, Indices({5000}, index)) * w;
  };
  const Large all[] = {
      {"matmul", {300, 200}, {200, 70}, matmul},
      {"matmul", {60, 30, 33}, {60, 33, 29}, matmul},
      {"matmul", {50, 1, 30, 17}, {4, 17, 50}, matmul},
      {"matmul", {900, 300}, {300}, matmul},
      {"linear", {700, 40}, {150, 40}, layer},
      {"linear", {2, 1000}, {150, 1000}, layer},
      {"reductions", {70, 700}, {700}, rows_and_columns},
      {"reductions", {3, 20000}, {20000}, rows_and_columns},
      {"reductions", {9000, 20}, {20}, rows_and_columns},
      {"softmax", {70, 700}, {700}, softmaxes},
      {"softmax", {9000, 20}, {20}, softmaxes},
      {"norms", {600, 40}, {40}, norms},
      {"norms", {2100, 17}, {17}, norms},
      {"norms", {40, 768}, {768}, norms},
      {"cross_entropy", {700, 65}, {700}, loss},
      {"cross_entropy", {9, 50257}, {9}, loss},
      {"cross_entropy", {20000, 3}, {20000}, loss},
      {"attention", {32, 16, 36}, {32, 16, 12}, heads},
      {"attention", {3, 64, 96}, {3, 64, 32}, heads},
      {"attention", {1, 70, 51}, {1, 90, 17}, heads},
      {"attention", {9, 40, 45}, {9, 40, 15}, heads},
      {"embedding", {7, 70}, {70}, rows_of_table},
      {"sum_to", {5, 1, 70, 1}, {5, 130, 70, 3}, mul},
  };
  for (const Large& large : all) {
    CAPTURE(std::string(large.name));
    CAPTURE(large.a.to_string());
    check_same_bits([&] {
      const Tensor a = uniform(large.a, CounterRandom(1), -1, 1).set_requires_grad();
      const Tensor b = uniform(large.b, CounterRandom(2), 0.1, 1).set_requires_grad();
      const Tensor y = large.f(a, b);
      y.backward(uniform(y.shape(), CounterRandom(3), -1, 1));
      Reals numbers = y.to_vector();
      for (const Tensor& leaf : {a, b}) {
        if (!leaf.grad().defined()) continue;
        const Reals gradient = leaf.grad().to_vector();
        numbers.insert(numbers.end(), gradient.begin(), gradient.end());
      }
      return numbers;
    });
  }
  const Tensor x = uniform({100, 27}, CounterRandom(1), -1, 1);  // rows beside a row change nothing
  CHECK(holo::same_bits(slice(softmax(x, 1), 0, 57, 58).to_vector(),
                        softmax(slice(x, 0, 57, 58), 1).to_vector()));
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
    for (const int count : {2, 3, 4, 5, 6, 7, 8, 11}) {
      CAPTURE(count);
      set_num_threads(count);
      CHECK(grad_norm(all) == want);
    }
  }
}

TEST_CASE("same bits: the weights after a training") {
  const OnDevice on_cpu(Device::cpu);
  const Threads threads;
  set_num_threads(1);
  const Reals want = trained_weights();
  CHECK(std::all_of(want.begin(), want.end(), [](real x) { return std::isfinite(x); }));
  for (const int count : thread_counts) {
    CAPTURE(count);
    set_num_threads(count);
    CHECK(holo::same_bits(trained_weights(), want));
  }
}

}  // namespace tensor_same_bits_test
