// shard_sum_test.cpp: the gradient of a batch is the sum of its shards' gradients, added in their
// order, each number as by hand; also for parameters that a shard does not use.
#include "parallel/shard_sum.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "tensor/storage.h"

namespace shard_sum_test {
namespace {

using namespace holo;

using Numbers = std::vector<std::vector<real>>;

// Three parameters of awkward sizes, of which the first is used twice.
struct Model {
  std::vector<Tensor> p;
  Model() {
    PythonRandom random(3);
    for (const Index n : {37, 5, 64}) {
      std::vector<real> numbers(static_cast<std::size_t>(n));
      for (real& x : numbers) x = static_cast<real>(random.gauss(0, 1));
      Tensor x(zeros({n}));
      x.copy_(numbers);
      p.push_back(x.set_requires_grad());
    }
  }
  // Of shard s.
  Tensor loss(Index s) const {
    const real x = real(1) / real(s + 3);
    return sum(exp(p[0] * x)) * sum(p[1] * x) + sum(tanh(p[2] + x)) * sum(p[0]);
  }
  Numbers gradients() const {
    Numbers all;
    for (const Tensor& one : p) all.push_back(one.grad().to_vector());
    return all;
  }
};

double weight_of(Index s) { return 1.0 / static_cast<double>(s + 2); }

Numbers by_hand(Index shards) {
  const Model model;
  Numbers total;
  for (Index s = 0; s < shards; ++s) {
    for (Tensor one : model.p) one.zero_grad();
    const Tensor loss = model.loss(s);
    loss.backward(full(loss.shape(), static_cast<real>(weight_of(s))));
    const Numbers g = model.gradients();
    if (s == 0) total = g;
    for (std::size_t i = 0; s > 0 && i < g.size(); ++i) {
      for (std::size_t k = 0; k < g[i].size(); ++k) total[i][k] += g[i][k];
    }
  }
  return total;
}

Numbers summed(Index shards) {
  const Model model;
  SGD optimizer(model.p, 0.1);
  OneProcess process;
  ShardSum sum(optimizer, process, shards);
  REQUIRE(sum.rounds() == shards);
  Numbers first;
  for (int step = 0; step < 2; ++step) {  // the second begins with nothing of the first
    for (Index round = 0; round < sum.rounds(); ++round) {
      CHECK(sum.shard(round) == round);
      sum.begin(round);
      sum.backward(model.loss(round), weight_of(round));
    }
    if (step == 0) first = model.gradients();
  }
  CHECK(model.gradients() == first);
  return first;
}

}  // namespace

TEST_CASE("shard sum: left to right, number by number") {
  for (const Index shards : {2, 3, 5}) {
    CAPTURE(shards);
    CHECK(summed(shards) == by_hand(shards));
  }
}

TEST_CASE("shard sum: a parameter that nothing uses has a gradient of zeros") {
  const Model model;
  SGD optimizer(model.p, 0.1);
  OneProcess process;
  ShardSum sum(optimizer, process, 2);
  for (Index round = 0; round < 2; ++round) {
    sum.begin(round);
    sum.backward(holo::sum(model.p[round == 0 ? 0 : 2]), 1);
  }
  CHECK(model.gradients() ==
        Numbers{std::vector<real>(37, 1), std::vector<real>(5, 0), std::vector<real>(64, 1)});
}

TEST_CASE("shard sum: a step that is given up leaves nothing in the next one") {
  const Model model, other;
  SGD optimizer(model.p, 0.1), other_optimizer(other.p, 0.1);
  OneProcess process;
  ShardSum sum(optimizer, process, 2), other_sum(other_optimizer, process, 2);
  sum.begin(0);
  sum.backward(model.loss(1), 1);
  sum.begin(1);
  model.loss(0);  // and something throws
  for (Index round = 0; round < 2; ++round) {
    sum.begin(round);
    sum.backward(model.loss(round), weight_of(round));
    other_sum.begin(round);
    other_sum.backward(other.loss(round), weight_of(round));
  }
  CHECK(model.gradients() == other.gradients());
}

TEST_CASE("shard sum: one shard is backward as ever") {
  const Model model, other;
  SGD optimizer(model.p, 0.1);
  OneProcess process;
  ShardSum sum(optimizer, process, 1);
  sum.begin(0);
  sum.backward(model.loss(0), 1);
  other.loss(0).backward();
  CHECK(model.gradients() == other.gradients());
}

TEST_CASE("shard sum: processes that do not divide the shards are refused") {
  struct Three final : Processes {
    int rank() const override { return 1; }
    int size() const override { return 3; }
    std::vector<std::string> gather(const std::string& text) override { return {text}; }
    void add(const Round&) override {}
    [[noreturn]] void stop(int code) override { std::exit(code); }
  } three;
  const Model model;
  SGD optimizer(model.p, 0.1);
  CHECK_THROWS_WITH_AS(ShardSum(optimizer, three, 4),
                       "--shards: 4 for 3 processes; expected a multiple of the processes. Try: "
                       "--shards 3",
                       UsageError);
  if (!in_host_memory(optimizer.gradients().device())) {
    CHECK_THROWS_AS(ShardSum(optimizer, three, 6), UsageError);
    return;
  }
  ShardSum sum(optimizer, three, 6);
  CHECK(sum.rounds() == 2);
  CHECK(sum.shard(0) == 1);
  CHECK(sum.shard(1) == 4);
}

}  // namespace shard_sum_test
