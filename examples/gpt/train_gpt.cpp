// train_gpt: trains a tiny GPT on the embedded names or on your text, shows how it goes, and prints
// what it writes then. Ctrl-C saves and stops; --resume goes on as if nothing had happened.
#include <fmt/format.h>

#include <filesystem>

#include "gpt/flag_names.h"
#include "gpt/output_files.h"
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

void program(int argc, char** argv) {
  const TrainSettings s = read_train_settings(argc, argv);
  set_matmul_precision(matmul_precision_of(s.matmul_precision), "--matmul-precision");
  if (s.threads > 0) set_num_threads(static_cast<int>(s.threads));
  const Dataset dataset(s.data, given_tokenizer(s));
  record_tokens(dataset.tokenizer());
  for (const std::string& warning : dataset.warnings()) print_warning(warning);
  const TrainingMemory memory = check_memory(s, dataset.tokenizer().vocab_size());
  Trainer trainer(s, dataset);
  if (!s.resume.empty() && !trainer.resume(s.resume, s.allow_other_data)) {
    print_warning(fmt::format("{}: learned from another text than {}", s.resume,
                              s.data.files.empty() ? "the embedded names" : "that of --data"));
  }
  check_flags([&] { check_sampling_options(s.sampling, dataset.tokenizer().vocab_size()); });
  check_outputs(s, trainer);
  TrainingLog log(s.log, trainer.step());
  if (!s.save_tokenizer.empty()) save_tokenizer(s.save_tokenizer, dataset.tokenizer());
  fmt::print("{} {} to learn from, {} to check by, {} tokens\n", dataset.train_rows(),
             s.data.form == TextForm::running ? "windows" : "documents", dataset.validation_rows(),
             dataset.tokenizer().vocab_size());
  fmt::print("{} parameters: {} {} of {} channels, {}, {} tokens at once\n",
             trainer.model().parameter_count(), s.model.n_layer,
             s.model.n_layer == 1 ? "block" : "blocks", s.model.n_embd, s.model.ffn,
             s.model.block_size);
  fmt::print("memory{} about {}\n", default_device() == Device::cuda ? " of the GPU" : "",
             memory.to_string());
  if (s.out.empty()) fmt::print("no --out: the model will not be kept\n");
  warn_of_the_old_model(s);
  if (trainer.step() > 0) fmt::print("going on after step {}\n", trainer.step());
  flush_output();
  TrainRun run(s, dataset, trainer, log);
  const End end = run.train();
  if (!s.plot.empty()) write_file(s.plot, log.curve_svg("Training"));
  if (end != End::finished) {
    fmt::print("stopped after step {}{}\n", trainer.step(), how_to_go_on(s));
    if (end == End::interrupted) throw Interrupted{run.signal()};
    return;
  }
  fmt::print("loss {} {:.4f}\n", log.sparkline(), log.rows().back().loss);
  run.print_samples(s.samples);
  for (const std::string& file : {s.out, s.log, s.plot}) {
    if (!file.empty()) fmt::print("wrote {}\n", file);
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
