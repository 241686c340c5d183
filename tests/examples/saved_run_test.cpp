// saved_run_test.cpp: a run as metadata and back; what is no metadata of ours is refused by name.
#include "gpt/saved_run.h"

#include <doctest/doctest.h>

#include <string>

#include "files/checkpoint_run.h"
#include "gpt/layouts/layout.h"
#include "holo/checkpoint.h"
#include "holo/tokenizer.h"
#include "temporary_folder.h"
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

TEST_CASE("saved run: the folders of the text are not kept, and an export has no names of it") {
  SavedRun run = small_run();
  run.settings["data"] = "/home/ada/private/x.txt\n../y.txt\nz\n./a b/c";
  CHECK(metadata_of(run).at("train.data") == "x.txt\ny.txt\nz\nc");
  CHECK(saved_run_of(metadata_of(run), "file").settings.at("data") == "x.txt\ny.txt\nz\nc");
  for (const Layout layout : {Layout::pytorch, Layout::hf_gpt2, Layout::hf_llama}) {
    CHECK(metadata_elsewhere(run, layout).count("train.data") == 0);
  }
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
