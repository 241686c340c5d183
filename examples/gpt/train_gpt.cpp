// train_gpt: trains a tiny GPT on the embedded names or on your text, shows how it goes, and prints
// what it writes then. Ctrl-C saves and stops; --resume goes on as if nothing had happened.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "gpt/agreement.h"
#include "gpt/flag_names.h"
#include "gpt/output_files.h"
#include "gpt/ranks.h"
#include "gpt/train_run.h"
#include "gpt/train_settings.h"
#include "holo/matmul_precision.h"
#include "holo/safetensors.h"
#include "holo/threads.h"
#include "support/command_line.h"
#include "support/flag_word.h"
#include "support/plot.h"
#include "support/recording.h"
#include "support/shell_word.h"

using namespace holo;

namespace {

// Before the first step: what is to be written can be written, and costs no other file.
void check_outputs(const TrainSettings& s, const Trainer& trainer) {
  std::vector<FlagFile> inputs = {{"--tokenizer-file", s.tokenizer_file}, {"--config", s.config}};
  for (const std::string& file : s.data.files) inputs.push_back({"--data", file});
  check_apart({{"--out", s.out},
               {"--log", s.log},
               {"--plot", s.plot},
               {"--save-tokenizer", s.save_tokenizer},
               {"--trace", s.trace}},
              inputs);
  check_apart({{"--log", s.log},
               {"--plot", s.plot},
               {"--save-tokenizer", s.save_tokenizer},
               {"--trace", s.trace}},
              {{"--resume", s.resume}});
  check_output(s.out, FileKind::model, "--out");
  check_output(s.log, FileKind::log, "--log");
  check_output(s.plot, FileKind::plot, "--plot");
  check_output(s.save_tokenizer, FileKind::tokenizer, "--save-tokenizer");
  if (!s.out.empty()) trainer.check_can_save(s.out);
}

// Of the run that goes on, or of --tokenizer-file; null: a new one.
std::shared_ptr<const Tokenizer> given_tokenizer(const TrainSettings& s) {
  if (!s.resume.empty()) {
    return tokenizer_from_text(s.resumed_tokenizer, s.resume + ": tokenizer");
  }
  return s.tokenizer_file.empty() ? nullptr : load_tokenizer(s.tokenizer_file);
}

// All that a checkpoint does not say of the run.
std::string how_to_go_on(const TrainSettings& s) {
  if (s.out.empty()) return ", nothing saved: no --out";
  std::string flags = ". Go on: --resume " + shell_word(s.out);
  if (!s.data.files.empty()) flags += " --data";
  for (const std::string& file : s.data.files) flags += " " + shell_word(file);
  if (!s.log.empty()) flags += " --log " + shell_word(s.log);
  if (!s.plot.empty()) flags += " --plot " + shell_word(s.plot);
  if (!s.device.empty()) flags += " --device " + s.device;
  if (s.matmul_precision != "fp32") flags += " --matmul-precision " + s.matmul_precision;
  return flags;
}

// A model that was trained before, and gives way to this run.
void warn_of_the_old_model(const TrainSettings& s) {
  std::error_code none;
  if (s.out.empty() || !s.resume.empty() || !std::filesystem::exists(s.out, none)) return;
  if (std::filesystem::is_empty(s.out, none)) return;
  const auto metadata = SafetensorsFile(s.out).metadata();
  const auto step = metadata.find("step");
  if (step == metadata.end()) return;
  print_warning(fmt::format("{}, of step {}, will be replaced. To go on with it: --resume {}",
                            s.out, shortened(step->second), shell_word(s.out)));
}

// What the ranks agree on before the first of them writes anything.
struct Start {
  Start(int argc, char** argv, Ranks& ranks);
  std::string facts() const { return facts_of(settings, dataset, trainer); }

  TrainSettings settings;
  Dataset dataset;
  TrainingMemory memory;
  Trainer trainer;
};

TrainSettings settings_of(int argc, char** argv, const Ranks& ranks) {
  TrainSettings s = read_train_settings(argc, argv, saved_run_in, ranks.size());
  if (ranks.size() > 1 && is_recording()) {
    throw UsageError("--trace or --step", fmt::format("with {} processes", ranks.size()),
                     "one process, which can be recorded", fmt::format("--shards {}", s.shards));
  }
  set_matmul_precision(matmul_precision_of(s.matmul_precision), "--matmul-precision");
  if (s.threads > 0) {
    set_num_threads(static_cast<int>(s.threads));
  } else if (ranks.here() > 1 && std::getenv("OMP_NUM_THREADS") == nullptr) {
    set_num_threads(std::max(1, num_threads() / ranks.here()));
  }
  if (!ranks.is_first()) {
    s.out = s.log = s.plot = s.save_tokenizer = "";
    s.progress = ProgressMode::off;
  }
  return s;
}

Start::Start(int argc, char** argv, Ranks& ranks)
    : settings(settings_of(argc, argv, ranks)),
      dataset(settings.data, given_tokenizer(settings)),
      memory(check_memory(settings, dataset.tokenizer().vocab_size(), ranks.here())),
      trainer(settings, dataset, ranks) {
  record_tokens(dataset.tokenizer());
  for (const std::string& warning : dataset.warnings()) print_warning(warning);
  if (!settings.resume.empty() && !trainer.resume(settings.resume, settings.allow_other_data)) {
    print_warning(
        fmt::format("{}: learned from another text than {}", settings.resume,
                    settings.data.files.empty() ? "the embedded names" : "that of --data"));
  }
  check_flags([&] { check_sampling_options(settings.sampling, dataset.tokenizer().vocab_size()); });
}

void print_start(const Start& start, const Ranks& ranks) {
  const TrainSettings& s = start.settings;
  const Dataset& dataset = start.dataset;
  fmt::print("{} {} to learn from, {} to check by, {} tokens\n", dataset.train_rows(),
             s.data.form == TextForm::running ? "windows" : "documents", dataset.validation_rows(),
             dataset.tokenizer().vocab_size());
  fmt::print("{} parameters: {} {} of {} channels, {}, {} tokens at once\n",
             start.trainer.model().parameter_count(), s.model.n_layer,
             s.model.n_layer == 1 ? "block" : "blocks", s.model.n_embd, s.model.ffn,
             s.model.block_size);
  if (s.shards > 1) {
    fmt::print("{} shards of {} {}, {} {}\n", s.shards, s.batch / s.shards,
               s.data.form == TextForm::running ? "windows" : "documents", ranks.size(),
               ranks.size() == 1 ? "process" : "processes");
  }
  fmt::print("memory{}{} about {}\n", default_device() == Device::cuda ? " of the GPU" : "",
             ranks.size() == 1 ? "" : " of each process", start.memory.to_string());
  if (s.out.empty()) fmt::print("no --out: the model will not be kept\n");
  warn_of_the_old_model(s);
  if (start.trainer.step() > 0) fmt::print("going on after step {}\n", start.trainer.step());
  flush_output();
}

void print_end(const TrainSettings& s, TrainRun& run, const TrainingLog& log,
               const Trainer& trainer, End end) {
  if (!s.plot.empty()) write_file(s.plot, log.curve_svg("Training"));
  if (end != End::finished) {
    fmt::print("stopped after step {}{}\n", trainer.step(), how_to_go_on(s));
    return;
  }
  fmt::print("loss {} {:.4f}\n", log.sparkline(), log.rows().back().loss);
  run.print_samples(s.samples);
  for (const std::string& file : {s.out, s.log, s.plot}) {
    if (!file.empty()) fmt::print("wrote {}\n", file);
  }
}

void train(int argc, char** argv, Ranks& ranks) {
  std::optional<Start> start;
  std::optional<TrainingLog> log;
  const std::vector<std::string> facts = ranks.together([&] {
    start.emplace(argc, argv, ranks);
    return ranks.size() == 1 ? "" : start->facts();
  });
  ranks.together([&] {
    check_agreement(facts);
    return "";
  });
  const TrainSettings& s = start->settings;
  Trainer& trainer = start->trainer;
  ranks.together([&] {
    if (ranks.is_first()) check_outputs(s, trainer);
    log.emplace(s.log, trainer.step());
    if (!s.save_tokenizer.empty()) save_tokenizer(s.save_tokenizer, start->dataset.tokenizer());
    if (ranks.is_first()) print_start(*start, ranks);
    return "";
  });
  TrainRun run(s, start->dataset, trainer, *log, ranks);
  const End end = run.train();
  ranks.together([&] {
    if (ranks.is_first()) print_end(s, run, *log, trainer, end);
    return "";
  });
  ranks.agree_to_end();
  if (end == End::interrupted) throw Interrupted{run.signal()};
}

std::unique_ptr<Processes> processes;  // to the end of main, when all of them have spoken

void program(int argc, char** argv) {
  processes = start_processes();
  Ranks ranks(*processes);
  try {
    train(argc, argv, ranks);
  } catch (...) {
    ranks.leave();
    throw;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int code = run_program(argc, argv, program);
  processes.reset();
  return code;
}
