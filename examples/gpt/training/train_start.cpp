// train_start.cpp: settings, data, model and what of them goes on from a checkpoint.
#include "gpt/training/train_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "gpt/flag_names.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/matmul_precision.h"
#include "holo/safetensors.h"
#include "holo/threads.h"
#include "support/command_line.h"
#include "support/flag_word.h"
#include "support/recording.h"
#include "support/shell_word.h"

namespace holo {
namespace {

// Of the run that goes on, or of --tokenizer-file; null: a new one.
std::shared_ptr<const Tokenizer> given_tokenizer(const TrainSettings& s) {
  if (!s.resume.empty()) {
    return tokenizer_from_text(s.resumed_tokenizer, s.resume + ": tokenizer");
  }
  return s.tokenizer_file.empty() ? nullptr : load_tokenizer(s.tokenizer_file);
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

}  // namespace

TrainStart::TrainStart(int argc, char** argv, Ranks& ranks)
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

void TrainStart::print(const Ranks& ranks) const {
  const TrainSettings& s = settings;
  fmt::print("{} {} to learn from, {} to check by, {} tokens\n", dataset.train_rows(),
             s.data.form == TextForm::running ? "windows" : "documents", dataset.validation_rows(),
             dataset.tokenizer().vocab_size());
  fmt::print("{} parameters: {} {} of {} channels, {}, {} tokens at once\n",
             trainer.model().parameter_count(), s.model.n_layer,
             s.model.n_layer == 1 ? "block" : "blocks", s.model.n_embd, s.model.ffn,
             s.model.block_size);
  if (s.shards > 1) {
    fmt::print("{} shards of {} {}, {} {}\n", s.shards, s.batch / s.shards,
               s.data.form == TextForm::running ? "windows" : "documents", ranks.size(),
               ranks.size() == 1 ? "process" : "processes");
  }
  fmt::print("memory{}{} about {}\n", default_device() == Device::cuda ? " of the GPU" : "",
             ranks.size() == 1 ? "" : " of each process", memory.to_string());
  if (s.out.empty()) fmt::print("no --out: the model will not be kept\n");
  warn_of_the_old_model(s);
  if (trainer.step() > 0) fmt::print("going on after step {}\n", trainer.step());
  flush_output();
}

}  // namespace holo
