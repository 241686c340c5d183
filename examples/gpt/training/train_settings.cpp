// train_settings.cpp: the flags of train_gpt, their presets, and what a resumed run may change.
#include "gpt/training/train_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "gpt/gpt_flags.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/nn/feed_forward.h"
#include "support/command_line.h"
#include "support/flag_word.h"

namespace holo {

// ---- presets ----

namespace {

// What the built-in names are learned with in a few seconds.
TrainSettings names_preset() {
  TrainSettings s;
  s.model = {.block_size = 16,
             .n_layer = 2,
             .n_head = 4,
             .n_embd = 64,
             .ffn = "swiglu",
             .norm = Norm::rms,
             .bias = false,
             .tied = false};
  s.batch = 64;
  s.steps = 2000;
  s.schedule = "cosine";
  s.warmup = 100;
  s.learning_rate = 3e-3;
  s.min_learning_rate = 3e-4;
  s.weight_decay = 0.1;
  s.beta1 = 0.9;
  s.beta2 = 0.99;
  s.clip = 1;
  s.eval_every = 500;
  s.eval_batches = 100;
  s.samples = 20;
  s.sample_length = 200;
  s.sampling.temperature = 0.8;
  return s;
}

// The training of 07_microgpt: one document a step, in a straight line to a rate of 0.
TrainSettings microgpt_preset() {
  TrainSettings s = names_preset();
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
  return s;
}

// nanoGPT's settings for a CPU.
TrainSettings nano_preset() {
  TrainSettings s = names_preset();
  s.model = nano_options(1);
  s.model.bias = false;
  s.batch = 12;
  s.learning_rate = 1e-3;
  s.min_learning_rate = 1e-4;
  s.eval_every = 250;
  s.eval_batches = 20;
  return s;
}

}  // namespace

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = {"names", "microgpt", "nano"};
  return names;
}

TrainSettings preset_named(const std::string& name) {
  if (name == "nano") return nano_preset();
  return name == "microgpt" ? microgpt_preset() : names_preset();
}

// ---- what a checkpoint keeps ----

namespace {

Kept kept(const std::string& name) { return kept_flags().at(name); }

std::optional<Index> integer_of(const std::string& text) {
  Index number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

bool is_raised(const std::string& before, const std::string& after) {
  const std::optional<Index> from = integer_of(before), to = integer_of(after);
  return from && to && *from < *to;
}

}  // namespace

const std::map<std::string, Kept>& kept_flags() {
  static const std::map<std::string, Kept> flags = {
      {"resume", Kept::no},
      {"init-from", Kept::no},
      {"out", Kept::no},
      {"log", Kept::no},
      {"plot", Kept::no},
      {"save-tokenizer", Kept::no},
      {"tokenizer-file", Kept::no},
      {"threads", Kept::no},
      {"stop-after", Kept::no},
      {"trace", Kept::no},
      {"trace-steps", Kept::no},
      {"trace-scope", Kept::no},
      {"trace-events", Kept::no},
      {"progress", Kept::no},

      {"data", Kept::shown},
      {"device", Kept::compared},
      {"matmul-precision", Kept::compared},

      {"preset", Kept::display},
      {"eval-every", Kept::display},
      {"eval-batches", Kept::display},
      {"sample-every", Kept::display},
      {"samples", Kept::display},
      {"sample-length", Kept::display},
      {"temperature", Kept::display},
      {"top-k", Kept::display},
      {"top-p", Kept::display},
      {"save-every", Kept::display},

      {"format", Kept::learning},
      {"tokenizer", Kept::learning},
      {"vocab-size", Kept::learning},
      {"validation", Kept::learning},
      {"shuffle", Kept::learning},
      {"dropout", Kept::learning},
      {"init-std", Kept::learning},
      {"batch", Kept::learning},
      {"shards", Kept::learning},
      {"lr", Kept::learning},
      {"schedule", Kept::learning},
      {"min-lr", Kept::learning},
      {"warmup", Kept::learning},
      {"weight-decay", Kept::learning},
      {"beta1", Kept::learning},
      {"beta2", Kept::learning},
      {"clip", Kept::learning},
      {"seed", Kept::learning},

      {"steps", Kept::raised},

      {"n-layer", Kept::model},
      {"n-head", Kept::model},
      {"n-embd", Kept::model},
      {"block-size", Kept::model},
      {"ffn", Kept::model},
      {"hidden", Kept::model},
      {"norm", Kept::model},
      {"norm-gain", Kept::model},
      {"norm-embedding", Kept::model},
      {"norm-final", Kept::model},
      {"positions", Kept::model},
      {"bias", Kept::model},
      {"tied", Kept::model},
  };
  return flags;
}

FlagValues kept_settings(FlagValues values) {
  for (const auto& [name, how] : kept_flags()) {
    if (how == Kept::no) values.erase(name);
  }
  return values;
}

FlagValues settings_to_read(const SavedRun& run, const std::string& where) {
  FlagValues read;
  for (const auto& [name, value] : run.settings) {
    const auto flag = kept_flags().find(name);
    if (flag == kept_flags().end()) {
      throw Error(where, fmt::format("an unknown setting {}", in_quotes(name)),
                  "those that this train_gpt keeps");
    }
    const Kept how = flag->second;
    if (how == Kept::display || how == Kept::learning || how == Kept::raised ||
        how == Kept::model) {
      read[name] = value;
    }
  }
  return read;
}

void check_data_given(const SavedRun& run, bool given, const std::string& where) {
  const auto data = run.settings.find("data");
  if (given || data == run.settings.end() || data->second.empty()) return;
  std::string names = data->second;  // a name has a line
  std::replace(names.begin(), names.end(), '\n', ' ');
  throw UsageError("--data",
                   fmt::format("not given, and {} was trained on {}", where, in_quotes(names)),
                   "the text of that run, which a checkpoint does not hold", "--data FILE");
}

void check_unchanged(const SavedRun& run, const FlagValues& values, bool allow_config_change,
                     const std::string& where) {
  std::string changes;
  bool another_model = false;
  for (const auto& [name, value] : values) {
    const auto before = run.settings.find(name);
    if (before == run.settings.end() || before->second == value) continue;
    const Kept how = kept(name);
    if (how == Kept::no || how == Kept::shown || how == Kept::display) continue;
    if (how == Kept::raised && is_raised(before->second, value)) continue;
    another_model = another_model || how == Kept::model;
    changes += fmt::format("{}--{} {} (was {})", changes.empty() ? "" : ", ", name, value,
                           shortened(before->second));
  }
  if (another_model) {
    throw Error(where, "another model than this one: " + changes,
                "the model that it was trained as", "a run of its own, without --resume");
  }
  if (changes.empty() || allow_config_change) return;
  throw Error(where, "another run than this one: " + changes,
              "the settings that it was trained with", "--allow-config-change, or without them");
}

// ---- the model of a file ----

FlagValues model_flags(const GPTOptions& model) {
  const auto number = [](Index x) { return fmt::format("{}", x); };
  const auto on_off = [](bool x) { return std::string(x ? "on" : "off"); };
  return {{"n-layer", number(model.n_layer)},
          {"n-head", number(model.n_head)},
          {"n-embd", number(model.n_embd)},
          {"block-size", number(model.block_size)},
          {"ffn", model.ffn},
          {"hidden", number(model.hidden.value_or(0))},
          {"norm", kind_name(model.norm)},
          {"norm-gain", on_off(model.norm_gain)},
          {"norm-embedding", on_off(model.norm_embedding)},
          {"norm-final", on_off(model.norm_final)},
          {"positions", kind_name(model.positions)},
          {"bias", on_off(model.bias)},
          {"tied", on_off(model.tied)}};
}

void take_what_has_no_flag(GPTOptions& model, const GPTOptions& saved) {
  model.vocab_size = saved.vocab_size;
  model.n_head_kv = saved.n_head_kv;
  model.norm_epsilon = saved.norm_epsilon;
  model.rotary_base = saved.rotary_base;
}

void check_same_model(const GPTOptions& model, const GPTOptions& saved, const std::string& where) {
  const FlagValues has = model_flags(saved);
  std::string changes;
  for (const auto& [name, value] : model_flags(model)) {
    if (value == has.at(name)) continue;
    if (name == "block-size" && saved.positions == Positions::rotary) continue;
    changes += fmt::format("{}--{} {} (it has {})", changes.empty() ? "" : ", ", name, value,
                           has.at(name));
  }
  if (changes.empty()) return;
  throw Error(where, "another model than this one: " + changes, "the model of that file",
              "without these flags, or without --init-from");
}

// ---- flags ----

namespace {

constexpr std::int64_t most_of_a_size = 1 << 20, most_steps = 1'000'000'000;

bool on_off(CommandLine& cli, const char* name, bool preset, const char* help) {
  return cli.choice(name, preset ? "on" : "off", {"on", "off"}, help) == "on";
}

void read_data(CommandLine& cli, TrainSettings& settings) {
  DatasetSettings& s = settings.data;
  s.files = cli.texts("--data", "FILE", "training text; without it the built-in names");
  s.form = cli.choice("--format", {"lines", "text"},
                      "lines: each is a document; text: windows of running text") == "text"
               ? TextForm::running
               : TextForm::documents;
  s.tokenizer = cli.choice("--tokenizer", {"char", "byte", "bpe"}, "kind of token");
  s.vocab_size = static_cast<int>(
      cli.integer("--vocab-size", s.vocab_size, 257, 1 << 20, "vocabulary of bpe"));
  settings.tokenizer_file =
      cli.text("--tokenizer-file", "", "FILE", "use this tokenizer instead of a new one");
  s.validation =
      cli.number("--validation", s.validation, half_open(0, 1), "part of the data for validation");
  s.shuffle = on_off(cli, "--shuffle", s.shuffle, "a new order in each epoch");
}

template <class Kind>
Kind kind(CommandLine& cli, const char* flag, Kind preset, const char* help) {
  const auto& all = KindNames<Kind>::all;
  const std::vector<std::string> names(all.begin(), all.end());
  return *kind_named<Kind>(cli.choice(flag, kind_name(preset), names, help));
}

void read_model(CommandLine& cli, GPTOptions& m) {
  const auto size = [&](const char* name, Index preset, const char* help) {
    return cli.integer(name, preset, 1, most_of_a_size, help);
  };
  m.n_layer = size("--n-layer", m.n_layer, "blocks");
  m.n_head = size("--n-head", m.n_head, "attention heads in each block");
  m.n_embd = size("--n-embd", m.n_embd, "channels");
  m.block_size =
      size("--block-size", m.block_size, "context: the tokens that the model sees at once");
  m.ffn = cli.choice("--ffn", m.ffn, feed_forward_names(), "feed-forward layer");
  const Index hidden = cli.integer("--hidden", m.hidden.value_or(0), 0, most_of_a_size,
                                   "hidden size of that layer; 0: its usual one");
  m.hidden = hidden == 0 ? std::nullopt : std::optional(hidden);
  m.norm = kind(cli, "--norm", m.norm, "normalisation");
  m.norm_gain = on_off(cli, "--norm-gain", m.norm_gain, "the norms have gains");
  m.norm_embedding = on_off(cli, "--norm-embedding", m.norm_embedding, "a norm before the blocks");
  m.norm_final = on_off(cli, "--norm-final", m.norm_final, "a norm after the blocks");
  m.positions = kind(cli, "--positions", m.positions, "kind of position embedding");
  m.bias = on_off(cli, "--bias", m.bias, "the linear layers have biases");
  m.tied = on_off(cli, "--tied", m.tied, "the head shares the weights of the token embedding");
  m.dropout = cli.number("--dropout", m.dropout, half_open(0, 1), "dropout probability");
  m.init_std = cli.number("--init-std", m.init_std, at_least(0),
                          "standard deviation of the initial weights");
}

void read_training(CommandLine& cli, TrainSettings& s) {
  s.batch = cli.integer("--batch", s.batch, 1, most_of_a_size, "documents or windows in a batch");
  s.shards = cli.integer("--shards", s.processes, 1, most_of_a_size,
                         "parts of a batch, which the processes of mpirun compute side by side");
  s.steps = cli.integer("--steps", s.steps, 1, most_steps, "training steps");
  s.learning_rate = cli.number("--lr", s.learning_rate, at_least(0), "learning rate");
  s.schedule = cli.choice("--schedule", s.schedule, {"cosine", "linear", "constant"},
                          "of the learning rate");
  s.min_learning_rate = cli.number("--min-lr", std::min(s.min_learning_rate, s.learning_rate / 10),
                                   at_least(0), "the last learning rate, unless constant");
  const Index warmup = s.schedule == "cosine" ? std::min(s.warmup, s.steps / 10) : 0;
  s.warmup = cli.integer("--warmup", warmup, 0, most_steps, "steps of linear warm-up, with cosine");
  s.weight_decay =
      cli.number("--weight-decay", s.weight_decay, at_least(0), "weight decay of AdamW");
  s.beta1 =
      cli.number("--beta1", s.beta1, half_open(0, 1), "beta1 of AdamW, for the mean gradient");
  s.beta2 = cli.number("--beta2", s.beta2, half_open(0, 1), "beta2 of AdamW, for its mean square");
  s.clip = cli.number("--clip", s.clip, at_least(0), "maximum norm of the gradient; 0: no limit");
  s.seed = cli.integer("--seed", 42, 0, (std::int64_t{1} << 62), "seed of all random numbers");
}

void read_run(CommandLine& cli, TrainSettings& s) {
  s.matmul_precision = cli.choice("--matmul-precision", {"fp32", "tf32", "bf16"},
                                  "precision of matrix products on a GPU");
  s.threads = cli.integer("--threads", 0, 0, 4096, "0: all, or OMP_NUM_THREADS");
  s.eval_every = cli.integer("--eval-every", s.eval_every, 0, most_steps,
                             "steps between validations; 0: at the end only");
  s.eval_batches =
      cli.integer("--eval-batches", s.eval_batches, 1, most_steps, "validation batches at most");
  s.sample_every =
      cli.integer("--sample-every", 0, 0, most_steps, "steps between samples; 0: at the end only");
  s.samples = cli.integer("--samples", s.samples, 0, 1'000'000, "samples to print");
  s.sample_length = cli.integer("--sample-length", s.sample_length, 1, most_of_a_size,
                                "tokens of a sample at most, and 64 times as many bytes");
  read_sampling(cli, s.sampling);
  s.out = cli.text("--out", "", "FILE", "checkpoint, .safetensors");
  s.save_every = cli.integer("--save-every", 0, 0, most_steps,
                             "steps between checkpoints; 0: at the end only");
  s.keep_best = cli.flag("--keep-best",
                         "keep the checkpoint with the lowest validation loss, too: beside that "
                         "of --out, .best.safetensors");
  s.stop_after =
      cli.integer("--stop-after", 0, 0, most_steps, "save and stop after so many steps; 0: never");
  s.log = cli.text("--log", "", "FILE", "log with a line for each step, .csv");
  s.plot = cli.text("--plot", "", "FILE", "loss curve, .svg");
  s.save_tokenizer = cli.text("--save-tokenizer", "", "FILE", "file for the tokenizer");
  s.trace_steps = cli.integer("--trace-steps", s.trace_steps, 1, most_steps,
                              "training steps that --trace and --step record");
  const std::string progress = cli.choice("--progress", {"auto", "plain", "bar", "off"},
                                          "on stderr; HOLO_PROGRESS says it too");
  s.progress = progress == "auto" && !cli.given("--progress") ? progress_mode_from_environment()
                                                              : progress_mode_named(progress);
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

}  // namespace

TrainSettings read_train_settings(int argc, char** argv, SavedRun (*saved_run)(const std::string&),
                                  int processes) {
  CommandLine cli(
      argc, argv,
      "Trains a GPT on a text, without --data on the built-in names, and prints texts that "
      "it generates.");
  if (cli.given("--replay")) {
    throw UsageError("--replay", "a flag that was removed: every step builds its graph",
                     "the command without it");
  }
  if (cli.given("--config")) {
    throw UsageError("--config", "a flag that was removed: no file has settings any more",
                     "them as flags", "--n-layer 4 for a line n-layer = 4");
  }
  const std::string resume =
      cli.text("--resume", "", "FILE", "continue from a checkpoint; with --data if it had one");
  const std::string init_from = cli.text(
      "--init-from", "", "FILE", "begin a new run with the weights of a model, as large as it is");
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
  if (!init_from.empty()) {
    saved = saved_model_in(init_from);
    cli.fall_back(model_flags(saved.model), init_from);
  }
  const std::string preset = cli.choice("--preset", preset_names(), "defaults of the other flags");
  TrainSettings s = preset_named(preset);
  s.processes = processes;
  read_data(cli, s);
  read_model(cli, s.model);
  read_training(cli, s);
  read_run(cli, s);
  s.allow_config_change =
      cli.flag("--allow-config-change", "resume although the flags have changed");
  s.allow_other_data = cli.flag("--allow-other-data", "resume although the text has changed");
  s.allow_any_memory =
      cli.flag("--allow-any-memory", "train although the memory seems insufficient");
  const Device usual_device = default_device();
  cli.finish();
  if (default_device() != usual_device) s.device = device_name(default_device());
  s.data.block_size = s.model.block_size;
  s.data.batch_size = s.batch;
  s.data.seed = s.seed;
  s.resume = resume;
  s.init_from = init_from;
  check_flags_of_the_file(cli, s, saved);
  s.saved_tokenizer = saved.tokenizer;
  if (s.out.empty()) s.out = resume;
  const std::map<std::string, std::string> values = cli.values();
  // Only programs that can write a log have this flag.
  if (const auto trace = values.find("trace"); trace != values.end()) s.trace = trace->second;
  s.values = kept_settings(values);
  if (!init_from.empty()) {
    check_same_model(s.model, saved.model, init_from);
  }
  if (!resume.empty() || !init_from.empty()) take_what_has_no_flag(s.model, saved.model);
  check_together(s);
  if (resume.empty()) return s;
  check_data_given(saved, !s.data.files.empty(), resume);
  check_unchanged(saved, s.values, s.allow_config_change, resume);
  check_same_size(s.model, saved.model, resume);
  return s;
}

}  // namespace holo
