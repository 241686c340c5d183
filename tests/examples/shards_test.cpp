// shards_test.cpp: a step of training with --shards, against one made by hand of the same shards:
// the same bits, for any number of threads, and for a run that was stopped and resumed.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "examples/tiny_training.h"
#include "gpt/training/train_settings.h"
#include "gpt/training/trainer.h"
#include "holo/creation.h"
#include "holo/threads.h"
#include "text/texts.h"

namespace shards_test {
namespace {

using namespace holo;
using namespace tiny_training;

TrainSettings settings_with(const TinyTraining& tiny, Index shards) {
  TrainSettings s = tiny.settings;
  s.batch = s.data.batch_size = 24;
  s.shards = shards;
  s.steps = 4;
  s.clip = 0.5;
  s.model.dropout = 0.3;
  return s;
}

struct Result {
  std::vector<double> losses;
  Arrays numbers;
  bool operator==(const Result&) const = default;
};

Result trained(const TrainSettings& s) {
  const Dataset data(s.data);
  ShardedTrainer trainer(s, data);
  Result result;
  while (trainer.step() < s.steps) result.losses.push_back(trainer.train_step().loss);
  result.numbers = numbers_of(trainer.model());
  return result;
}

// The same with a plain loop: the gradient of each shard by itself, added to those before.
Result by_hand(const TrainSettings& s) {
  const Dataset data(s.data);
  const std::unique_ptr<GPT> model = first_model(s, data);
  AdamW optimizer(weight_decay_groups(*model, s.weight_decay), s.learning_rate,
                  AdamWOptions{.beta1 = s.beta1, .beta2 = s.beta2});
  Result result;
  for (Index step = 0; step < s.steps; ++step) {
    Index all = 0;
    for (Index shard = 0; shard < s.shards; ++shard) {
      all += data.batch(step, shard, s.shards).target_count;
    }
    CHECK(all == data.batch(step).target_count);
    CHECK(all == data.target_count(step));
    std::vector<std::vector<real>> total;
    double sum = 0;
    for (Index shard = 0; shard < s.shards; ++shard) {
      const TokenBatch batch = data.batch(step, shard, s.shards);
      const double weight = static_cast<double>(batch.target_count) / static_cast<double>(all);
      model->set_dropout_calls(static_cast<std::uint64_t>(step * s.shards + shard));
      optimizer.zero_grad();
      const Tensor loss = model->loss(batch.tokens, batch.targets);
      sum += weight * static_cast<double>(loss.item());
      loss.backward(full(loss.shape(), static_cast<real>(weight)));
      for (std::size_t i = 0; i < optimizer.parameters().size(); ++i) {
        const std::vector<real> g = optimizer.parameters()[i].grad().to_vector();
        if (shard == 0) total.push_back(g);
        for (std::size_t k = 0; shard > 0 && k < g.size(); ++k) total[i][k] += g[k];
      }
    }
    for (std::size_t i = 0; i < total.size(); ++i) {
      optimizer.parameters()[i].grad().copy_(total[i]);
    }
    try_clip_grad_norm(optimizer.parameters(), s.clip);
    optimizer.step();
    result.losses.push_back(sum);
  }
  result.numbers = numbers_of(*model);
  return result;
}

// "mpirun -np 2, or --shards 3 or --shards 6" is three.
std::vector<std::string> alternatives(std::string advice) {
  std::vector<std::string> list;
  for (std::size_t end = 0; end != std::string::npos;) {
    end = advice.find(" or ");
    list.push_back(advice.substr(0, end));
    if (end != std::string::npos) advice.erase(0, end + 4);
  }
  return list;
}

// The number after this text, or `otherwise` where the text is not there.
Index number_after(const std::string& text, const std::string& before, Index otherwise) {
  const std::size_t at = text.find(before);
  return at == std::string::npos ? otherwise : std::stoll(text.substr(at + before.size()));
}

}  // namespace

TEST_CASE("shards: a step is made of them as by hand, bit for bit, with any number of threads") {
  TinyTraining tiny;
  for (const Index shards : {1, 2, 3, 4, 8}) {
    CAPTURE(shards);
    TrainSettings s = settings_with(tiny, shards);
    s.model.tied = shards == 3;
    const Result expected = by_hand(s);
    CHECK(trained(s) == expected);
    const int threads = num_threads();
    set_num_threads(3);
    CHECK(trained(s) == expected);
    set_num_threads(threads);
  }
}

TEST_CASE("shards: one shard is the batch, bit for bit; the trainer for several has them") {
  TinyTraining tiny;
  TrainSettings s = settings_with(tiny, 1);
  const Dataset data(s.data);
  const std::unique_ptr<Trainer> whole = make_trainer(s, data);
  while (whole->step() < s.steps) whole->train_step();
  CHECK(numbers_of(whole->model()) == trained(s).numbers);
  s.shards = 3;
  const std::unique_ptr<Trainer> sharded = make_trainer(s, data);
  while (sharded->step() < s.steps) sharded->train_step();
  CHECK(numbers_of(sharded->model()) == trained(s).numbers);
  CHECK(numbers_of(sharded->model()) != numbers_of(whole->model()));
}

TEST_CASE("shards: the first loss and gradient are those of the whole batch, up to rounding") {
  TinyTraining tiny;
  TrainSettings s = settings_with(tiny, 1);
  s.model.dropout = 0;
  s.clip = 0;
  const Dataset data(s.data);
  Trainer whole(s, data);
  const StepResult expected = whole.train_step();
  const Arrays gradient = gradients_of(whole.model());
  for (const Index shards : {2, 3, 4, 8, 24}) {
    CAPTURE(shards);
    s.shards = shards;
    ShardedTrainer trainer(s, data);
    const StepResult result = trainer.train_step();
    CHECK(result.loss == doctest::Approx(expected.loss).epsilon(1e-6));
    CHECK(result.gradient_norm == doctest::Approx(expected.gradient_norm).epsilon(1e-5));
    CHECK(result.tokens == expected.tokens);
    CHECK(distance(gradients_of(trainer.model()), gradient) < 3e-7);
  }
}

TEST_CASE("shards: stopped and resumed") {
  TinyTraining tiny;
  const TrainSettings s = settings_with(tiny, 4);
  const Result whole = trained(s);
  const Dataset data(s.data);
  const std::string path = tiny.folder.name("part.safetensors");
  {
    ShardedTrainer trainer(s, data);
    trainer.train_step();
    trainer.save(path);
  }
  ShardedTrainer trainer(s, data);
  CHECK(trainer.resume(path, false));
  while (trainer.step() < s.steps) trainer.train_step();
  CHECK(numbers_of(trainer.model()) == whole.numbers);
}

TEST_CASE("shards: numbers that do not divide each other are refused, with those that do") {
  TinyTraining tiny;
  const auto message = [&](Index batch, Index shards, int processes) {
    TrainSettings s = settings_with(tiny, shards);
    s.batch = batch;
    s.processes = processes;
    return texts::message_of([&] { check_together(s); });
  };
  CHECK(message(24, 4, 2).empty());
  CHECK(message(24, 5, 1) ==
        "UsageError: --shards: 5 of --batch 24; expected a divisor of the batch. Try: --shards 4 "
        "or --shards 6");
  CHECK(
      message(24, 100, 1) ==
      "UsageError: --shards: 100 of --batch 24; expected a divisor of the batch. Try: --shards 24");
  CHECK(message(7, 6, 1) ==
        "UsageError: --shards: 6 of --batch 7; expected a divisor of the batch. Try: --shards 1 or "
        "--shards 7");
  CHECK(message(24, 4, 3) ==
        "UsageError: --shards: 4 for 3 processes; expected a multiple of the processes. Try: "
        "mpirun -np 2 or mpirun -np 4, or --shards 3 or --shards 6");
  CHECK(message(12, 12, 5) ==
        "UsageError: --shards: 12 for 5 processes; expected a multiple of the processes. Try: "
        "mpirun -np 4 or mpirun -np 6");
  CHECK(message(24, 5, 5) ==
        "UsageError: --shards: 5 of --batch 24; expected a divisor of the batch. Try: mpirun -np 4 "
        "with --shards 4 or mpirun -np 6 with --shards 6");
  CHECK(message(24, 10, 5) ==
        "UsageError: --shards: 10 of --batch 24; expected a divisor of the batch. Try: mpirun -np "
        "4 with --shards 4 or mpirun -np 6 with --shards 6");
}

TEST_CASE("shards: what is advised is accepted") {
  TinyTraining tiny;
  const auto message = [&](Index batch, Index shards, int processes, const std::string& resume) {
    TrainSettings s = settings_with(tiny, shards);
    s.batch = batch;
    s.processes = processes;
    s.resume = resume;
    return texts::message_of([&] { check_together(s); });
  };
  int refused = 0, advised = 0;
  for (Index batch = 1; batch <= 24; ++batch) {
    for (Index shards = 1; shards <= 25; ++shards) {
      for (const int processes : {1, 2, 3, 5, 8}) {
        for (const std::string resume : {"", "file"}) {
          const std::string said = message(batch, shards, processes, resume);
          if (said.empty()) continue;
          CAPTURE(said);
          ++refused;
          std::size_t at = said.find("Try: ");
          REQUIRE(at != std::string::npos);
          for (const std::string& advice : alternatives(said.substr(at + 5))) {
            CAPTURE(advice);
            CHECK(message(batch, number_after(advice, "--shards ", shards),
                          static_cast<int>(number_after(advice, "mpirun -np ", processes)), resume)
                      .empty());
            ++advised;
          }
        }
      }
    }
  }
  CHECK(refused > 1000);
  CHECK(advised >= refused);
}

}  // namespace shards_test
