// processes_test.cpp: training with several processes. Without MPI there is one, and a program that
// mpirun has started several times is refused, since each would train alone and write to the same
// files. The gradient of a parameter is said to be ready when it is complete, not before, and as
// soon as it is. The gradient of a batch is that of its shards, added in their order, each number
// as by hand, whatever the size of buckets, and for parameters that a shard does not use.
#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/device.h"
#include "holo/ops.h"
#include "parallel/processes.h"
#include "parallel/ready_gradients.h"
#include "parallel/shard_sum.h"
#include "tensor/storage.h"

namespace processes_test {

using namespace holo;

// ---- one process ----

TEST_CASE("processes: one adds its rounds from left to right") {
  const real big = 1e8, small = 1;  // of floats the sum depends on the order
  std::vector<real> numbers(3), sum(4);
  OneProcess one;
  CHECK(one.gather("text") == std::vector<std::string>{"text"});
  const std::vector<std::vector<real>> rounds = {
      {small, big, 5}, {small, small, 6}, {big, small, 7}};
  for (std::size_t round = 0; round < 3; ++round) {
    numbers = rounds[round];
    one.start({.backend = &backend_of(Device::cpu),
               .numbers = numbers.data(),
               .sum = sum.data(),
               .count = 3,
               .number = 0,
               .first = round == 0,
               .last = round == 2});
    one.finish();
  }
  CHECK(numbers == std::vector<real>{(small + small) + big, (big + small) + small, (5 + 6) + 7});
}

TEST_CASE("processes: those of mpirun are refused where one sees itself alone") {
  {
    const EnvironmentSetting open_mpi("OMPI_COMM_WORLD_SIZE", ""), other("PMI_SIZE", "");
    check_launcher("no MPI");
  }
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const EnvironmentSetting open_mpi("OMPI_COMM_WORLD_SIZE", "1"), other("PMI_SIZE", "1");
    check_launcher("no MPI");
    {
      const EnvironmentSetting two(name, "2");
      CHECK_THROWS_AS(check_launcher("no MPI"), UsageError);
    }
    const EnvironmentSetting four(name, "4");
    CHECK_THROWS_WITH_AS(check_launcher("no MPI"),
                         "mpirun: 4 processes, of which a build with no MPI sees one; expected a "
                         "build with the MPI of this mpirun. Try: make MPI=1, with "
                         "MPICXX=mpicxx.openmpi or MPICXX=mpicxx.mpich",
                         UsageError);
  }
}

// ---- gradients that are ready ----

namespace {

// Notes which parameter is ready, and its gradient at that moment.
class Notes final : public ReadyGradients {
 public:
  explicit Notes(const std::vector<Tensor>& parameters)
      : ReadyGradients(parameters), parameters_(parameters) {
    watch();
  }
  std::string order;
  std::vector<std::vector<real>> gradients;

 private:
  void on_ready(std::size_t i) override {
    order += static_cast<char>('a' + i);
    gradients.push_back(parameters_[i].grad().to_vector());
  }
  std::vector<Tensor> parameters_;
};

std::vector<Tensor> parameters(int count) {
  std::vector<Tensor> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(tensor({real(i) + 2, real(i) - 1}).set_requires_grad());
  }
  return all;
}

// What was noted is the gradient at the end.
void check_complete(const Notes& notes, const std::vector<Tensor>& p) {
  REQUIRE(notes.gradients.size() == notes.order.size());
  for (std::size_t i = 0; i < notes.order.size(); ++i) {
    const auto which = static_cast<std::size_t>(notes.order[i] - 'a');
    CHECK(notes.gradients[i] == p[which].grad().to_vector());
  }
}

}  // namespace

TEST_CASE("ready gradients: the last one used is the first one ready") {
  const std::vector<Tensor> p = parameters(3);
  Notes notes(p);
  sum(exp(p[0] * 2) * p[1] + p[2]).backward();
  CHECK(notes.order == "cba");
  check_complete(notes, p);
}

TEST_CASE("ready gradients: one used several times is ready after its first use in the forward") {
  const std::vector<Tensor> p = parameters(3);
  Notes notes(p);
  const Tensor x = p[0] * p[1];  // p[0] also at the end, as a tied weight is
  sum(exp(x * p[2]) * p[0]).backward();
  CHECK(notes.order == "cab");
  check_complete(notes, p);
}

TEST_CASE("ready gradients: one that is both inputs of an op is ready once") {
  const std::vector<Tensor> p = parameters(2);
  Notes notes(p);
  sum(p[0] * p[0] * p[1]).backward();
  CHECK(notes.order == "ba");
  check_complete(notes, p);
}

TEST_CASE("ready gradients: without a gradient, or with a use that nothing depends on: never") {
  const std::vector<Tensor> p = parameters(4);
  Notes notes(p);
  const Tensor unused = exp(p[3]);
  const Tensor constant = p[2].detach();
  sum(p[0] * p[3] + constant).backward();
  CHECK(notes.order == "a");
  CHECK(!p[1].grad().defined());
}

TEST_CASE("ready gradients: each forward pass counts anew, and what is not watched is not told") {
  const std::vector<Tensor> p = parameters(2);
  Notes notes(p);
  const Tensor left = sum(p[0] * p[1]);  // its backward never runs
  notes.watch();
  sum(p[0] * p[1]).backward();
  CHECK(notes.order == "ab");
  notes.stop_watching();
  sum(p[0] * p[1]).backward();
  CHECK(notes.order == "ab");
}

// ---- the sum of the shards ----

namespace {

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

Numbers summed(Index shards, Index most) {
  const Model model;
  SGD optimizer(model.p, 0.1);
  OneProcess process;
  ShardSum sum(optimizer, process, shards, most);
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

// Writes down what it is given, and adds as one process does.
class Witness final : public Processes {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::string> gather(const std::string& text) override { return {text}; }
  void start(const Bucket& b) override {
    heard += std::to_string(b.number) + (b.first ? "f" : "") + (b.last ? "l" : "") + " ";
    one.start(b);
  }
  void finish() override { heard += "| "; }
  [[noreturn]] void stop(int code) override { one.stop(code); }
  std::string heard;

 private:
  OneProcess one;
};

}  // namespace

TEST_CASE("shard sum: left to right, number by number, for any buckets") {
  for (const Index shards : {2, 3, 5}) {
    const Numbers expected = by_hand(shards);
    for (const Index most : {1, 7, 16, 50, 100000}) {
      CAPTURE(shards);
      CAPTURE(most);
      CHECK(summed(shards, most) == expected);
    }
  }
}

TEST_CASE("shard sum: a bucket starts as soon as its gradients are complete") {
  const Model model;
  SGD optimizer(model.p, 0.1);
  Witness witness;
  ShardSum sum(optimizer, witness, 2, 64);  // p[0] and p[1] in bucket 0, p[2] in bucket 1 and more
  for (Index round = 0; round < 2; ++round) {
    sum.begin(round);
    const Tensor early = exp(holo::sum(model.p[0] * 0.5)) + holo::sum(model.p[1]);
    const Tensor late = holo::sum(model.p[2]);  // so its backward comes first
    sum.backward(early + late, 1);
  }
  CHECK(witness.heard == "1f 0f | 1l 0l | ");
}

TEST_CASE("shard sum: a parameter that ends where a bucket ends has no part in the next one") {
  const Model model;
  SGD optimizer(model.p, 0.1);
  Witness witness;
  const Index end =
      model.p[1].node().grad_storage->data - optimizer.gradients().data() + model.p[1].numel();
  ShardSum sum(optimizer, witness, 2, end);  // p[1] is the last one of bucket 0
  for (Index round = 0; round < 2; ++round) {
    sum.begin(round);
    const Tensor early = exp(holo::sum(model.p[0] * 0.5)) + holo::sum(model.p[1]);
    const Tensor late = holo::sum(model.p[2]);
    sum.backward(early + late, 1);
  }
  CHECK(witness.heard == "1f 2f 0f | 1l 2l 0l | ");
  CHECK(summed(2, end) == by_hand(2));
}

TEST_CASE("shard sum: a parameter that nothing uses has a gradient of zeros") {
  for (const Index most : {Index{7}, ShardSum::usual_bucket}) {  // buckets of one, and one of all
    const Model model;
    SGD optimizer(model.p, 0.1);
    OneProcess process;
    ShardSum sum(optimizer, process, 2, most);
    for (Index round = 0; round < 2; ++round) {
      sum.begin(round);
      sum.backward(holo::sum(model.p[round == 0 ? 0 : 2]), 1);
    }
    CHECK(model.gradients() ==
          Numbers{std::vector<real>(37, 1), std::vector<real>(5, 0), std::vector<real>(64, 1)});
  }
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
  Witness witness;
  ShardSum sum(optimizer, witness, 1);
  sum.begin(0);
  sum.backward(model.loss(0), 1);
  other.loss(0).backward();
  CHECK(model.gradients() == other.gradients());
  CHECK(witness.heard.empty());
}

TEST_CASE("shard sum: processes that do not divide the shards are refused") {
  struct Three final : Processes {
    int rank() const override { return 1; }
    int size() const override { return 3; }
    std::vector<std::string> gather(const std::string& text) override { return {text}; }
    void start(const Bucket&) override {}
    void finish() override {}
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

}  // namespace processes_test
