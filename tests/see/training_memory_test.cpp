// training_memory_test.cpp: the memory that training is said to need is what it takes, within the
// stated factor; too much is refused.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/memory.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "parallel/shard_sum.h"
#include "see/training_memory.h"

namespace training_memory_test {
namespace {

using namespace holo;

// The most that two steps of training take, from the making of the model on.
double measured(const GPTOptions& options, Index batch, Index shards) {
  reset_peak_memory();
  const std::size_t before = memory_stats().live_bytes;
  PythonRandom random(1);
  GPT model(options, random);
  AdamW optimizer(model.parameters(), 1e-3);
  OneProcess process;
  ShardSum sum(optimizer, process, shards);
  const Shape shape{batch / shards, options.block_size};
  const Indices tokens(shape, std::vector<Index>(static_cast<std::size_t>(shape.numel()), 1));
  for (int step = 0; step < 2; ++step) {
    for (Index round = 0; round < shards; ++round) {
      sum.begin(round);
      sum.backward(model.loss(tokens, tokens), 1);
    }
    optimizer.step();
  }
  return static_cast<double>(memory_stats().peak_bytes - before);
}

void check_near(const GPTOptions& options, Index batch, Index shards = 1) {
  const double said = training_memory(options, batch, shards).peak();
  const double found = measured(options, batch, shards);
  CAPTURE(said);
  CAPTURE(found);
  CHECK(said < training_memory_factor * found);
  CHECK(found < training_memory_factor * said);
}

const GPTOptions small{.vocab_size = 65, .block_size = 32, .n_layer = 3, .n_head = 4, .n_embd = 64};

}  // namespace

TEST_CASE("training memory: within its factor for every feed-forward layer") {
  for (const std::string& name : feed_forward_names()) {
    GPTOptions options = small;
    options.ffn = name;
    for (const Index batch : {1, 4}) {
      CAPTURE(name);
      CAPTURE(batch);
      check_near(options, batch);
    }
  }
}

TEST_CASE("training memory: within its factor for the other options") {
  check_near(microgpt_options(27), 64);
  GPTOptions options = small;
  options.positions = Positions::rotary;
  check_near(options, 16);
  options = small;
  options.norm = Norm::rms, options.norm_gain = false, options.norm_embedding = true;
  options.dropout = 0.2, options.bias = false, options.tied = false, options.hidden = 100;
  check_near(options, 16);
  options = small;
  options.vocab_size = 5000;  // the logits and their gradients are the most of it
  check_near(options, 16);
  options.n_layer = 1;
  check_near(options, 1);
}

TEST_CASE("training memory: shards take that of one of them, and that of the sum") {
  check_near(small, 16, 4);
  check_near(small, 16, 16);
  GPTOptions options = small;
  options.block_size = 4;  // parameters are the most of it
  check_near(options, 2, 2);
}

TEST_CASE("training memory: what does not fit is refused, what is near is warned of") {
  const TrainingMemory need{.parameters = 0x1p30, .activations = 0x1p30};
  CHECK(need.peak() == 0x1p31);
  CHECK(check_training_memory(need, 0x1p32, "physical memory", "less") == "");
  CHECK(check_training_memory(need, 0x1p31, "ulimit -v", "less") ==
        "training needs about 2.0 GiB: 1.0 GiB for parameters, gradients and optimizer, 1.0 GiB "
        "for the activations of a step; there are 2.0 GiB (ulimit -v). If that is too little: "
        "less");
  CHECK(check_training_memory(need, 0x1p31 / 1.49, "ulimit -v", "less") != "");
  const UsageError error = error_of<UsageError>(
      [&] { check_training_memory(need, 0x1p30, "physical memory", "a smaller --batch"); });
  CHECK(error.expected() == "at most 1.0 GiB (physical memory)");
  CHECK(error.hint() == "a smaller --batch");
  GPTOptions absurd = small;
  absurd.n_embd = Index{1} << 28;
  CHECK(training_memory(absurd, Index{1} << 40).peak() > 0x1p60);
  absurd.n_embd = Index{1} << 40;
  CHECK_THROWS_AS(training_memory(absurd, 1), UsageError);
}

}  // namespace training_memory_test
