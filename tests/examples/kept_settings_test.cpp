// kept_settings_test.cpp: of a checkpoint that comes from anywhere a resumed run takes the model
// and how it learns, and nothing that names a file, a thread or a device: flag by flag, and for
// values that were made to do harm.
#include "gpt/training/train_settings.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/optim.h"
#include "on_device.h"
#include "support/command_line.h"
#include "temporary_folder.h"

namespace kept_settings_test {
namespace {

using FlagValues = std::map<std::string, std::string>;
using holo::TrainSettings;

// What the checkpoint of --resume has to say; no file is there.
holo::SavedRun the_run;
holo::SavedRun saved_run_of_test(const std::string&) { return the_run; }

TrainSettings settings_of(std::vector<std::string> words) {
  words.insert(words.begin(), "train_gpt");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return holo::read_train_settings(static_cast<int>(argv.size()), argv.data(), saved_run_of_test);
}

// A run that was trained with the defaults but for these values; without a warmup, which not every
// schedule has.
void save(const FlagValues& other) {
  the_run = {};
  the_run.settings = settings_of({"--warmup", "0"}).values;
  for (const auto& [name, value] : other) the_run.settings[name] = value;
}

TrainSettings resumed(std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"--resume", "run.st"});
  return settings_of(words);
}

std::string message_of(const std::vector<std::string>& words) {
  try {
    resumed(words);
  } catch (const holo::Error& error) {
    return error.what();
  }
  return "";
}

// Each flag that --help lists, without its dashes; those with a value, or all.
std::vector<std::string> flags_of_help(bool with_value) {
  std::string help;
  try {
    settings_of({"--help"});
  } catch (const holo::HelpRequested& request) {
    help = request.text;
  }
  std::vector<std::string> flags;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  --", 0) != 0) continue;
    const std::size_t end = line.find(' ', 4);
    if (!with_value || line[end + 1] != ' ') flags.push_back(line.substr(4, end - 4));
  }
  return flags;
}

// Another value than the default, which read_train_settings takes.
FlagValues other_values() {
  std::istringstream words(
      "preset nano format text tokenizer byte vocab-size 300 validation 0.25 "
      "shuffle off dropout 0.5 init-std 0.5 batch 7 shards 2 steps 777 lr 0.5 "
      "schedule linear min-lr 0.0001 warmup 7 weight-decay 0.5 beta1 0.5 beta2 0.5 "
      "clip 7 seed 7 n-layer 7 n-head 2 n-embd 128 block-size 7 ffn relu hidden 7 "
      "norm layer norm-gain off norm-embedding on norm-final off positions rotary "
      "bias on tied on eval-every 7 eval-batches 7 sample-every 7 samples 7 "
      "sample-length 7 temperature 7 top-k 7 top-p 0.5 save-every 7 out theirs "
      "log theirs plot theirs save-tokenizer theirs tokenizer-file theirs "
      "resume theirs init-from theirs data theirs threads 7 stop-after 7 trace theirs "
      "trace-steps 7 trace-scope theirs trace-events 7 progress bar");
  FlagValues values;
  for (std::string name, value; words >> name >> value;) values[name] = value;
  return values;
}

// Not one of the settings of a call is that of the file.
void check_is_ours(const TrainSettings& s) {
  CHECK(s.out == "run.st");
  CHECK(s.resume == "run.st");
  CHECK(s.log.empty());
  CHECK(s.plot.empty());
  CHECK(s.save_tokenizer.empty());
  CHECK(s.tokenizer_file.empty());
  CHECK(s.data.files == std::vector<std::string>{"ours.txt"});
  CHECK(s.threads == 0);
  CHECK(s.stop_after == 0);
  CHECK(s.device.empty());
  CHECK(s.progress == holo::progress_mode_from_environment());
}

}  // namespace

TEST_CASE("kept settings: every flag of train_gpt is on the list, and no other") {
  const std::vector<std::string> flags = flags_of_help(false);
  CHECK(flags.size() > 54);
  for (const std::string& flag : flags) {
    CHECK_MESSAGE((holo::kept_flags().count(flag) == 1 || flag == "help"), flag);
  }
  CHECK(holo::kept_flags().size() == flags.size() - 1);
}

TEST_CASE("kept settings: flag by flag, what is read from a checkpoint") {
  for (const std::string& flag : flags_of_help(true)) {
    if (flag == "device" || flag == "matmul-precision") continue;  // below
    INFO(flag);
    save({{flag, other_values().at(flag)}});
    const TrainSettings s = resumed({"--data", "ours.txt", "--allow-config-change"});
    check_is_ours(s);
    const bool is_of_the_call =
        flag == "out" || flag == "log" || flag == "plot" || flag == "save-tokenizer" ||
        flag == "tokenizer-file" || flag == "resume" || flag == "init-from" || flag == "data" ||
        flag == "threads" || flag == "stop-after" || flag == "trace" || flag == "trace-steps" ||
        flag == "trace-scope" || flag == "trace-events" || flag == "progress";
    const auto value = s.values.find(flag);
    if (is_of_the_call) {
      CHECK((value == s.values.end() || value->second == "ours.txt"));
    } else {
      REQUIRE(value != s.values.end());
      CHECK(value->second == other_values().at(flag));
    }
  }
}

TEST_CASE("kept settings: a checkpoint says no files of its run but those it learned from") {
  const TrainSettings s = settings_of({"--out", "a", "--log", "b", "--plot", "c", "--threads", "3",
                                       "--save-tokenizer", "d", "--stop-after", "5", "--data", "e",
                                       "--tokenizer-file", "f", "--save-every", "2"});
  for (const char* name :
       {"out", "log", "plot", "save-tokenizer", "tokenizer-file", "threads", "stop-after", "trace",
        "trace-steps", "trace-scope", "trace-events", "progress", "resume"}) {
    CHECK_MESSAGE(s.values.count(name) == 0, name);
  }
  CHECK(s.values.at("data") == "e");
  CHECK(s.values.at("save-every") == "2");
}

TEST_CASE("kept settings: the device is that of the call, and another one is another run") {
  const holo::OnDevice on_cpu(holo::Device::cpu);
  save({{"device", "plain"}});
  CHECK(message_of({}).find("another run than this one: --device cpu (was plain)") !=
        std::string::npos);
  CHECK(holo::default_device() == holo::Device::cpu);
  CHECK(resumed({"--allow-config-change"}).values.at("device") == "cpu");
  CHECK(resumed({"--device", "plain"}).device == "plain");
}

TEST_CASE("kept settings: the precision of products is that of the call, as the device is") {
  save({{"matmul-precision", "tf32"}});
  CHECK(message_of({}).find("another run than this one: --matmul-precision fp32 (was tf32)") !=
        std::string::npos);
  CHECK(resumed({"--allow-config-change"}).matmul_precision == "fp32");
  CHECK(resumed({"--matmul-precision", "tf32"}).matmul_precision == "tf32");
}

TEST_CASE("kept settings: more steps than an integer of the checkpoint are no other run") {
  save({{"steps", "500"}});
  CHECK(message_of({"--steps", "501"}) == "");
  CHECK(message_of({"--steps", "499"}).find("--steps 499 (was 500)") != std::string::npos);
  for (const char* text : {"", "many", "1e1", "12 ", "0x1", "99999999999999999999", "-"}) {
    save({{"steps", text}});
    CHECK_MESSAGE(message_of({"--steps", "501"}).find("--steps 501 (was ") != std::string::npos,
                  text);
    CHECK(message_of({"--steps", "501", "--allow-config-change"}) == "");
  }
}

TEST_CASE("kept settings: the text of a run is asked for, its names are shown and not opened") {
  save({{"data", "/no/such\n/etc/passwd"}});
  CHECK(message_of({}) ==
        "--data: not given, and run.st was trained on '/no/such /etc/passwd'; expected the text of "
        "that run, which a checkpoint does not hold. Try: --data FILE");
  CHECK(resumed({"--data", "any", "names"}).data.files == std::vector<std::string>{"any", "names"});
  save({{"data", ""}});
  CHECK(resumed().data.files.empty());  // the built-in names
}

TEST_CASE("kept settings: a name that is no flag is refused") {
  save({{"n-layers", "3"}});
  CHECK(message_of({}) ==
        "run.st: an unknown setting 'n-layers'; expected those that this train_gpt keeps");
  save({{std::string("a\0b\x1B[2J", 7), "3"}});
  CHECK(message_of({}).find("an unknown setting 'a\\x00b") != std::string::npos);
}

TEST_CASE("kept settings: values that were made to do harm are refused, in a message of one line") {
  const std::vector<std::string> bad = {"",
                                        "-1",
                                        "1e999",
                                        "0x10",
                                        std::string("1\0002", 3),
                                        "1\n2",
                                        "\x1B]0;title\x07",
                                        "../../../etc/passwd",
                                        "$(touch theirs)",
                                        std::string(100'000, '9')};
  for (const auto& entry : holo::kept_flags()) {
    const std::string& flag = entry.first;
    const bool is_read = entry.second == holo::Kept::display ||
                         entry.second == holo::Kept::learning ||
                         entry.second == holo::Kept::raised || entry.second == holo::Kept::model;
    for (const std::string& value : bad) {
      save({{flag, value}});
      std::string message;
      try {
        check_is_ours(resumed({"--data", "ours.txt", "--allow-config-change"}));
      } catch (const holo::Error& error) {
        message = error.what();
      }
      INFO(flag, ": ", message);
      CHECK((message != "") == is_read);
      CHECK(message.size() < 2000);
    }
  }
}

TEST_CASE("kept settings: a checkpoint with names of files in it opens, writes and removes none") {
  const TemporaryFolder folder;
  const std::string theirs = folder.name("theirs"), pipe = folder.name("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);  // whoever opens it waits for ever
  TrainSettings s = settings_of({"--n-embd", "8", "--n-head", "2", "--n-layer", "1"});
  holo::SavedRun run;
  run.settings = s.values;
  run.tokenizer = "holo byte 1\n";
  run.model = s.model;
  run.model.vocab_size = 257;
  for (const char* name : {"out", "log", "plot", "save-tokenizer"}) run.settings[name] = theirs;
  for (const char* name : {"resume", "tokenizer-file", "data"}) run.settings[name] = pipe;
  holo::PythonRandom random(1);
  holo::GPT model(run.model, random);
  const holo::AdamW optimizer(model.parameters(), 0.1);
  const std::string path = folder.name("run.st");
  holo::save_checkpoint(path, model, optimizer, holo::metadata_of(run));

  std::vector<std::string> words = {"train_gpt", "--resume", path, "--data", "ours.txt"};
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  s = holo::read_train_settings(static_cast<int>(argv.size()), argv.data());
  CHECK(s.out == path);
  CHECK(s.log + s.plot + s.save_tokenizer + s.tokenizer_file == "");
  CHECK(s.data.files == std::vector<std::string>{"ours.txt"});
  CHECK(s.model.n_embd == 8);
  CHECK(folder.count() == 2);
}

}  // namespace kept_settings_test
