// init_from_test.cpp: a run that begins with the weights of a file: its model is that of the file,
// also where no flag says it; its step, its optimizer and its rate have no past.
#include "gpt/training/train_settings.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "examples/layout_models.h"
#include "examples/tiny_pretrained.h"
#include "examples/tiny_training.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "gpt/training/train_run.h"
#include "holo/checkpoint.h"
#include "support/shell_word.h"
#include "text/texts.h"

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
