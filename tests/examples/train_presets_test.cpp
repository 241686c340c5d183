// train_presets_test.cpp: the presets of train_gpt, number by number.
#include <doctest/doctest.h>

#include "examples/train_flags.h"

namespace train_presets_test {
namespace {

using namespace holo;
using train_flags::settings_for;

}  // namespace

TEST_CASE("train settings: the presets, number by number") {
  const TrainSettings names = settings_for("");
  CHECK(names.model.block_size == 16);
  CHECK(names.model.n_layer == 2);
  CHECK(names.model.n_head == 4);
  CHECK(names.model.n_embd == 64);
  CHECK(names.model.ffn == "swiglu");
  CHECK(names.model.norm == Norm::rms);
  CHECK(names.model.positions == Positions::learned);
  CHECK_FALSE(names.model.bias);
  CHECK_FALSE(names.model.tied);
  CHECK(names.model.norm_gain);
  CHECK(names.model.norm_final);
  CHECK_FALSE(names.model.norm_embedding);
  CHECK(names.model.dropout == 0);
  CHECK_FALSE(names.model.hidden.has_value());
  CHECK(names.batch == 64);
  CHECK(names.steps == 2000);
  CHECK(names.schedule == "cosine");
  CHECK(names.warmup == 100);
  CHECK(names.learning_rate == 3e-3);
  CHECK(names.min_learning_rate == doctest::Approx(3e-4));
  CHECK(names.weight_decay == 0.1);
  CHECK(names.beta1 == 0.9);
  CHECK(names.beta2 == 0.99);
  CHECK(names.clip == 1);
  CHECK(names.seed == 42);
  CHECK(names.data.seed == 42);
  CHECK(names.data.validation == 0.1);
  CHECK(names.data.shuffle);
  CHECK(names.data.form == TextForm::documents);
  CHECK(names.data.tokenizer == "char");
  CHECK(names.eval_every == 500);
  CHECK(names.eval_batches == 100);
  CHECK(names.samples == 20);
  CHECK(names.sample_length == 200);
  CHECK(names.sampling.temperature == 0.8);

  // The settings of microgpt.py.
  const TrainSettings micro = settings_for("--preset microgpt");
  CHECK(micro.model.n_layer == 1);
  CHECK(micro.model.n_embd == 16);
  CHECK(micro.model.n_head == 4);
  CHECK(micro.model.block_size == 16);
  CHECK(micro.model.ffn == "relu");
  CHECK_FALSE(micro.model.norm_gain);
  CHECK(micro.model.norm_embedding);
  CHECK_FALSE(micro.model.norm_final);
  CHECK(micro.batch == 1);
  CHECK(micro.data.batch_size == 1);
  CHECK(micro.steps == 1000);
  CHECK(micro.schedule == "linear");
  CHECK(micro.warmup == 0);
  CHECK(micro.learning_rate == 0.01);
  CHECK(micro.min_learning_rate == 0);
  CHECK(micro.weight_decay == 0);
  CHECK(micro.beta1 == 0.85);
  CHECK(micro.beta2 == 0.99);
  CHECK(micro.clip == 0);
  CHECK(micro.data.validation == 0);
  CHECK_FALSE(micro.data.shuffle);
  CHECK(micro.sampling.temperature == 0.5);

  // Those of nanoGPT for a CPU.
  const TrainSettings nano = settings_for("--preset nano");
  CHECK(nano.model.n_layer == 4);
  CHECK(nano.model.n_head == 4);
  CHECK(nano.model.n_embd == 128);
  CHECK(nano.model.block_size == 64);
  CHECK(nano.model.ffn == "gelu");
  CHECK(nano.model.norm == Norm::layer);
  CHECK(nano.model.tied);
  CHECK_FALSE(nano.model.bias);
  CHECK(nano.batch == 12);
  CHECK(nano.steps == 2000);
  CHECK(nano.warmup == 100);
  CHECK(nano.learning_rate == 1e-3);
  CHECK(nano.min_learning_rate == doctest::Approx(1e-4));
  CHECK(nano.weight_decay == 0.1);
  CHECK(nano.beta2 == 0.99);
  CHECK(nano.clip == 1);
  CHECK(nano.eval_every == 250);
  CHECK(nano.eval_batches == 20);
}

}  // namespace train_presets_test
