// train_settings_test.cpp: each flag of train_gpt reaches its setting and no other one; what a
// preset says; what follows from other flags; and what a resumed run takes over or refuses.
#include "gpt/train_settings.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "files/checkpoint_run.h"
#include "gpt/saved_run.h"
#include "text/texts.h"

namespace {

using namespace holo;
using texts::contains;
using texts::message_of;

TrainSettings read(std::vector<std::string> words) {
  words.insert(words.begin(), "train_gpt");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  return read_train_settings(static_cast<int>(pointers.size()), pointers.data());
}

std::string refusal(const std::vector<std::string>& words) {
  return message_of([&] { read(words); });
}

// A checkpoint of a run with these flags, of which nothing but its settings is true.
std::string checkpoint(const TemporaryFolder& folder, const std::vector<std::string>& words) {
  const TrainSettings s = read(words);
  SavedRun run;
  run.model = s.model;
  run.model.vocab_size = 3;
  run.tokenizer = CharTokenizer({"ab"}).to_text();
  run.settings = s.values;
  run.step = 2;
  SmallRun numbers(make_adamw);
  const std::string path = folder.name("checkpoint");
  save_checkpoint(path, numbers.model, *numbers.optimizer, metadata_of(run));
  return path;
}

}  // namespace

TEST_CASE("train settings: the presets, number by number") {
  const TrainSettings names = read({});
  CHECK(names.model.block_size == 16);
  CHECK(names.model.n_layer == 2);
  CHECK(names.model.n_head == 4);
  CHECK(names.model.n_embd == 64);
  CHECK(names.model.ffn == "swiglu");
  CHECK(names.model.norm == "rms");
  CHECK(names.model.positions == "learned");
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
  const TrainSettings micro = read({"--preset", "microgpt"});
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
  const TrainSettings nano = read({"--preset", "nano"});
  CHECK(nano.model.n_layer == 4);
  CHECK(nano.model.n_head == 4);
  CHECK(nano.model.n_embd == 128);
  CHECK(nano.model.block_size == 64);
  CHECK(nano.model.ffn == "gelu");
  CHECK(nano.model.norm == "layer");
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

TEST_CASE("train settings: each flag of the training is its own setting") {
  const TrainSettings s =
      read({"--batch",        "3",    "--steps",         "41",   "--lr",           "0.5",
            "--min-lr",       "0.25", "--warmup",        "7",    "--weight-decay", "0.3",
            "--beta1",        "0.6",  "--beta2",         "0.7",  "--clip",         "0.8",
            "--seed",         "9",    "--threads",       "2",    "--eval-every",   "11",
            "--eval-batches", "12",   "--sample-every",  "13",   "--samples",      "14",
            "--sample-length", "15",  "--temperature",   "0.9",  "--top-k",        "2",
            "--top-p",        "0.4",  "--save-every",    "16",   "--stop-after",   "17",
            "--out",          "out",  "--log",           "log",  "--plot",         "plot",
            "--progress",     "off",  "--save-tokenizer", "save"});
  CHECK(s.batch == 3);
  CHECK(s.data.batch_size == 3);
  CHECK(s.steps == 41);
  CHECK(s.learning_rate == 0.5);
  CHECK(s.min_learning_rate == 0.25);
  CHECK(s.warmup == 7);
  CHECK(s.weight_decay == 0.3);
  CHECK(s.beta1 == 0.6);
  CHECK(s.beta2 == 0.7);
  CHECK(s.clip == 0.8);
  CHECK(s.seed == 9);
  CHECK(s.data.seed == 9);
  CHECK(s.threads == 2);
  CHECK(s.eval_every == 11);
  CHECK(s.eval_batches == 12);
  CHECK(s.sample_every == 13);
  CHECK(s.samples == 14);
  CHECK(s.sample_length == 15);
  CHECK(s.sampling.temperature == 0.9);
  CHECK(s.sampling.top_k == 2);
  CHECK(s.sampling.top_p == 0.4);
  CHECK(s.save_every == 16);
  CHECK(s.stop_after == 17);
  CHECK(s.out == "out");
  CHECK(s.log == "log");
  CHECK(s.plot == "plot");
  CHECK(s.save_tokenizer == "save");
  CHECK(s.progress == ProgressMode::off);
  for (const char* schedule : {"linear", "constant", "cosine"}) {
    CHECK(read({"--schedule", schedule}).schedule == schedule);
  }
  // What a checkpoint keeps: how it was trained, and no files to write.
  CHECK(s.values.at("clip") == "0.8");
  CHECK(s.values.at("beta2") == "0.7");
  for (const char* name : {"out", "log", "plot", "save-tokenizer", "resume", "config", "threads",
                           "stop-after", "progress"}) {
    CHECK(s.values.count(name) == 0);
  }
}

TEST_CASE("train settings: each flag of the model and of the data is its own setting") {
  const TrainSettings s = read(
      {"--n-layer", "3", "--n-head", "2", "--n-embd", "20", "--block-size", "9", "--ffn", "relu",
       "--hidden", "50", "--norm", "layer", "--positions", "rotary", "--dropout", "0.3",
       "--init-std", "0.7", "--data", "one", "two", "--format", "text", "--tokenizer", "bpe",
       "--vocab-size", "300", "--validation", "0.2"});
  CHECK(s.model.n_layer == 3);
  CHECK(s.model.n_head == 2);
  CHECK(s.model.n_embd == 20);
  CHECK(s.model.block_size == 9);
  CHECK(s.data.block_size == 9);
  CHECK(s.model.ffn == "relu");
  CHECK(s.model.hidden == 50);
  CHECK(s.model.norm == "layer");
  CHECK(s.model.positions == "rotary");
  CHECK(s.model.dropout == 0.3);
  CHECK(s.model.init_std == 0.7);
  CHECK(s.data.files == std::vector<std::string>{"one", "two"});
  CHECK(s.data.form == TextForm::running);
  CHECK(s.data.tokenizer == "bpe");
  CHECK(s.data.vocab_size == 300);
  CHECK(s.data.validation == 0.2);
  CHECK(read({"--tokenizer-file", "t"}).tokenizer_file == "t");
  const auto switches = [](const TrainSettings& t) {
    return std::vector<bool>{t.model.norm_gain, t.model.norm_embedding, t.model.norm_final,
                             t.model.bias,      t.model.tied,           t.data.shuffle};
  };
  const std::vector<const char*> names = {"--norm-gain", "--norm-embedding", "--norm-final",
                                          "--bias",      "--tied",           "--shuffle"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(names[i]);
    std::vector<bool> expected = switches(read({}));
    expected[i] = true;
    CHECK(switches(read({names[i], "on"})) == expected);
    expected[i] = false;
    CHECK(switches(read({names[i], "off"})) == expected);
  }
}

TEST_CASE("train settings: few steps shorten the warm-up, a small rate lowers its end") {
  CHECK(read({"--steps", "500"}).warmup == 50);
  CHECK(read({"--steps", "50000"}).warmup == 100);
  CHECK(read({"--schedule", "linear"}).warmup == 0);
  CHECK(read({"--lr", "1e-4"}).min_learning_rate == doctest::Approx(1e-5));
  CHECK(read({"--lr", "1"}).min_learning_rate == doctest::Approx(3e-4));
  CHECK(contains(refusal({"--lr", "0.01", "--min-lr", "0.011"}),
                 "UsageError: --min-lr: 0.011 above --lr 0.01; expected at most --lr"));
  CHECK(refusal({"--lr", "0.01", "--min-lr", "0.01"}) == "");
  CHECK(refusal({"--lr", "0.01", "--min-lr", "0.1", "--schedule", "constant"}) == "");
  CHECK(contains(refusal({"--steps", "20", "--warmup", "21"}), "UsageError: --warmup: 21 of 20"));
  CHECK(refusal({"--steps", "20", "--warmup", "20"}) == "");
  CHECK(contains(refusal({"--schedule", "linear", "--warmup", "1"}), "UsageError: --warmup: 1 with"));
  CHECK(contains(refusal({"--save-every", "5"}), "UsageError: --save-every: no file to save to"));
  CHECK(contains(refusal({"--n-embd", "65"}), "not divisible by n_head"));
}

TEST_CASE("train settings: a resumed run has the settings of its checkpoint") {
  const TemporaryFolder folder;
  const std::string path =
      checkpoint(folder, {"--preset", "nano", "--lr", "0.125", "--clip", "0.5", "--n-embd", "8",
                          "--temperature", "0.3", "--seed", "5"});
  const TrainSettings s = read({"--resume", path});
  CHECK(s.learning_rate == 0.125);
  CHECK(s.clip == 0.5);
  CHECK(s.model.n_embd == 8);
  CHECK(s.model.n_head == 4);
  CHECK(s.model.block_size == 64);  // of the preset
  CHECK(s.batch == 12);
  CHECK(s.seed == 5);
  CHECK(s.data.seed == 5);
  CHECK(s.sampling.temperature == 0.3);
  CHECK(s.resume == path);
  CHECK(s.out == path);
  CHECK(s.resumed_tokenizer == CharTokenizer({"ab"}).to_text());
  CHECK(read({"--resume", path, "--out", "other"}).out == "other");
}

TEST_CASE("train settings: a resumed run may change what it shows, not what it learns") {
  const TemporaryFolder folder;
  const std::string path = checkpoint(folder, {"--n-embd", "8"});
  const TrainSettings shown = read({"--resume", path, "--eval-every", "7", "--samples", "3",
                                    "--temperature", "0.4", "--save-every", "9", "--threads", "2"});
  CHECK(shown.eval_every == 7);
  CHECK(shown.sampling.temperature == 0.4);
  CHECK(shown.save_every == 9);
  const std::map<std::string, std::string> learned = {
      {"--lr", "0.1"},        {"--min-lr", "0"},     {"--clip", "2"},       {"--beta1", "0.5"},
      {"--beta2", "0.5"},     {"--seed", "1"},       {"--batch", "2"},      {"--steps", "3000"},
      {"--dropout", "0.5"},   {"--warmup", "1"},     {"--validation", "0"}, {"--weight-decay", "0"},
      {"--init-std", "0.01"}, {"--shuffle", "off"},  {"--format", "text"}};
  for (const auto& [flag, value] : learned) {
    CAPTURE(flag);
    CHECK(contains(refusal({"--resume", path, flag, value}),
                   path + ": another run than this one: " + flag + " " + value + " (was "));
    CHECK(refusal({"--resume", path, flag, value, "--allow-config-change"}) == "");
  }
  const std::map<std::string, std::string> models = {
      {"--n-layer", "1"},    {"--n-head", "2"},      {"--n-embd", "16"},       {"--ffn", "relu"},
      {"--block-size", "8"}, {"--hidden", "9"},      {"--norm", "layer"},      {"--bias", "on"},
      {"--norm-gain", "off"}, {"--norm-final", "off"}, {"--norm-embedding", "on"}, {"--tied", "on"},
      {"--positions", "rotary"}};
  for (const auto& [flag, value] : models) {
    CAPTURE(flag);
    CHECK(contains(refusal({"--resume", path, flag, value, "--allow-config-change"}),
                   path + ": another model than this one: " + flag + " " + value + " (was "));
  }
  for (const auto& [flag, value] : std::map<std::string, std::string>{
           {"--preset", "nano"}, {"--tokenizer", "byte"}, {"--vocab-size", "300"}}) {
    CHECK(contains(refusal({"--resume", path, flag, value}),
                   "UsageError: " + flag + ": together with --resume"));
  }
}
