// train_run_test.cpp: the loop of a training does what is due, and when: rows of the log,
// validation losses, samples, checkpoints; where it ends, what was learned is kept. A run that
// begins with the weights of a file: its model is that of the file, also where no flag says it; its
// step, its optimizer and its rate have no past.
#include "gpt/training/train_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "examples/captured.h"
#include "examples/tiny_pretrained.h"
#include "examples/tiny_training.h"
#include "gpt/saved_run.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "gpt/training/train_settings.h"
#include "holo/checkpoint.h"
#include "holo/data.h"
#include "support/command_line.h"
#include "text/texts.h"

namespace train_run_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;
using texts::message_of;

// A run with everything it needs; `printed` has its output.
struct TinyRun {
  explicit TinyRun(const TrainSettings& s, const std::string& resume = "")
      : settings(s), data(s.data), trainer(settings, data) {
    if (!resume.empty()) trainer.resume(resume);
    log.emplace(settings.log, trainer.step());
    run.emplace(settings, data, trainer, *log);
  }
  End train() {
    const Captured out(1);
    const End end = run->train();
    printed = out.text();
    return end;
  }
  std::string samples(Index count) {
    const Captured out(1);
    run->print_samples(count);
    return out.text();
  }

  TrainSettings settings;
  Dataset data;
  Trainer trainer;
  std::optional<TrainingLog> log;
  std::optional<TrainRun> run;
  std::string printed;
};

// Steps of a log with a validation loss.
std::vector<Index> validated(const TrainingLog& log) {
  std::vector<Index> steps;
  for (const LogRow& row : log.rows()) {
    if (!std::isnan(row.validation_loss)) steps.push_back(row.step);
  }
  return steps;
}

SavedRun saved(const std::string& path) {
  return saved_run_of(CheckpointFile(path).metadata(), path);
}
Index saved_step(const std::string& path) { return saved(path).step; }

// Notes after each step which one is on the disk; 0: none.
struct Watched : TrainRun {
  using TrainRun::TrainRun;
  int after_step(const StepResult& result, double seconds, const Interrupt& interrupt) override {
    const int signal = TrainRun::after_step(result, seconds, interrupt);
    saved_steps.push_back(std::filesystem::exists(out) ? saved_step(out) : 0);
    return signal;
  }
  std::string out;
  std::vector<Index> saved_steps;
};

}  // namespace

TEST_CASE("train run: a row for each step, validation where it is due and at the end") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.eval_every = 3;
  s.learning_rate = 0.03;
  TinyRun run(s);
  const Dataset data = tiny.data();
  Trainer alone(s, data);
  CHECK(run.train() == End::finished);
  const std::vector<LogRow>& rows = run.log->rows();
  REQUIRE(rows.size() == 8);
  for (Index step = 1; step <= 8; ++step) {
    const StepResult result = alone.train_step();
    const LogRow& row = rows[static_cast<std::size_t>(step - 1)];
    CHECK(row.step == step);
    CHECK(row.loss == result.loss);
    CHECK(row.learning_rate == result.learning_rate);
    CHECK(row.gradient_norm == result.gradient_norm);
    CHECK(row.tokens_per_second > 0);
    if (std::isnan(row.validation_loss)) continue;
    CHECK(row.validation_loss == alone.validation_loss());
    CHECK(contains(run.printed,
                   fmt::format("step {}: validation loss {:.4f}\n", step, row.validation_loss)));
  }
  CHECK(validated(*run.log) == std::vector<Index>{3, 6, 8});
  CHECK(count(run.printed, "validation loss") == 3);
  CHECK(contains(run.printed, "8 steps in "));

  s.eval_every = 0;
  TinyRun at_the_end(s);
  at_the_end.train();
  CHECK(validated(*at_the_end.log) == std::vector<Index>{8});
  s.data.validation = 0;
  TinyRun without(s);
  without.train();
  CHECK(validated(*without.log).empty());
  CHECK_FALSE(contains(without.printed, "validation"));
}

TEST_CASE("train run: samples are numbered texts, those of the training part with a mark") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.steps = 60;
  s.sampling.temperature = 0.5;
  TinyRun run(s);
  run.train();
  const std::string printed = run.samples(20);
  std::string expected;
  int known = 0;
  for (Index i = 0; i < 20; ++i) {
    const std::string text = run.trainer.sample(i);
    known += run.data.is_in_training(text);
    expected +=
        fmt::format("sample {:2}: {}{}\n", i + 1, text, run.data.is_in_training(text) ? " *" : "");
  }
  REQUIRE(known > 0);
  REQUIRE(known < 20);
  CHECK(printed == expected + "(* is in the training data; the others are new)\n");

  s.data.files = {tiny.folder.write("controls", std::string(200, '\x1B'))};
  s.data.form = TextForm::running;
  s.steps = 8;
  const std::string texts = TinyRun(s).samples(9);
  CHECK(count(texts, "---- sample ") == 9);
  CHECK(contains(texts, "\\x1B"));
  CHECK_FALSE(contains(texts, "\x1B"));
}

TEST_CASE("train run: the lowest validation loss is told at the end, when it was long before") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  // What is learned from one part is wrong in the other.
  s.data.files = {tiny.folder.write("parts", std::string(60, 'a') + std::string(20, 'b'))};
  s.data.form = TextForm::running;
  s.eval_every = 2;
  s.steps = 9;
  TinyRun run(s);
  run.train();
  const std::vector<LogRow>& rows = run.log->rows();
  REQUIRE(rows[3].validation_loss > 1.02 * rows[1].validation_loss);
  REQUIRE(rows[8].validation_loss > 1.02 * rows[1].validation_loss);
  const std::string told =
      fmt::format("it was lowest at step 2, {:.4f}: ", rows[1].validation_loss);
  CHECK(contains(run.printed, told));
  CHECK(count(run.printed, "it was lowest") == 1);
  CHECK(run.printed.find(told) > run.printed.find("step 9: "));
}

TEST_CASE("train run: --stop-after counts the steps of this call, up to the last one") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.out = tiny.folder.name("run");
  s.stop_after = 3;
  TinyRun first(s);
  CHECK(first.train() == End::stopped);
  CHECK(first.trainer.step() == 3);
  CHECK(saved_step(s.out) == 3);
  CHECK(validated(*first.log).empty());
  CHECK(contains(first.printed, "3 steps in "));
  TinyRun second(s, s.out);
  CHECK(second.train() == End::stopped);
  CHECK(second.trainer.step() == 6);
  CHECK(second.log->rows().front().step == 4);
  CHECK(contains(second.printed, "3 steps in "));
  TinyRun third(s, s.out);
  CHECK(third.train() == End::finished);
  CHECK(saved_step(s.out) == 8);
  CHECK(contains(third.printed, "2 steps in "));
}

TEST_CASE("train run: a checkpoint every --save-every steps, and one at the end") {
  const std::pair<Index, std::vector<Index>> rows[] = {
      {0, {0, 0, 0, 0, 0, 0, 0, 0}}, {1, {1, 2, 3, 4, 5, 6, 7, 8}}, {3, {0, 0, 3, 3, 3, 6, 6, 6}}};
  for (const auto& [save_every, saved_steps] : rows) {
    TinyTraining tiny;
    tiny.settings.save_every = save_every;
    tiny.settings.out = tiny.folder.name("run");
    TinyRun made(tiny.settings);
    Watched run(made.settings, made.data, made.trainer, *made.log);
    run.out = tiny.settings.out;
    const Captured out(1);
    run.train();
    CHECK(run.saved_steps == saved_steps);
    CHECK(saved_step(run.out) == 8);
  }
}

TEST_CASE("train run: the last step is saved once, and nothing without --out") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.out = tiny.folder.name("run");
  s.save_every = 4;
  TinyRun run(s);
  run.train();
  CHECK(saved_step(s.out) == 8);
  const auto mark = std::filesystem::last_write_time(s.out) - std::chrono::hours(1);
  std::filesystem::last_write_time(s.out, mark);
  CHECK(run.train() == End::finished);  // no step more: no write more
  CHECK(std::filesystem::last_write_time(s.out) == mark);
  s.out = "";
  s.save_every = 0;
  const std::size_t files = tiny.folder.count();
  TinyRun kept_nowhere(s);
  CHECK(kept_nowhere.train() == End::finished);
  CHECK(tiny.folder.count() == files);
}

}  // namespace train_run_test

namespace init_from_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;
using texts::message_of;
using train_flags::refusal_of;
using train_flags::settings_for;
using train_flags::word;

// Weights alone, as import_gpt writes them.
std::string weights_of(const GPT& model, const Tokenizer* tokenizer,
                       const TemporaryFolder& folder) {
  SavedRun run;
  run.model = model.options;
  if (tokenizer) run.tokenizer = tokenizer->to_text();
  const std::string path = folder.name("weights.safetensors");
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& one : model.named_parameters())
    tensors.push_back({one.name, one.tensor});
  save_safetensors(path, tensors, metadata_of(run));
  return path;
}

// Of eleven tokens, a to j and BOS.
CharTokenizer letters() { return CharTokenizer({"abcdefghij"}); }

std::string options_of(const GPTOptions& options) {
  std::string text;
  for (const auto& [name, value] : gpt_options_to_text(options)) text += name + " " + value + "\n";
  return text;
}

}  // namespace

TEST_CASE(
    "init from: the model is that of the file, whatever the preset, and flags may repeat it") {
  const TemporaryFolder folder;
  const CharTokenizer tokenizer = letters();
  GPTOptions other = layout_models::tiny();
  other.ffn = "relu2";
  other.norm_gain = other.bias = false;
  other.norm_embedding = true;
  other.norm_final = false;
  for (const GPTOptions& options : {layout_models::llama(), layout_models::tiny(), other}) {
    const auto model = layout_models::model_of(options);
    const std::string path = weights_of(*model, &tokenizer, folder);
    for (const char* preset : {"", " --preset microgpt", " --preset nano"}) {
      const TrainSettings s =
          settings_for("--init-from " + word(path) + preset + " --dropout 0.25");
      CHECK(options_of(s.model) == options_of(options));
      CHECK(s.model.dropout == 0.25);
      CHECK(s.saved_tokenizer == tokenizer.to_text());
      CHECK(s.init_from == path);
      CHECK(s.out.empty());
      CHECK(s.values.count("init-from") == 0);
      CHECK(s.values.at("n-embd") == "8");
    }
    CHECK(refusal_of("--init-from " + word(path) + " --n-layer 2 --n-embd 8") == "");
  }
}

TEST_CASE(
    "init from: flags of another model are listed, and what does not go together is refused") {
  const TemporaryFolder folder;
  const CharTokenizer tokenizer = letters();
  const auto rotary = layout_models::model_of(layout_models::llama());
  const std::string path = weights_of(*rotary, &tokenizer, folder),
                    from = "--init-from " + word(path);
  CHECK(refusal_of(from + " --n-layer 3 --ffn reglu --tied on") ==
        path +
            ": another model than this one: --ffn reglu (it has swiglu), --n-layer 3 (it has 2), "
            "--tied on (it has off); expected the model of that file. Try: without these flags, "
            "or without --init-from");
  CHECK(settings_for(from + " --block-size 3").model.block_size == 3);  // rotary positions
  CHECK(contains(refusal_of(from + " --resume " + word(path)),
                 "--init-from: together with --resume"));
  CHECK(contains(refusal_of(from + " --tokenizer char"),
                 "--tokenizer: together with --init-from; "
                 "expected that of " +
                     path));
  CHECK(
      contains(refusal_of(from + " --vocab-size 300"), "--vocab-size: together with --init-from"));
  CHECK(contains(refusal_of(from + " --init-std 0.1"), "--init-std: together with --init-from"));
  CHECK(contains(refusal_of(from + " --tokenizer-file x"), "--tokenizer-file: together with"));

  const auto learned = layout_models::model_of(layout_models::tiny());
  weights_of(*learned, nullptr, folder);
  CHECK(contains(refusal_of(from + " --tokenizer-file x --block-size 3"),
                 "another model than this one: --block-size 3 (it has 5)"));
  CHECK(refusal_of(from) ==
        "UsageError: " + path +
            ": no tokenizer in it; expected a tokenizer. Try: --tokenizer-file FILE");
  CHECK(refusal_of(from + " --tokenizer-file x") == "");

  SavedRun theirs;
  theirs.model = rotary->options;
  save_safetensors(path, exported_tensors(*rotary), exported_metadata(theirs));
  CHECK(contains(refusal_of(from), "is written for other programs, in the layout pytorch"));
  CHECK(contains(refusal_of(from), "import_gpt --layout pytorch --from " + shell_word(path)));
  const std::string spaced = folder.name("two words.safetensors");
  std::filesystem::copy(path, spaced);
  CHECK(contains(refusal_of("--init-from " + word(spaced)), " --from '" + spaced + "'"));
  CHECK(contains(refusal_of("--init-from " + word(folder.name("missing"))), "missing: "));
}

TEST_CASE("init from: the first step is that of a fresh run with these weights") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.weight_decay = 0;
  const Dataset data = tiny.data();
  const std::string path = tiny.folder.name("run.safetensors");
  Trainer before(s, data);
  for (int i = 0; i < 5; ++i) before.train_step();
  before.save(path);

  Trainer fresh(s, data), begun(s, data);
  copy_parameters(before.model(), fresh.model());
  begun.begin_with(path);
  CHECK(begun.step() == 0);
  CHECK(distance(numbers_of(begun.model()), numbers_of(before.model())) == 0);
  for (int i = 0; i < 3; ++i) {
    const StepResult a = fresh.train_step(), b = begun.train_step();
    CHECK(a.step == b.step);
    CHECK(a.loss == b.loss);
    CHECK(a.learning_rate == b.learning_rate);
  }
  CHECK(distance(numbers_of(begun.model()), numbers_of(fresh.model())) == 0);

  TrainSettings wider = s;
  wider.model.n_embd = 16;
  Trainer other(wider, data);
  const Arrays numbers = numbers_of(other.model());
  CHECK(contains(message_of([&] { other.begin_with(path); }), "run.safetensors"));
  CHECK(distance(numbers_of(other.model()), numbers) == 0);
}

TEST_CASE("init from: a tokenizer of another size is refused before the model is made") {
  const TemporaryFolder folder;
  const auto model = layout_models::model_of(layout_models::llama());
  const std::string path = weights_of(*model, nullptr, folder);
  const std::string file = folder.name("tokenizer");
  save_tokenizer(file, CharTokenizer({"abc"}));
  const TrainSettings s =
      settings_for("--init-from " + word(path) + " --tokenizer-file " + word(file));
  CHECK(message_of([&] { const TrainStart start(s); }) ==
        file +
            ": a tokenizer of 4 tokens and a model of 11; expected as many. Try: another "
            "--tokenizer-file");
}

TEST_CASE(
    "init from: a model and a tokenizer of others are trained, saved and resumed as they are") {
  const TemporaryFolder folder;
  GPTOptions options = layout_models::llama();
  options.vocab_size = 264;
  const auto model = layout_models::model_of(options);
  const std::string json = tiny_pretrained::Members().text();
  const std::string text = folder.write("text", "hello\nhe said hello\n\n");
  const auto flags = " --data " + word(text) + " --validation 0 --steps 4 --batch 2 --threads 1";
  const auto tokenizer = stored_tokenizer(json, "it", holo::TextMarks{.bos = 260, .stops = {260}});
  const std::string path = weights_of(*model, tokenizer.get(), folder);
  const std::string out = folder.name("trained.safetensors");
  {
    const TrainStart start(settings_for("--init-from " + word(path) + flags));
    CHECK(start.dataset.tokenizer().vocab_size() == 261);
    CHECK(distance(numbers_of(start.trainer->model()), numbers_of(*model)) == 0);
    CHECK(start.trainer->train_step().tokens > 2);
    CHECK_NOTHROW(start.trainer->sample(0));
    start.trainer->save(out);
  }
  const TrainStart start(settings_for("--data " + word(text), out));
  CHECK(start.trainer->step() == 1);
  CHECK(start.trainer->model().options.vocab_size == 264);
  CHECK(start.trainer->model().options.n_head_kv == Index{2});
  CHECK(start.trainer->model().options.norm_epsilon == 1e-6);
  CHECK(start.trainer->model().options.rotary_base == 500);
  CHECK(start.trainer->train_step().step == 2);

  weights_of(*model, stored_tokenizer(json, "it").get(), folder);
  CHECK(contains(
      message_of([&] { TrainStart(settings_for("--init-from " + word(path) + flags)); }),
      path + ": a tokenizer without BOS; expected one with a token that comes between texts"));
}

}  // namespace init_from_test
