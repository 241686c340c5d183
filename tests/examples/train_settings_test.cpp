// train_settings_test.cpp: each flag of train_gpt reaches its setting and no other one; what
// follows from other flags; and what a resumed run takes over or refuses.
#include "gpt/training/train_settings.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "examples/train_flags.h"
#include "files/checkpoint_run.h"
#include "gpt/saved_run.h"
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

}  // namespace train_settings_test
