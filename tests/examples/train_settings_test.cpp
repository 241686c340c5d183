// train_settings_test.cpp: each flag of train_gpt reaches its setting and no other one; the
// presets; what follows from other flags; what a resumed run takes over or refuses; and the memory
// that there is.
#include "gpt/training/train_settings.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "base/memory_limit.h"
#include "examples/captured.h"
#include "examples/tiny_training.h"
#include "examples/train_flags.h"
#include "files/checkpoint_run.h"
#include "gpt/saved_run.h"
#include "holo/check.h"
#include "holo/device.h"
#include "on_device.h"
#include "text/texts.h"

namespace train_settings_test {
namespace {

using namespace holo;
using texts::contains;
using train_flags::refusal_of;
using train_flags::settings_for;

// A checkpoint of a run with these flags, of which nothing but its settings is true.
std::string checkpoint(const TemporaryFolder& folder, const std::string& line) {
  const TrainSettings s = settings_for(line);
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

// What a run of one block of 4 channels and 5 tokens has left, its flags with `n_layer` blocks.
holo::SavedRun saved(const char* n_layer) {
  holo::SavedRun run;
  run.model = holo::microgpt_options(5);
  run.model.n_embd = 4;
  run.model.n_head = 2;
  run.settings = {{"preset", "microgpt"}, {"n-embd", "4"}, {"n-head", "2"}, {"n-layer", n_layer}};
  run.tokenizer = "holo byte v1\n";
  return run;
}

template <class SavedRun>
holo::Index resumed_layers(SavedRun saved_run) {
  char words[][14] = {"train_gpt", "--resume=file"};
  char* argv[] = {words[0], words[1], nullptr};
  return holo::read_train_settings(2, argv, saved_run).model.n_layer;
}

constexpr Index vocab_size = 27;

MemoryLimit limit() { return backend_of(default_device()).memory_limit(); }

// Settings whose training needs about `part` of the memory that there is. Nothing is allocated.
TrainSettings needing(double part) {
  TrainSettings s = tiny_training::settings_of("");
  const Index rows = 1'000'000;
  s.batch = rows;
  s.allow_any_memory = true;
  const double per_row = check_memory(s, vocab_size).activations / static_cast<double>(rows);
  s.allow_any_memory = false;
  s.batch = std::llround(part * limit().bytes / per_row);
  return s;
}

// What it says on stderr.
std::string warning_of(const TrainSettings& s) {
  const Captured err(2);
  check_memory(s, vocab_size);
  return err.text();
}

}  // namespace

TEST_CASE("train settings: each flag of the training is its own setting") {
  const TrainSettings s = settings_for(
      "--batch 3 --steps 41 --lr 0.5 --min-lr 0.25 --warmup 7 --weight-decay 0.3 --beta1 "
      "0.6 --beta2 0.7 --clip 0.8 --seed 9 --threads 2 --eval-every 11 --eval-batches 12 "
      "--sample-every 13 --samples 14 --sample-length 15 --temperature 0.9 --top-k 2 "
      "--top-p 0.4 --save-every 16 --stop-after 17 --out out --log log --plot plot "
      "--progress off --save-tokenizer save");
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
    CHECK(settings_for(std::string("--schedule ") + schedule).schedule == schedule);
  }
  // What a checkpoint keeps: how it was trained, and no files to write.
  CHECK(s.values.at("clip") == "0.8");
  CHECK(s.values.at("beta2") == "0.7");
  for (const char* name :
       {"out", "log", "plot", "save-tokenizer", "resume", "threads", "stop-after", "progress"}) {
    CHECK(s.values.count(name) == 0);
  }
}

TEST_CASE("train settings: each flag of the model and of the data is its own setting") {
  const TrainSettings s = settings_for(
      "--n-layer 3 --n-head 2 --n-embd 20 --block-size 9 --ffn relu --hidden 50 --norm "
      "layer --positions rotary --dropout 0.3 --init-std 0.7 --data one two --format text "
      "--tokenizer bpe --vocab-size 300 --validation 0.2");
  CHECK(s.model.n_layer == 3);
  CHECK(s.model.n_head == 2);
  CHECK(s.model.n_embd == 20);
  CHECK(s.model.block_size == 9);
  CHECK(s.data.block_size == 9);
  CHECK(s.model.ffn == "relu");
  CHECK(s.model.hidden == 50);
  CHECK(s.model.norm == Norm::layer);
  CHECK(s.model.positions == Positions::rotary);
  CHECK(s.model.dropout == 0.3);
  CHECK(s.model.init_std == 0.7);
  CHECK(s.data.files == std::vector<std::string>{"one", "two"});
  CHECK(s.data.form == TextForm::running);
  CHECK(s.data.tokenizer == "bpe");
  CHECK(s.data.vocab_size == 300);
  CHECK(s.data.validation == 0.2);
  CHECK(settings_for("--tokenizer-file t").tokenizer_file == "t");
  const auto switches = [](const TrainSettings& t) {
    return std::vector<bool>{t.model.norm_gain, t.model.norm_embedding, t.model.norm_final,
                             t.model.bias,      t.model.tied,           t.data.shuffle};
  };
  const std::vector<std::string> names = {"--norm-gain", "--norm-embedding", "--norm-final",
                                          "--bias",      "--tied",           "--shuffle"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(names[i]);
    std::vector<bool> expected = switches(settings_for(""));
    expected[i] = true;
    CHECK(switches(settings_for(names[i] + " on")) == expected);
    expected[i] = false;
    CHECK(switches(settings_for(names[i] + " off")) == expected);
  }
}

TEST_CASE("train settings: few steps shorten the warm-up, a small rate lowers its end") {
  CHECK(settings_for("--steps 500").warmup == 50);
  CHECK(settings_for("--steps 50000").warmup == 100);
  CHECK(settings_for("--schedule linear").warmup == 0);
  CHECK(settings_for("--lr 1e-4").min_learning_rate == doctest::Approx(1e-5));
  CHECK(settings_for("--lr 1").min_learning_rate == doctest::Approx(3e-4));
  CHECK(contains(refusal_of("--lr 0.01 --min-lr 0.011"),
                 "UsageError: --min-lr: 0.011 above --lr 0.01; expected at most --lr"));
  CHECK(refusal_of("--lr 0.01 --min-lr 0.01") == "");
  CHECK(refusal_of("--lr 0.01 --min-lr 0.1 --schedule constant") == "");
  CHECK(contains(refusal_of("--steps 20 --warmup 21"), "UsageError: --warmup: 21 of 20"));
  CHECK(refusal_of("--steps 20 --warmup 20") == "");
  CHECK(contains(refusal_of("--schedule linear --warmup 1"), "UsageError: --warmup: 1 with"));
  CHECK(contains(refusal_of("--save-every 5"), "UsageError: --save-every: no file to save to"));
  CHECK(contains(refusal_of("--n-embd 65"), "not divisible by --n-head"));
}

TEST_CASE("train settings: a resumed run has the settings of its checkpoint") {
  const TemporaryFolder folder;
  const std::string path = checkpoint(
      folder, "--preset nano --lr 0.125 --clip 0.5 --n-embd 8 --temperature 0.3 --seed 5");
  const TrainSettings s = settings_for("", path);
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
  CHECK(s.saved_tokenizer == CharTokenizer({"ab"}).to_text());
  CHECK(settings_for("--out other", path).out == "other");
}

TEST_CASE("train settings: a resumed run may change what it shows, not what it learns") {
  const TemporaryFolder folder;
  const std::string path = checkpoint(folder, "--n-embd 8");
  const TrainSettings shown =
      settings_for("--eval-every 7 --samples 3 --temperature 0.4 --save-every 9 --threads 2", path);
  CHECK(shown.eval_every == 7);
  CHECK(shown.sampling.temperature == 0.4);
  CHECK(shown.save_every == 9);
  for (const std::string change :
       {"--lr 0.1", "--min-lr 0", "--clip 2", "--beta1 0.5", "--beta2 0.5", "--seed 1", "--batch 2",
        "--steps 1999", "--dropout 0.5", "--warmup 1", "--validation 0", "--weight-decay 0",
        "--init-std 0.01", "--shuffle off", "--format text"}) {
    CAPTURE(change);
    CHECK(contains(refusal_of(change, path),
                   path + ": another run than this one: " + change + " (was "));
    CHECK(contains(refusal_of(change + " --allow-other-data", path), path + ": another run than"));
    CHECK(refusal_of(change + " --allow-config-change", path) == "");
  }
  for (const std::string change :
       {"--n-layer 1", "--n-head 2", "--n-embd 16", "--ffn relu", "--block-size 8", "--hidden 9",
        "--norm layer", "--bias on", "--norm-gain off", "--norm-final off", "--norm-embedding on",
        "--tied on", "--positions rotary"}) {
    CAPTURE(change);
    CHECK(contains(refusal_of(change + " --allow-config-change", path),
                   path + ": another model than this one: " + change + " (was "));
  }
  for (const std::string flag : {"--preset", "--tokenizer", "--vocab-size"}) {
    const std::string value = flag == "--preset"      ? " nano"
                              : flag == "--tokenizer" ? " byte"
                                                      : " 300";
    CHECK(contains(refusal_of(flag + value, path),
                   "UsageError: " + flag + ": together with --resume"));
  }
}

TEST_CASE("train settings: a resumed run may have more steps, without another word") {
  const TemporaryFolder folder;
  const std::string path = checkpoint(folder, "--n-embd 8 --steps 500");
  const TrainSettings more = settings_for("--steps 501", path);
  CHECK(more.steps == 501);
  CHECK(more.values.at("steps") == "501");
  CHECK(more.warmup == 50);  // that of the checkpoint
  CHECK(settings_for("--steps 1000000000", path).steps == 1'000'000'000);
  CHECK(settings_for("--steps 500", path).steps == 500);
  CHECK(contains(refusal_of("--steps 499", path),
                 path + ": another run than this one: --steps 499 (was 500)"));
  CHECK(refusal_of("--steps 499 --allow-config-change", path) == "");
  CHECK(contains(refusal_of("--steps 501 --lr 0.1", path),
                 path + ": another run than this one: --lr 0.1 (was 0.003); expected"));
}

TEST_CASE("train settings: other settings and other data are allowed each by a flag of its own") {
  CHECK(settings_for("--allow-other-data").allow_other_data);
  CHECK_FALSE(settings_for("--allow-other-data").allow_config_change);
  CHECK(settings_for("--allow-config-change").allow_config_change);
  CHECK_FALSE(settings_for("--allow-config-change").allow_other_data);
}

TEST_CASE("train settings: the presets, number by number") {
  // As a checkpoint keeps them: all flags that decide what is learned.
  const char* const same =
      "beta2 0.99 dropout 0 format lines hidden 0 n-head 4 positions learned seed 42 shards 1 "
      "tokenizer char vocab-size 512 sample-every 0 sample-length 200 samples 20 save-every 0 "
      "top-k 0 top-p 1 bias off";
  const std::pair<const char*, const char*> presets[] = {
      {"names",
       "block-size 16 n-layer 2 n-embd 64 ffn swiglu norm rms norm-gain on norm-embedding off "
       "norm-final on tied off init-std 0.02 batch 64 steps 2000 schedule cosine warmup 100 "
       "lr 0.003 min-lr 0.0003 weight-decay 0.1 beta1 0.9 clip 1 validation 0.1 shuffle on "
       "eval-every 500 eval-batches 100 temperature 0.8"},
      {"microgpt",  // the settings of microgpt.py
       "block-size 16 n-layer 1 n-embd 16 ffn relu norm rms norm-gain off norm-embedding on "
       "norm-final off tied off init-std 0.08 batch 1 steps 1000 schedule linear warmup 0 "
       "lr 0.01 min-lr 0 weight-decay 0 beta1 0.85 clip 0 validation 0 shuffle off "
       "eval-every 500 eval-batches 100 temperature 0.5"},
      {"nano",  // those of nanoGPT for a CPU
       "block-size 64 n-layer 4 n-embd 128 ffn gelu norm layer norm-gain on norm-embedding off "
       "norm-final on tied on init-std 0.02 batch 12 steps 2000 schedule cosine warmup 100 "
       "lr 0.001 min-lr 0.0001 weight-decay 0.1 beta1 0.9 clip 1 validation 0.1 shuffle on "
       "eval-every 250 eval-batches 20 temperature 0.8"}};
  for (const auto& entry : presets) {
    const std::string preset = entry.first, own = entry.second;
    CAPTURE(preset);
    std::map<std::string, std::string> values =
        settings_for(std::string("--preset ") + preset).values;
    for (const char* const other : {"preset", "data", "device", "matmul-precision"}) {
      values.erase(other);
    }
    std::istringstream words(std::string(same) + " " + own);
    for (std::string name, value; words >> name >> value;) {
      CAPTURE(name);
      CHECK(values[name] == value);
      values.erase(name);
    }
    CHECK(values.empty());
  }
}

TEST_CASE("resume: the flags of a checkpoint make the model that it has") {
  CHECK(resumed_layers([](const std::string&) { return saved("1"); }) == 1);
  CHECK_THROWS_AS(resumed_layers([](const std::string&) { return saved("2"); }), holo::Error);
  CHECK_THROWS_AS(resumed_layers([](const std::string&) { return saved("1048576"); }), holo::Error);
}

TEST_CASE("train memory: what fits is no matter, what is near is warned of, too much is refused") {
  CHECK(warning_of(needing(0.5)) == "");
  const std::string warning = warning_of(needing(1));
  CHECK(contains(warning, "warning: training needs about "));
  CHECK(contains(warning, limit().source));
  CHECK(contains(warning, "or --allow-any-memory\n"));
  const std::string refusal = texts::message_of([] { check_memory(needing(2), vocab_size); });
  CHECK(contains(refusal, "UsageError: memory: training needs about "));
  CHECK(contains(refusal, "; expected at most "));
  CHECK(contains(refusal, "--n-layer; or --allow-any-memory"));
}

TEST_CASE("train memory: processes of one machine share what it has") {
  TrainSettings s = needing(0.5);
  s.processes_here = 4;
  const std::string refusal = texts::message_of([&] { check_memory(s, vocab_size); });
  CHECK(contains(refusal, "UsageError: memory: training needs about "));
  CHECK(contains(refusal, limit().source + ", for 4 processes"));
}

TEST_CASE("train memory: --allow-any-memory takes what does not fit, without a warning") {
  for (const double part : {1.0, 2.0, 1e3}) {
    TrainSettings s = needing(part);
    s.allow_any_memory = true;
    CHECK(warning_of(s) == "");
    CHECK(check_memory(s, vocab_size).peak() > 0.9 * part * limit().bytes);
  }
}

TEST_CASE("train memory: --allow-any-memory is a flag, and off without it") {
  CHECK(train_flags::settings_for("--allow-any-memory").allow_any_memory);
  CHECK_FALSE(train_flags::settings_for("").allow_any_memory);
  CHECK_FALSE(train_flags::settings_for("--allow-config-change").allow_any_memory);
}

}  // namespace train_settings_test
