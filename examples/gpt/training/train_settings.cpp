// train_settings.cpp: the flags of train_gpt as one table, which reading, resuming, beginning with
// the weights of a file and --help walk over; and the presets.
#include "gpt/training/train_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <optional>

#include "base/parse_number.h"
#include "gpt/gpt_flags.h"
#include "gpt/layouts/own_model.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/nn/feed_forward.h"
#include "support/command_line.h"

namespace holo {

template <>
struct KindNames<TextForm> {
  static constexpr std::array all = {"lines", "text"};
};

namespace {

// ---- the table ----

constexpr Index most_of_a_size = 1 << 20, most_steps = 1'000'000'000;

// What the value of a flag may be; real numbers have an Interval.
struct Whole {
  std::int64_t low, high;
};
constexpr Whole size = {1, most_of_a_size}, some_steps = {1, most_steps},
                steps_or_none = {0, most_steps};
struct OneOf {
  std::vector<std::string> names;
};
struct Kind {};  // one of KindNames
struct OnOff {};
struct Given {};  // a flag without a value
struct File {};   // one, or several

// Calls visit(name, what a checkpoint keeps, member, values, help) for each flag, in the order of
// --help; and with a function of the settings where flags before it decide the default.
template <class Settings, class Visit>
void for_each_flag(Settings& s, Visit visit) {
  auto& data = s.data;
  visit("--data", Kept::shown, data.files, File(), "training text; without it the built-in names");
  visit("--format", Kept::learning, data.form, Kind(),
        "lines: each is a document; text: windows of running text");
  visit("--tokenizer", Kept::learning, data.tokenizer, OneOf{{"char", "byte", "bpe"}},
        "kind of token");
  visit("--vocab-size", Kept::learning, data.vocab_size, Whole{257, most_of_a_size},
        "vocabulary of bpe");
  visit("--tokenizer-file", Kept::no, s.tokenizer_file, File(),
        "use this tokenizer instead of a new one");
  visit("--validation", Kept::learning, data.validation, half_open(0, 1),
        "part of the data for validation");
  visit("--shuffle", Kept::learning, data.shuffle, OnOff(), "a new order in each epoch");

  auto& m = s.model;
  visit("--n-layer", Kept::model, m.n_layer, size, "blocks");
  visit("--n-head", Kept::model, m.n_head, size, "attention heads in each block");
  visit("--n-embd", Kept::model, m.n_embd, size, "channels");
  visit("--block-size", Kept::model, m.block_size, size,
        "context: the tokens that the model sees at once");
  visit("--ffn", Kept::model, m.ffn, OneOf{feed_forward_names()}, "feed-forward layer");
  visit("--hidden", Kept::model, m.hidden, Whole{0, most_of_a_size},
        "hidden size of that layer; 0: its usual one");
  visit("--norm", Kept::model, m.norm, Kind(), "normalization");
  visit("--norm-gain", Kept::model, m.norm_gain, OnOff(), "the norms have gains");
  visit("--norm-embedding", Kept::model, m.norm_embedding, OnOff(), "a norm before the blocks");
  visit("--norm-final", Kept::model, m.norm_final, OnOff(), "a norm after the blocks");
  visit("--positions", Kept::model, m.positions, Kind(), "kind of position embedding");
  visit("--bias", Kept::model, m.bias, OnOff(), "the linear layers have biases");
  visit("--tied", Kept::model, m.tied, OnOff(),
        "the head shares the weights of the token embedding");
  visit("--dropout", Kept::learning, m.dropout, half_open(0, 1), "dropout probability");
  visit("--init-std", Kept::learning, m.init_std, at_least(0),
        "standard deviation of the initial weights");

  visit("--batch", Kept::learning, s.batch, size, "documents or windows in a batch");
  visit("--shards", Kept::learning, s.shards, size,
        "parts of a batch, which the processes of mpirun compute side by side",
        [](const TrainSettings& t) { return Index{t.processes}; });
  visit("--steps", Kept::changeable, s.steps, some_steps, "training steps");
  visit("--lr", Kept::learning, s.learning_rate, at_least(0), "learning rate");
  visit("--schedule", Kept::learning, s.schedule, OneOf{{"cosine", "linear", "constant"}},
        "of the learning rate");
  visit("--min-lr", Kept::learning, s.min_learning_rate, at_least(0),
        "the last learning rate, unless constant",
        [](const TrainSettings& t) { return std::min(t.min_learning_rate, t.learning_rate / 10); });
  visit("--warmup", Kept::learning, s.warmup, steps_or_none, "steps of linear warm-up, with cosine",
        [](const TrainSettings& t) {
          return t.schedule == "cosine" ? std::min(t.warmup, t.steps / 10) : 0;
        });
  visit("--weight-decay", Kept::learning, s.weight_decay, at_least(0), "weight decay of AdamW");
  visit("--beta1", Kept::learning, s.beta1, half_open(0, 1),
        "beta1 of AdamW, for the mean gradient");
  visit("--beta2", Kept::learning, s.beta2, half_open(0, 1), "beta2 of AdamW, for its mean square");
  visit("--clip", Kept::learning, s.clip, at_least(0), "maximum norm of the gradient; 0: no limit");
  visit("--seed", Kept::learning, s.seed, Whole{0, std::int64_t{1} << 62},
        "seed of all random numbers");

  visit("--matmul-precision", Kept::shown, s.matmul_precision, OneOf{{"fp32", "tf32", "bf16"}},
        "precision of matrix products on a GPU");
  visit("--threads", Kept::no, s.threads, Whole{0, 4096}, "0: all, or OMP_NUM_THREADS");
  visit("--eval-every", Kept::changeable, s.eval_every, steps_or_none,
        "steps between validations; 0: at the end only");
  visit("--eval-batches", Kept::changeable, s.eval_batches, some_steps,
        "validation batches at most");
  visit("--samples", Kept::changeable, s.samples, Whole{0, 1'000'000}, "samples to print");
  visit("--sample-length", Kept::changeable, s.sample_length, size,
        "tokens of a sample at most, and 64 times as many bytes");
  visit("--temperature", Kept::changeable, s.sampling.temperature, above(0),
        "of sampling: lower is more predictable");
  visit("--top-k", Kept::changeable, s.sampling.top_k, Whole{0, most_of_a_size},
        "sample from the k most probable tokens; 0: all");
  visit("--top-p", Kept::changeable, s.sampling.top_p, Interval{0, 1, true, false},
        "sample from the most probable tokens, up to this sum");
  visit("--out", Kept::no, s.out, File(), "checkpoint, .safetensors");
  visit("--save-every", Kept::changeable, s.save_every, steps_or_none,
        "steps between checkpoints; 0: at the end only");
  visit("--stop-after", Kept::no, s.stop_after, steps_or_none,
        "save and stop after so many steps; 0: never");
  visit("--log", Kept::no, s.log, File(), "log with a line for each step, .csv");
  visit("--plot", Kept::no, s.plot, File(), "loss curve, .svg");
  visit("--trace-steps", Kept::no, s.trace_steps, some_steps,
        "training steps that --trace and --step record");
  visit("--allow-any-memory", Kept::no, s.allow_any_memory, Given(),
        "train although the memory seems insufficient");
}

// ---- those who walk over it ----

// Reads each flag into its member, whose value is the default.
class FlagReader {
 public:
  FlagReader(CommandLine& cli, TrainSettings& settings) : cli_(cli), settings_(settings) {}

  template <class Member, class Values, class... Default>
  void operator()(const char* name, Kept, Member& member, const Values& values, const char* help,
                  Default... preset) {
    ((member = preset(settings_)), ...);
    member = read(name, member, values, help);
  }

 private:
  template <std::integral Number>
  Number read(const char* name, Number preset, Whole range, const char* help) {
    return static_cast<Number>(cli_.integer(name, preset, range.low, range.high, help));
  }
  std::optional<Index> read(const char* name, std::optional<Index> preset, Whole range,
                            const char* help) {
    const Index number = read(name, preset.value_or(0), range, help);
    return number == 0 ? std::nullopt : std::optional(number);
  }
  double read(const char* name, double preset, const Interval& range, const char* help) {
    return cli_.number(name, preset, range, help);
  }
  std::string read(const char* name, const std::string& preset, const OneOf& one,
                   const char* help) {
    return cli_.choice(name, preset, one.names, help);
  }
  template <class Enum>
  Enum read(const char* name, Enum preset, Kind, const char* help) {
    return read_kind(cli_, name, preset, help);
  }
  bool read(const char* name, bool preset, OnOff, const char* help) {
    return cli_.choice(name, preset ? "on" : "off", {"on", "off"}, help) == "on";
  }
  bool read(const char* name, bool, Given, const char* help) { return cli_.flag(name, help); }
  std::string read(const char* name, const std::string&, File, const char* help) {
    return cli_.text(name, "", "FILE", help);
  }
  std::vector<std::string> read(const char* name, const std::vector<std::string>&, File,
                                const char* help) {
    return cli_.texts(name, "FILE", help);
  }

  CommandLine& cli_;
  TrainSettings& settings_;
};

// Values of flags as text, by their names without dashes.
using FlagValues = std::map<std::string, std::string>;

// The values of the flags that make the model.
FlagValues model_flags(const GPTOptions& model) {
  FlagValues values;
  for (const auto& [option, text] : gpt_options_to_text(model)) {  // "gpt.n_layer"
    std::string name = option.substr(option.find('.') + 1);
    std::replace(name.begin(), name.end(), '_', '-');
    const auto flag = kept_flags().find(name);
    if (flag == kept_flags().end() || flag->second != Kept::model) continue;
    values[name] = text == "yes" ? "on" : text == "no" ? "off" : text == "default" ? "0" : text;
  }
  return values;
}

// ---- a checkpoint ----

// Adds one to a list of those that changed: "--lr 0.1 (was 0.003), --clip 2 (was 1)".
void add_change(std::string& list, const std::string& name, const std::string& now,
                const std::string& before) {
  list += fmt::format("{}--{} {} ({})", list.empty() ? "" : ", ", name, now, before);
}

// What a checkpoint is to hold of the values of all flags.
FlagValues kept_settings(FlagValues values) {
  for (const auto& [name, how] : kept_flags()) {
    if (how == Kept::no) values.erase(name);
  }
  return values;
}

// What is read of those of a checkpoint: a list of what may be, all else is passed over. Throws
// Error for a name that is not a flag of train_gpt and never was one.
FlagValues settings_to_read(const SavedRun& run, const std::string& where) {
  FlagValues read;
  for (const auto& [name, value] : run.settings) {
    if (name == "sample-every") continue;  // of an older train_gpt; it changed no number
    const auto flag = kept_flags().find(name);
    if (flag == kept_flags().end()) {
      throw Error(where, fmt::format("an unknown setting {}", in_quotes(name)),
                  "those that this train_gpt keeps");
    }
    const Kept how = flag->second;
    if (how == Kept::changeable || how == Kept::learning) read[name] = value;
  }
  return read;
}

// Throws UsageError when the run was on files and none are given; the names that it kept are shown
// and not opened.
void check_data_given(const SavedRun& run, bool given, const std::string& where) {
  const auto data = run.settings.find("data");
  if (given || data == run.settings.end() || data->second.empty()) return;
  std::string names = data->second;  // a name has a line
  std::replace(names.begin(), names.end(), '\n', ' ');
  throw UsageError("--data",
                   fmt::format("not given, and {} was trained on {}", where, in_quotes(names)),
                   "the text of that run, which a checkpoint does not hold", "--data FILE");
}

// Throws Error with a list of those of `values` that make another run, or another model.
void check_unchanged(const SavedRun& run, const FlagValues& values, const std::string& where) {
  std::string changes;
  bool another_model = false;
  for (const auto& [name, value] : values) {
    const auto before = run.settings.find(name);
    if (before == run.settings.end() || before->second == value) continue;
    const Kept how = kept_flags().at(name);
    if (how == Kept::no || how == Kept::shown || how == Kept::changeable) continue;
    another_model = another_model || how == Kept::model;
    add_change(changes, name, value, "was " + shortened(before->second));
  }
  if (changes.empty()) return;
  throw Error(where,
              fmt::format("another {} than this one: {}", another_model ? "model" : "run", changes),
              "the settings that it was trained with",
              another_model ? "a run of its own, without --resume"
                            : "without them, or --init-from, for a run that begins anew");
}

// Throws Error with a list of the flags that make another model than the saved one. With rotary
// positions, which have no parameters, the context may be another.
void check_same_model(const GPTOptions& model, const GPTOptions& saved, const std::string& where) {
  const FlagValues has = model_flags(saved);
  std::string changes;
  for (const auto& [name, value] : model_flags(model)) {
    if (value == has.at(name)) continue;
    if (name == "block-size" && saved.positions == Positions::rotary) continue;
    add_change(changes, name, value, "it has " + has.at(name));
  }
  if (changes.empty()) return;
  throw Error(where, "another model than this one: " + changes, "the model of that file",
              "without these flags, or without --init-from");
}

// The number of tokens, heads of keys and values, the epsilon of the norms, the base of rotary
// positions.
void take_what_has_no_flag(GPTOptions& model, const GPTOptions& saved) {
  model.vocab_size = saved.vocab_size;
  model.n_head_kv = saved.n_head_kv;
  model.norm_epsilon = saved.norm_epsilon;
  model.rotary_base = saved.rotary_base;
}

// Those that a checkpoint decides, or the weights that a run begins with.
void check_flags_of_the_file(const CommandLine& cli, const TrainSettings& s,
                             const SavedRun& saved) {
  if (s.resume.empty() && s.init_from.empty()) return;
  const std::string with = s.resume.empty() ? "--init-from" : "--resume";
  const std::string file = s.resume.empty() ? "that of " + s.init_from : "that of the checkpoint";
  for (const char* flag : {"--preset", "--tokenizer", "--vocab-size", "--tokenizer-file"}) {
    if (!cli.given(flag)) continue;
    const bool has_none = saved.tokenizer.empty() && flag == std::string("--tokenizer-file");
    if (s.resume.empty() && (has_none || flag == std::string("--preset"))) continue;
    throw UsageError(flag, "together with " + with, file, "without it");
  }
  if (s.resume.empty() && saved.tokenizer.empty() && s.tokenizer_file.empty()) {
    throw UsageError(s.init_from, "no tokenizer in it", "a tokenizer", "--tokenizer-file FILE");
  }
}

// Refuses flags that have no effect because of other flags.
void check_flags_have_effect(const CommandLine& cli, const TrainSettings& s) {
  const bool has_file = !s.tokenizer_file.empty();
  const struct {
    const char* flag;
    bool is_idle;
    std::string found, expected;
  } table[] = {
      {"--tokenizer", has_file, "together with --tokenizer-file", "one of the two"},
      {"--vocab-size", has_file, "together with --tokenizer-file", "one of the two"},
      {"--vocab-size", s.data.tokenizer != "bpe", "with --tokenizer " + s.data.tokenizer,
       "--tokenizer bpe, which alone has one"},
      {"--init-std", !s.init_from.empty(), "together with --init-from", "the weights of that file"},
      {"--min-lr", s.schedule == "constant", "with --schedule constant", "another schedule"}};
  for (const auto& [flag, is_idle, found, expected] : table) {
    if (is_idle && cli.given(flag)) throw UsageError(flag, found, expected);
  }
}

constexpr struct {
  const char *name, *why, *instead;
} gone_flags[] = {
    {"--allow-config-change", "a run keeps its settings", "--init-from, for another run"},
    {"--allow-other-data", "a run keeps its text", "--init-from, for another run"},
    {"--replay", "every step builds its graph", "the command without it"},
    {"--config", "no file has settings any more", "them as flags: --n-layer 4 for n-layer = 4"},
    {"--progress", "the environment says it", "HOLO_PROGRESS=off before the command, for example"},
    {"--keep-best", "the output names the best step", "--stop-after N, which ends the run there"},
    {"--sample-every", "texts are printed at the end", "--stop-after N, then sample_gpt"}};

}  // namespace

const std::map<std::string, Kept>& kept_flags() {
  static const std::map<std::string, Kept> flags = [] {
    // Those that are not in the table: what decides all others, and what each program has.
    std::map<std::string, Kept> all = {
        {"resume", Kept::no},    {"init-from", Kept::no}, {"preset", Kept::changeable},
        {"device", Kept::shown}, {"trace", Kept::no},     {"trace-events", Kept::no},
        {"step", Kept::no}};
    TrainSettings settings;
    for_each_flag(settings, [&](const char* name, Kept kept, const auto&...) {
      all[without_dashes(name)] = kept;
    });
    return all;
  }();
  return flags;
}

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = {"names", "microgpt", "nano"};
  return names;
}

TrainSettings preset_named(const std::string& name) {
  TrainSettings s;
  if (name == "microgpt") {  // one document a step, in a straight line to a rate of 0
    s.model = microgpt_options(1);
    s.batch = 1;
    s.steps = 1000;
    s.schedule = "linear";
    s.warmup = 0;
    s.learning_rate = 0.01;
    s.min_learning_rate = 0;
    s.weight_decay = 0;
    s.beta1 = 0.85;
    s.clip = 0;
    s.data.validation = 0;
    s.data.shuffle = false;
    s.sampling.temperature = 0.5;
  }
  if (name == "nano") {
    s.model = nano_options(1);
    s.model.bias = false;
    s.batch = 12;
    s.learning_rate = 1e-3;
    s.min_learning_rate = 1e-4;
    s.eval_every = 250;
    s.eval_batches = 20;
  }
  return s;
}

TrainSettings read_train_settings(int argc, char** argv, SavedRun (*saved_run)(const std::string&),
                                  int processes) {
  CommandLine cli(
      argc, argv,
      "Trains a GPT on a text, without --data on the built-in names, and prints texts that "
      "it generates.");
  for (const auto& [name, why, instead] : gone_flags) {
    if (cli.given(name))
      throw UsageError(name, fmt::format("a flag that is gone: {}", why), instead);
  }
  const std::string resume =
      cli.text("--resume", "", "FILE", "continue from a checkpoint; with --data if it had one");
  const std::string init_from = cli.text(
      "--init-from", "", "FILE", "begin a new run with the weights of a model, as large as it is");
  const bool is_begun = !resume.empty() || !init_from.empty();  // the file has a model
  if (!resume.empty() && !init_from.empty()) {
    throw UsageError("--init-from", "together with --resume",
                     "--resume, to continue a run, or --init-from, to begin one");
  }
  SavedRun saved;
  if (!resume.empty()) {
    saved = saved_run(resume);
    saved.settings.emplace("shards", "1");  // of a run before there were others
    cli.fall_back(settings_to_read(saved, resume), resume);
  }
  if (!init_from.empty()) saved = saved_model_in(init_from);
  if (is_begun) cli.fall_back(model_flags(saved.model), resume + init_from);
  const std::string preset = cli.choice("--preset", preset_names(), "defaults of the other flags");
  TrainSettings s = preset_named(preset);
  s.processes = processes;
  for_each_flag(s, FlagReader(cli, s));
  s.progress = progress_mode_from_environment();
  const Device usual_device = default_device();
  cli.finish();
  if (default_device() != usual_device) s.device = device_name(default_device());
  s.data.block_size = s.model.block_size;
  s.data.batch_size = s.batch;
  s.data.seed = s.seed;
  s.resume = resume;
  s.init_from = init_from;
  check_flags_of_the_file(cli, s, saved);
  check_flags_have_effect(cli, s);
  s.saved_tokenizer = saved.tokenizer;
  if (s.out.empty()) s.out = resume;
  const std::map<std::string, std::string> values = cli.values();
  // Only programs that can write a log have this flag.
  if (const auto trace = values.find("trace"); trace != values.end()) s.trace = trace->second;
  s.values = kept_settings(values);
  if (!init_from.empty()) check_same_model(s.model, saved.model, init_from);
  if (is_begun) take_what_has_no_flag(s.model, saved.model);
  check_together(s);
  if (resume.empty()) return s;
  check_data_given(saved, !s.data.files.empty(), resume);
  check_unchanged(saved, s.values, resume);
  return s;
}

// ---- flags that go together ----

namespace {

// Shards divide the batch, and processes the shards.
void check_shards(const TrainSettings& s) {
  if (s.batch % s.shards != 0) {
    throw UsageError("--shards", fmt::format("{} of --batch {}", s.shards, s.batch),
                     "a divisor of the batch");
  }
  if (s.shards % s.processes != 0) {
    throw UsageError("--shards", fmt::format("{} for {} processes", s.shards, s.processes),
                     "a multiple of the processes");
  }
}

}  // namespace

void check_together(const TrainSettings& s) {
  if (s.schedule == "cosine" && s.warmup > s.steps) {
    throw UsageError("--warmup", fmt::format("{} of {} steps", s.warmup, s.steps),
                     "at most --steps", fmt::format("--warmup {}", s.steps / 10));
  }
  if (s.schedule != "cosine" && s.warmup > 0) {
    throw UsageError("--warmup", fmt::format("{} with --schedule {}", s.warmup, s.schedule),
                     "--schedule cosine, which alone has one");
  }
  if (s.schedule != "constant" && s.min_learning_rate > s.learning_rate) {
    throw UsageError("--min-lr",
                     fmt::format("{} above --lr {}", s.min_learning_rate, s.learning_rate),
                     "at most --lr", fmt::format("--min-lr {:.3g}", s.learning_rate / 10));
  }
  if (s.out.empty() && s.save_every > 0) {
    throw UsageError("--save-every", "no file to save to", "--out too", "--out gpt.safetensors");
  }
  check_shards(s);
  GPTOptions model = s.model;
  model.vocab_size = 1;  // the data will tell
  check_flags([&] { check_gpt_options(model); }, s.resume);
}

}  // namespace holo
