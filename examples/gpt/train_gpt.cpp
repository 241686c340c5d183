// train_gpt: trains a tiny GPT on the embedded names or on your text, shows how it goes, and prints
// what it writes then. Ctrl-C saves and stops; --resume goes on as if nothing had happened.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "gpt/output_files.h"
#include "gpt/training/agreement.h"
#include "gpt/training/ranks.h"
#include "gpt/training/train_run.h"
#include "gpt/training/train_start.h"
#include "support/plots/plot.h"
#include "support/recorded/command_line.h"
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
  std::optional<TrainStart> start;
  std::optional<TrainingLog> log;
  const std::vector<std::string> facts = ranks.together([&] {
    start.emplace(argc, argv, ranks);
    return ranks.size() == 1 ? "" : facts_of(start->settings, start->dataset, start->trainer);
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
    if (ranks.is_first()) start->print(ranks);
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

std::unique_ptr<Processes> processes;  // after main, when all of them have spoken, it ends

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

int main(int argc, char** argv) { return run_program(argc, argv, program); }
