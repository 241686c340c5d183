// run_files_test.cpp: what a run leaves. A run as metadata and back; what is no metadata of ours is
// refused by name. A model, its tokenizer and its numbers of a file. A log as rows, as a curve and
// as a sparkline; after a resume it goes on at the step of the checkpoint, or is refused. A file
// that was meant for something else is not replaced; an output is never the file of another flag.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "examples/tiny_training.h"
#include "files/checkpoint_run.h"
#include "gpt/layouts/own_model.h"
#include "gpt/saved_run.h"
#include "gpt/training_log.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/memory.h"
#include "holo/tokenizer.h"
#include "support/output/output_files.h"
#include "text/texts.h"

namespace saved_run_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;

SavedRun small_run() {
  SavedRun run;
  run.model = microgpt_options(4);
  run.tokenizer = CharTokenizer({"abc"}).to_text();
  run.settings = {{"lr", "0.5"}, {"clip", "1"}};
  run.step = 17;
  run.data_hash = "0123456789abcdef";
  return run;
}

}  // namespace

TEST_CASE("saved run: as metadata and back") {
  const SavedRun run = small_run();
  const SafetensorsMetadata metadata = metadata_of(run);
  CHECK(metadata.at("step") == "17");
  CHECK(metadata.at("data") == run.data_hash);
  CHECK(metadata.at("train.lr") == "0.5");
  CHECK(metadata.at("tokenizer") == run.tokenizer);
  const SavedRun back = saved_run_of(metadata, "file");
  CHECK(gpt_options_to_text(back.model) == gpt_options_to_text(run.model));
  CHECK(back.tokenizer == run.tokenizer);
  CHECK(back.settings == run.settings);
  CHECK(back.step == 17);
  CHECK(back.data_hash == run.data_hash);
  SavedRun imported = run;
  imported.tokenizer = "";
  CHECK(metadata_of(imported).count("tokenizer") == 0);
}

TEST_CASE("saved run: the folders of the text are not kept") {
  SavedRun run = small_run();
  run.settings["data"] = "/home/ada/private/x.txt\n../y.txt\nz\n./a b/c";
  CHECK(metadata_of(run).at("train.data") == "x.txt\ny.txt\nz\nc");
  CHECK(saved_run_of(metadata_of(run), "file").settings.at("data") == "x.txt\ny.txt\nz\nc");
}

TEST_CASE("saved run: a step that is no number of steps is refused") {
  SafetensorsMetadata metadata = metadata_of(small_run());
  for (const char* wrong : {"-1", "12abc", "", "1.5", " 3", "1000000001", "99999999999999999999"}) {
    metadata["step"] = wrong;
    CAPTURE(wrong);
    CHECK(contains(message_of([&] { saved_run_of(metadata, "file"); }), "file: \"step\" is "));
  }
  for (const char* right : {"0", "1000000000"}) {
    metadata["step"] = right;
    CHECK(message_of([&] { saved_run_of(metadata, "file"); }) == "");
  }
}

TEST_CASE("saved run: a checkpoint of another program is not resumed") {
  const TemporaryFolder folder;
  SmallRun numbers(make_adamw);
  const std::string path = folder.name("checkpoint");
  for (const bool with_settings : {true, false}) {
    SavedRun run = small_run();
    if (with_settings) run.tokenizer.clear();
    if (!with_settings) run.settings.clear();
    save_checkpoint(path, numbers.model, *numbers.optimizer, metadata_of(run));
    CHECK(
        contains(message_of([&] { saved_run_in(path); }),
                 path + ": no settings of a training; expected a checkpoint that train_gpt wrote"));
  }
  save_checkpoint(path, numbers.model, *numbers.optimizer, metadata_of(small_run()));
  CHECK(saved_run_in(path).step == 17);
}

}  // namespace saved_run_test

namespace loaded_model_test {
namespace {

using namespace holo;
using namespace tiny_training;
using texts::contains;
using texts::message_of;

std::vector<real> logits_of(GPT& model) {
  const NoGrad no_grad;
  return model(Indices({1, 3}, {0, 1, 2})).to_vector();
}

}  // namespace

TEST_CASE("loaded model: a loaded model is the saved one, in evaluation") {
  TinyTraining tiny;
  TrainSettings& s = tiny.settings;
  s.model.dropout = 0.5;
  const Dataset data = tiny.data();
  Trainer trainer(s, data);
  trainer.train_step();
  const std::string path = tiny.folder.name("run"), weights = tiny.folder.name("weights");
  trainer.save(path);
  trainer.model().eval();
  const std::vector<real> expected = logits_of(trainer.model());
  const LoadedModel loaded = load_model(path);
  CHECK(logits_of(*loaded.gpt) == expected);
  CHECK_FALSE(loaded.gpt->training());
  REQUIRE(loaded.tokenizer != nullptr);
  CHECK(loaded.tokenizer->to_text() == data.tokenizer().to_text());
  CHECK(loaded.run.step == 1);

  // Weights alone, as import_gpt writes them.
  SavedRun run;
  run.model = loaded.run.model;
  save_module(weights, trainer.model(), metadata_of(run));
  const LoadedModel imported = load_model(weights);
  CHECK(logits_of(*imported.gpt) == expected);
  CHECK_FALSE(imported.gpt->training());
  CHECK(imported.tokenizer == nullptr);
  CHECK(contains(message_of([&] { saved_run_in(weights); }), weights + ": "));
}

TEST_CASE("loaded model: a model that is loaded takes the memory of its weights, and no more") {
  const TemporaryFolder folder;
  SavedRun run;
  run.model = microgpt_options(4);
  run.model.n_embd = 128;
  run.model.vocab_size = 2000;
  const std::string weights = folder.name("weights"), checkpoint = folder.name("checkpoint");
  std::vector<real> written;
  {
    PythonRandom random(1);
    GPT model(run.model, random);
    written = model.token_embedding.weight.to_vector();
    SGD optimizer(model.parameters(), 0.1);
    save_module(weights, model, metadata_of(run));
    save_checkpoint(checkpoint, model, optimizer, metadata_of(run));
  }
  for (const std::string& path : {weights, checkpoint}) {
    const auto before = memory_stats().live_bytes;
    reset_peak_memory();
    const LoadedModel loaded = load_model(path);
    const double numbers = static_cast<double>(loaded.gpt->parameter_count());
    const auto peak = static_cast<double>(memory_stats().peak_bytes - before);
    CHECK(peak <= 1.1 * numbers * sizeof(real));
    CHECK(loaded.gpt->token_embedding.weight.to_vector() == written);
  }
}

TEST_CASE("loaded model: a small file that speaks of a large model is refused before it is made") {
  const TemporaryFolder folder;
  SavedRun run;
  run.model = microgpt_options(4);
  PythonRandom random(1);
  const GPT small(run.model, random);
  run.model.n_embd = 128;
  const std::string path = folder.name("large");
  save_module(path, small, metadata_of(run));
  const SafetensorsFile file(path);
  CHECK(contains(message_of([&] {
                   check_size(run.model, {&file, 1});
                 }),
                 fmt::format("{} numbers; expected the {} of a model with these settings",
                             small.parameter_count(), gpt_parameter_count(run.model))));
  CHECK(contains(message_of([&] { saved_model_in(path); }), "of a model with these settings"));
  CHECK(contains(message_of([&] { load_model(path); }), "of a model with these settings"));
  CHECK(message_of([&] { check_size(small.options, {&file, 1}); }) == "");
}

TEST_CASE(
    "loaded model: a committed checkpoint loads, and gives the logits of the day it was written") {
  // train_gpt --n-layer 1 --n-head 2 --n-embd 4 --norm layer --bias on --norm-embedding on
  //   --hidden 5 --steps 300 --batch 8 --lr 0.02 --min-lr 0.01 --warmup 2 --dropout 0.1
  const char* const root = std::getenv("HOLO_ROOT");
  const LoadedModel model =
      load_model(std::string(root ? root : ".") + "/tests/data/one_block.safetensors");
  CHECK(model.run.step == 300);
  CHECK(model.gpt->parameter_count() == 466);
  const NoGrad no_grad;
  const Indices emma({1, 5}, {26, 4, 12, 12, 0}), next({1, 5}, {4, 12, 12, 0, 26});
  CHECK(model.gpt->loss(emma, next).item() == doctest::Approx(2.59913588).epsilon(1e-6));
  const std::vector<real> logits = (*model.gpt)(emma).to_vector();
  REQUIRE(logits.size() == 5 * 27);
  const std::vector<double> first = {0.343303889, 0.264588356,  -0.0537707619, -0.00171316916,
                                     0.184697673, -0.273052305, -0.226763234,  -0.0828087479};
  const std::vector<double> last = {0.678445101,  0.619157434, -0.989035845,
                                    -1.01922238,  -1.74248493, -3.98385572,
                                    -0.409991175, -1.00798345, 1.81325769};
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(std::fabs(static_cast<double>(logits[i]) - first[i]) < 1e-6);
  }
  for (std::size_t i = 0; i < last.size(); ++i) {
    const double logit = static_cast<double>(logits[logits.size() - last.size() + i]);
    CHECK(std::fabs(logit - last[i]) < 1e-5);
  }
}

}  // namespace loaded_model_test

namespace training_log_test {
namespace {

using namespace holo;
using texts::contains;

const double none = std::numeric_limits<double>::quiet_NaN();
const std::string header = "step,loss,lr,grad_norm,tokens_per_second,validation_loss\n";

// Steps 1 ... count with the loss 10 - step, and a validation loss in step 2.
std::string rows_text(Index count) {
  std::string text = header;
  for (Index step = 1; step <= count; ++step) {
    text += fmt::format("{},{:.6f},0.25,1.5,1000,{}\n", step, 10.0 - static_cast<double>(step),
                        step == 2 ? "8.500000" : "");
  }
  return text;
}

constexpr const char* first = "1,3.250000,0.001,1.5,1000,\n";
constexpr const char* second = "2,3.125000,0.002,1.25,2000,2.750000\n";

const holo::LogRow third = {3, 3.0, 0.003, 1.0, 3000, none};

// The file after a resume at `step` and row 3; or the message of the Error.
std::string gone_on(const std::string& text, holo::Index step) {
  const TemporaryFolder folder;
  const std::string path = folder.write("log.csv", text);
  try {
    holo::TrainingLog log(path, step);
    CHECK(log.rows().size() == static_cast<std::size_t>(step));
    log.add(third);
  } catch (const holo::Error& error) {
    CHECK(folder.read("log.csv") == text);
    return error.found();
  }
  return folder.read("log.csv");
}

}  // namespace

TEST_CASE("training log: a row is step, loss, rate, norm, speed and validation loss, at once") {
  const TemporaryFolder folder;
  TrainingLog log(folder.name("log"), 0);
  CHECK(folder.read("log") == header);
  log.add({1, 2.25, 0.003, 1.5, 1234.4, none});
  CHECK(folder.read("log") == header + "1,2.250000,0.003,1.5,1234,\n");
  log.add({2, 1.0 / 3, 1e-5, 0.015625, 9.6, 2.0 / 3});
  CHECK(folder.read("log") ==
        header + "1,2.250000,0.003,1.5,1234,\n2,0.333333,1e-05,0.015625,10,0.666667\n");
  CHECK(log.rows().size() == 2);
  TrainingLog nowhere("", 0);
  nowhere.add({1, 2, 3, 4, 5, none});
  CHECK(nowhere.rows().size() == 1);
  CHECK(folder.count() == 1);
}

TEST_CASE("training log: a fresh run begins anew, one that goes on keeps the rows so far") {
  const TemporaryFolder folder;
  const std::string path = folder.write("log", rows_text(6));
  {
    TrainingLog log(path, 4);
    CHECK(folder.read("log") == rows_text(4));
    REQUIRE(log.rows().size() == 4);
    for (Index step = 1; step <= 4; ++step) {
      const LogRow& row = log.rows()[static_cast<std::size_t>(step - 1)];
      CHECK(row.step == step);
      CHECK(row.loss == 10 - static_cast<double>(step));
      CHECK(row.learning_rate == 0.25);
      CHECK(row.gradient_norm == 1.5);
      CHECK(row.tokens_per_second == 1000);
      CHECK(std::isnan(row.validation_loss) == (step != 2));
    }
    CHECK(log.rows()[1].validation_loss == 8.5);
    log.add({5, 5, 0.25, 1.5, 1000, none});
    CHECK(folder.read("log") == rows_text(5));
  }
  const TrainingLog fresh(path, 0);
  CHECK(folder.read("log") == header);
  CHECK(fresh.rows().empty());
  const TrainingLog other(folder.name("other"), 4);  // no file there: the rows from here on
  CHECK(folder.read("other") == header);
}

TEST_CASE("training log: a sparkline is as high as the mean loss of each part") {
  TrainingLog log("", 0);
  CHECK(log.sparkline() == "");
  CHECK(log.sparkline(1) == "");
  for (Index step = 1; step <= 16; ++step) {
    log.add({step, 16.0 - static_cast<double>((step - 1) / 2), 0, 0, 0, none});
  }
  CHECK(log.sparkline(8) == "█▇▆▅▄▃▂▁");
  CHECK(log.sparkline(2) == "█▁");
  TrainingLog two("", 0);
  for (const double loss : {8.0, 0.0, 0.0, 4.0, 0.0, 0.0}) two.add({1, loss, 0, 0, 0, none});
  CHECK(two.sparkline(2) == "█▁");  // means 8/3 and 4/3
  CHECK(two.sparkline(6) == "█▁▁▅▁▁");
  TrainingLog flat("", 0);
  flat.add({1, 3, 0, 0, 0, none});
  flat.add({2, 3, 0, 0, 0, none});
  CHECK(flat.sparkline() == "▁▁");
}

TEST_CASE("training log: after a resume it goes on behind its last whole row, or is refused") {
  const std::string one = header + first, two = one + second, after = "3,3.000000,0.003,1,3000,\n";
  const std::string no_validation = one + "2,3.125000,0.002,1.25,2000,\n";
  CHECK(gone_on(two, 2) == two + after);
  CHECK(gone_on(two, 1) == one + after);  // rows behind the step go
  CHECK(gone_on(no_validation, 2) == no_validation + after);
  CHECK(gone_on(two + after, 3) == two + after + after);

  const std::string missing = "ends before step 2, the step of the checkpoint";
  const std::string row = second;
  for (std::size_t length = 0; length < row.size(); ++length) {
    CHECK(gone_on(one + row.substr(0, length), 2) == missing);
  }
  for (const char* const wrong :
       {"2,3.125000,0.002,1.25,2000,x", "2,3.125000,0.002,1.25,2000, 2.5",
        "2,3.125000,0.002,,2000 1,2.5", "2,3;125000,0.002,1.25,2000,2.5",
        "2.0,3.125000,0.002,1.25,2000,2.5", "2,3.125000,0.002,1.25,2000,,",
        "2,3.125000,0.002,1.25,2000", "5,3.25,0.001,1.5,1000,"}) {
    CAPTURE(wrong);
    CHECK(gone_on(one + wrong + "\n", 2) == missing);
  }
  CHECK(gone_on(two + second + after, 3) == "ends before step 3, the step of the checkpoint");
  CHECK(gone_on("step,price\n1,2\n", 1) == "begins with 'step,price'");
}

}  // namespace training_log_test

namespace output_kinds_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;

struct Sample {
  const char* name;
  FileKind kind;
  std::string text;
};

// A file of each kind but the model.
std::vector<Sample> samples() {
  return {{"log", FileKind::log, "step,loss,lr,grad_norm,tokens_per_second,validation_loss\n"},
          {"plot", FileKind::plot, "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n"}};
}

}  // namespace

TEST_CASE("outputs: a file of the same kind may be replaced, one of another kind may not") {
  const TemporaryFolder folder;
  const std::string model = saved(SmallRun(make_adamw), folder);
  const std::vector<Sample> all = samples();
  std::vector<std::string> paths;
  for (const Sample& sample : all) paths.push_back(folder.write(sample.name, sample.text));
  for (const Sample& wanted : all) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      CAPTURE(paths[i]);
      const Sample& there = all[i];
      const std::string message =
          message_of([&] { check_output(paths[i], wanted.kind, "--flag"); });
      CHECK((message == "") == (there.kind == wanted.kind));
      if (message != "") CHECK(contains(message, paths[i] + ": exists and is not a "));
      CHECK(folder.read(there.name) == there.text);
    }
    CHECK(contains(message_of([&] { check_output(model, wanted.kind, "--flag"); }),
                   model + ": exists and is not a "));
    // A name that is free stays so, and an empty file is as good.
    CHECK(message_of([&] { check_output(folder.name("free"), wanted.kind, "--flag"); }) == "");
    CHECK(message_of([&] { check_output(folder.write("e", ""), wanted.kind, "--flag"); }) == "");
  }
  CHECK(message_of([&] { check_output(model, FileKind::model, "--out"); }) == "");
  for (const std::string& path : paths) {
    CHECK(contains(message_of([&] { check_output(path, FileKind::model, "--out"); }),
                   path + ": exists and is not a model; expected a name that is free"));
  }
  CHECK_FALSE(std::filesystem::exists(folder.name("free")));
  const std::string other = folder.write("other", "step,price\n");  // a table of others
  CHECK(contains(message_of([&] { check_output(other, FileKind::log, "--flag"); }),
                 other + ": exists and is not a log of train_gpt"));
}

TEST_CASE("outputs: an output is the file of no other flag, by whatever name") {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x"), other = folder.write("other", "x"),
                    link = folder.name("link"), hard = folder.name("hard"),
                    dots = folder.name("./here/../file"), unborn = folder.name("unborn"),
                    unborn_too = folder.name("there/../unborn");
  fs::create_symlink(file, link);
  fs::create_hard_link(file, hard);
  const std::string to_unborn = folder.name("to_unborn");
  fs::create_symlink("unborn", to_unborn);
  const auto message = [](const std::string& a, const std::string& b, bool b_is_output) {
    return message_of([&] {
      const FlagFile first{"--log", a}, second{"--data", b};
      if (b_is_output) check_apart({second, first}, {});
      if (!b_is_output) check_apart({first}, {second});
    });
  };
  for (const bool is_output : {true, false}) {
    for (const std::string& same : {file, link, hard, dots}) {
      CAPTURE(same);
      CHECK(contains(message(same, file, is_output),
                     "UsageError: --log: " + same + " is the file of --data"));
    }
    CHECK(contains(message(unborn_too, unborn, is_output), "UsageError: --log: "));
    CHECK(contains(message(to_unborn, unborn, is_output), "UsageError: --log: "));
    CHECK(message(other, file, is_output) == "");
    CHECK(message(unborn, file, is_output) == "");
    CHECK(message("", "", is_output) == "");
  }
}

}  // namespace output_kinds_test
