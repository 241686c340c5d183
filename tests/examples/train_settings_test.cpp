// train_settings_test.cpp: one list of all flags of train_gpt: each reaches its own member and no
// other one, a checkpoint keeps of it what the list says, and a resumed run takes it over, may
// change it, or refuses. Then presets, what does not go together, and the memory that there is.
#include "gpt/training/train_settings.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "base/system.h"
#include "examples/captured.h"
#include "examples/tiny_training.h"
#include "gpt/gpt_flags.h"
#include "gpt/training/train_run.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/device.h"
#include "support/command_line.h"
#include "text/texts.h"

namespace train_settings_test {
namespace {

using namespace holo;
using texts::contains;
using texts::message_of;
using train_flags::refusal_of;
using train_flags::settings_for;
using FlagValues = std::map<std::string, std::string>;

struct Flag {
  std::string name, value;  // another value than without it
  Kept kept;
};

// Those with a value and a member.
std::vector<Flag> all_flags() {
  const std::pair<Kept, const char*> kinds[] = {
      {Kept::model,
       "n-layer 7 n-head 2 n-embd 128 block-size 7 ffn relu hidden 7 norm layer norm-gain off "
       "norm-embedding on norm-final off positions rotary bias on tied on"},
      {Kept::learning,
       "format text tokenizer byte vocab-size 300 validation 0.25 shuffle off dropout 0.5 "
       "init-std 0.5 batch 7 shards 2 lr 0.5 schedule linear min-lr 0.0002 warmup 7 "
       "weight-decay 0.5 beta1 0.5 beta2 0.25 clip 7 seed 7"},
      {Kept::shown, "data theirs matmul-precision tf32 device plain"},
      {Kept::changeable,
       "steps 777 eval-every 7 eval-batches 7 samples 7 sample-length 7 temperature 7 top-k 7 "
       "top-p 0.5 save-every 7"},
      {Kept::no,
       "tokenizer-file theirs threads 7 out theirs stop-after 7 log theirs plot theirs "
       "trace-steps 7"}};
  std::vector<Flag> flags;
  for (const auto& [kept, text] : kinds) {
    std::istringstream words(text);
    for (std::string name, value; words >> name >> value;) flags.push_back({name, value, kept});
  }
  return flags;
}
const std::vector<Flag> flags = all_flags();

// Those without a value or without a member of their own; of the checkpoint only the preset.
constexpr const char* other_flags[] = {"preset",           "resume", "init-from",   "step",
                                       "allow-any-memory", "trace",  "trace-events"};

const char* on_off(bool x) { return x ? "on" : "off"; }

// The members that flags set, as text, in the order of `flags`. A number that two members have is
// there once.
std::vector<std::string> members_of(const TrainSettings& s) {
  std::vector<std::string> all;
  const auto add = [&](const auto&... x) { (all.push_back(fmt::format("{}", x)), ...); };
  const auto both = [](auto x, auto y) { return x == y ? fmt::format("{}", x) : "two numbers"; };
  const DatasetSettings& d = s.data;
  const GPTOptions& m = s.model;
  add(m.n_layer, m.n_head, m.n_embd, both(m.block_size, d.block_size), m.ffn, m.hidden.value_or(0),
      kind_name(m.norm), on_off(m.norm_gain), on_off(m.norm_embedding), on_off(m.norm_final),
      kind_name(m.positions), on_off(m.bias), on_off(m.tied));
  add(d.form == TextForm::running ? "text" : "lines", d.tokenizer, d.vocab_size, d.validation,
      on_off(d.shuffle), m.dropout, m.init_std, both(s.batch, d.batch_size), s.shards,
      s.learning_rate, s.schedule, s.min_learning_rate, s.warmup, s.weight_decay, s.beta1, s.beta2,
      s.clip, both(s.seed, d.seed));
  add(fmt::format("{}", fmt::join(d.files, " ")), s.matmul_precision, s.device);
  add(s.steps, s.eval_every, s.eval_batches, s.samples, s.sample_length, s.sampling.temperature,
      s.sampling.top_k, s.sampling.top_p, s.save_every);
  add(s.tokenizer_file, s.threads, s.out, s.stop_after, s.log, s.plot, s.trace_steps);
  return all;
}

bool is_read(Kept kept) {
  return kept == Kept::changeable || kept == Kept::learning || kept == Kept::model;
}

// These, and what else goes with them: with a number of its own no setting follows from another.
std::string line_of(FlagValues values) {
  values.insert({{"warmup", "0"}, {"min-lr", "0.0001"}, {"out", "ours"}, {"data", "ours"}});
  if (values.count("vocab-size") > 0) values.insert({"tokenizer", "bpe"});
  std::string line;
  for (const auto& [name, value] : values) line += " --" + name + " " + value;
  return line;
}

// What the checkpoint of --resume has to say; no file is there.
SavedRun the_run;
SavedRun saved_run_of_test(const std::string&) { return the_run; }

// A run that was trained with line_of(none) but for these values.
void save(const FlagValues& other) {
  the_run = {};
  the_run.settings = settings_for(line_of({})).values;
  FlagValues model_flags;
  for (const auto& [name, value] : other) {
    the_run.settings[name] = value;
    const auto flag = kept_flags().find(name);
    if (flag != kept_flags().end() && flag->second == Kept::model) model_flags[name] = value;
  }
  the_run.model = settings_for(line_of(model_flags)).model;
}

TrainSettings resumed(const std::string& line) {
  return settings_for("--resume run.st " + line, "", saved_run_of_test);
}
std::string resume_refusal(const std::string& line) {
  return message_of([&] { resumed(line); });
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

TEST_CASE("train settings: the list has every flag of --help and of the checkpoints") {
  std::map<std::string, Kept> all;
  for (const char* const name : other_flags) all[name] = Kept::no;
  all["preset"] = Kept::changeable;
  for (const Flag& flag : flags) all[flag.name] = flag.kept;
  CHECK(all == kept_flags());
  std::string help;
  try {
    settings_for("--help");
  } catch (const HelpRequested& request) {
    help = request.text;
  }
  std::size_t count = 0;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  --", 0) != 0) continue;
    const std::string name = line.substr(4, line.find(' ', 4) - 4);
    CHECK_MESSAGE((all.count(name) == 1 || name == "help"), name);
    ++count;
  }
  CHECK(count == all.size() + 1);
}

TEST_CASE("train settings: each flag has its member, is kept as the list says, and resumed so") {
  const std::string ours = "--data ours";
  const OnDevice on_cpu(Device::cpu);
  save({});
  const std::vector<std::string> plain = members_of(settings_for(line_of({}))),
                                 resumed_plain = members_of(resumed(ours));
  REQUIRE(plain.size() == flags.size());
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto [name, value, kept] = flags[i];
    INFO(flags[i].name);
    const OnDevice again(Device::cpu);
    // Given.
    const TrainSettings s = settings_for(line_of({{name, value}}));
    std::vector<std::string> expected = plain;
    REQUIRE(expected[i] != value);
    expected[i] = value;
    if (name == "vocab-size") expected[i - 1] = "bpe";  // the tokenizer, by line_of()
    CHECK(members_of(s) == expected);
    CHECK((s.values.count(name) == 1) == (kept != Kept::no));
    if (kept != Kept::no) CHECK(s.values.at(name) == value);

    // In the checkpoint.
    set_default_device(Device::cpu);
    save({{name, value}});
    expected = resumed_plain;
    if (is_read(kept)) expected[i] = value;
    CHECK(members_of(resumed(ours)) == expected);

    // Given to a run that is resumed without it.
    save({});
    const std::string change = "--" + name + " " + value;
    std::string said;
    if (name == "tokenizer" || name == "vocab-size" || name == "tokenizer-file") {
      said = "UsageError: --" + name + ": together with --resume; expected that of the checkpoint";
    } else if (kept == Kept::model) {
      said = "run.st: another model than this one: " + change + " (was ";
    } else if (kept == Kept::learning) {
      said = "run.st: another run than this one: " + change + " (was ";
    }
    const std::string line = name == "data" ? change : "--data ours " + change;
    const std::string message = resume_refusal(line);
    CHECK(message.substr(0, said.size()) == said);
    CHECK(message.empty() == said.empty());
  }
  for (const char* const name : {"constant", "cosine"}) {
    CHECK(settings_for(std::string("--schedule ") + name).schedule == name);
  }
  CHECK(settings_for("--data one two").data.files == std::vector<std::string>{"one", "two"});
}

TEST_CASE("train settings: numbers that a flag does not take") {
  std::istringstream words(
      "n-layer 0 n-head 0 n-embd 0 block-size 0 hidden -1 vocab-size 256 batch 0 shards 0 steps 0 "
      "lr -0.1 min-lr -0.1 warmup -1 weight-decay -1 beta1 1 beta2 1 clip -1 seed -1 dropout 1 "
      "validation 1 init-std -1 threads -1 threads 4097 eval-every -1 eval-batches 0 samples -1 "
      "sample-length 0 temperature 0 top-k -1 top-p 0 top-p 1.1 save-every -1 stop-after -1 "
      "trace-steps 0");
  for (std::string name, value; words >> name >> value;) {
    const std::string message = refusal_of("--" + name + " " + value);
    CHECK(contains(message, "UsageError: --" + name + ": '" + value + "'; expected a"));
  }
}

TEST_CASE("train settings: the files of a resumed run, and what its checkpoint alone says") {
  const OnDevice on_cpu(Device::cpu);
  const std::string ours = "--data ours";
  save({{"preset", "nano"}});
  const TrainSettings s = resumed(ours);
  CHECK(s.values.at("preset") == "nano");
  CHECK(s.out == "run.st");
  CHECK(s.resume == "run.st");
  CHECK(contains(resume_refusal(ours + " --preset nano"), "--preset: together with --resume"));
  the_run.tokenizer = "holo byte v1\n";
  CHECK(resumed(ours + " --out other").saved_tokenizer == the_run.tokenizer);
  CHECK(resumed(ours + " --out other").out == "other");
}

TEST_CASE("train settings: a resumed run may have other steps, with the same warm-up") {
  save({{"steps", "500"}, {"warmup", "50"}});
  for (const Index steps : {499, 501}) {
    const TrainSettings s = resumed(fmt::format("--data ours --steps {}", steps));
    CHECK(s.steps == steps);
    CHECK(s.values.at("steps") == std::to_string(steps));
    CHECK(s.warmup == 50);
  }
  CHECK(contains(resume_refusal("--data ours --steps 501 --lr 0.1"),
                 "another run than this one: --lr 0.1 (was 0.003); expected"));
}

TEST_CASE("train settings: the text of a run is asked for, its names are shown and not opened") {
  save({{"data", "/no/such\n/etc/passwd"}});
  CHECK(resume_refusal("") ==
        "UsageError: --data: not given, and run.st was trained on '/no/such /etc/passwd'; expected "
        "the text of that run, which a checkpoint does not hold. Try: --data FILE");
  save({{"data", ""}});
  CHECK(resumed("").data.files.empty());  // the built-in names
}

TEST_CASE("train settings: a checkpoint that comes from anywhere is refused in one line") {
  save({{"n-layers", "3"}});
  CHECK(resume_refusal("--data ours") ==
        "run.st: an unknown setting 'n-layers'; expected those that this train_gpt keeps");
  save({{std::string("a\0b\x1B[2J", 7), "3"}});
  CHECK(contains(resume_refusal("--data ours"), "an unknown setting 'a\\x00b"));
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
  for (const auto& [flag, kept] : kept_flags()) {
    for (const std::string& value : bad) {
      save({});
      the_run.settings[flag] = value;
      const std::string message = resume_refusal("--data ours");
      INFO(message);
      CHECK((message != "") == is_read(kept));
      CHECK(message.size() < 2000);
    }
  }
  // Of an older train_gpt.
  save({{"sample-every", "7"}});
  CHECK(resume_refusal("--data ours") == "");
  // The flags of another model than the numbers of the file.
  save({});
  the_run.settings["n-layer"] = "1048576";
  CHECK(contains(resume_refusal("--data ours"),
                 "run.st: another model than this one: --n-layer 2 (was 1048576)"));
}

TEST_CASE("train settings: few steps shorten the warm-up, a small rate lowers its end") {
  CHECK(settings_for("--steps 500").warmup == 50);
  CHECK(settings_for("--steps 50000").warmup == 100);
  CHECK(settings_for("--schedule linear").warmup == 0);
  CHECK(settings_for("--lr 1e-4").min_learning_rate == doctest::Approx(1e-5));
  CHECK(settings_for("--lr 1").min_learning_rate == doctest::Approx(3e-4));
}

TEST_CASE("train settings: an error of the library has the names of flags, whole words alone") {
  CHECK(with_flag_names("block_size 9 of vocab_size, init_std and my_top_k") ==
        "--block-size 9 of --vocab-size, --init-std and my_top_k");
}

TEST_CASE("train settings: what does not go together is refused, in the words of flags") {
  const std::pair<const char*, const char*> rows[] = {
      {"--lr 0.01 --min-lr 0.011", "--min-lr: 0.011 above --lr 0.01; expected at most --lr"},
      {"--lr 0.01 --min-lr 0.01", ""},
      {"--min-lr 0.001 --schedule constant",
       "--min-lr: with --schedule constant; expected another schedule"},
      {"--steps 20 --warmup 21", "--warmup: 21 of 20 steps"},
      {"--steps 20 --warmup 20", ""},
      {"--schedule linear --warmup 1", "--warmup: 1 with --schedule linear"},
      {"--save-every 5", "--save-every: no file to save to"},
      {"--tokenizer bpe --tokenizer-file t", "--tokenizer: together with --tokenizer-file"},
      {"--vocab-size 300 --tokenizer-file t", "--vocab-size: together with --tokenizer-file"},
      {"--vocab-size 300", "--vocab-size: with --tokenizer char; expected --tokenizer bpe, which"},
      {"--vocab-size 300 --tokenizer bpe", ""},
      {"--keep-best --out o", "--keep-best: a flag that is gone: the output names the best step"},
      {"--n-embd 65",
       "GPT: --n-embd 65 is not divisible by --n-head 4; expected a multiple of it. Try: --n-embd "
       "64 or 68"},
      {"--positions rotary --n-head 64",
       "GPT: rotary positions with 1 channels a head; expected an even number: they are rotated in "
       "pairs. Try: another --n-head or --n-embd"},
      {"--ffn holo_gate_flow --hidden 7",
       "feed_forward: --hidden 7 for holo_gate_flow; expected no --hidden: C determines its size. "
       "Try: no --hidden, or another layer"},
      {"--replay on", "--replay: a flag that is gone: every step builds its graph; expected"},
      {"--allow-other-data", "--allow-other-data: a flag that is gone: a run keeps its text"}};
  for (const auto& row : rows) {
    const std::string line = row.first, said = row.second, message = refusal_of(line);
    CAPTURE(line);
    CHECK(message.rfind(said.empty() ? "" : "UsageError: " + said, 0) == 0);
    CHECK(message.empty() == said.empty());
  }
}

TEST_CASE("train settings: the presets, number by number") {
  // As a checkpoint keeps them: all flags that decide what is learned.
  const char* const same =
      "beta2 0.99 dropout 0 format lines hidden 0 n-head 4 positions learned seed 42 shards 1 "
      "tokenizer char vocab-size 512 sample-length 200 samples 20 save-every 0 "
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
    FlagValues expected = {{"preset", preset}, {"data", ""}, {"matmul-precision", "fp32"}};
    std::istringstream words(std::string(same) + " " + own);
    for (std::string name, value; words >> name >> value;) expected[name] = value;
    FlagValues values = settings_for("--preset " + preset).values;
    values.erase("device");
    CHECK(values == expected);
  }
}

TEST_CASE("train memory: what is near is warned of, too much is refused, unless any is allowed") {
  CHECK(warning_of(needing(0.5)) == "");
  const std::string warning = warning_of(needing(1));
  CHECK(contains(warning, "warning: training needs about "));
  CHECK(contains(warning, limit().source));
  CHECK(contains(warning, "or --allow-any-memory\n"));
  const std::string refusal = message_of([] { check_memory(needing(2), vocab_size); });
  CHECK(contains(refusal, "UsageError: memory: training needs about "));
  CHECK(contains(refusal, "--n-layer; or --allow-any-memory"));
  TrainSettings shared = needing(0.5);
  shared.processes_here = 4;  // of one machine
  CHECK(contains(message_of([&] { check_memory(shared, vocab_size); }),
                 limit().source + ", for 4 processes"));
  for (const double part : {1.0, 2.0, 1e3}) {
    TrainSettings s = needing(part);
    s.allow_any_memory = true;
    CHECK(warning_of(s) == "");
    CHECK(check_memory(s, vocab_size).peak() > 0.9 * part * limit().bytes);
  }
}

}  // namespace train_settings_test
