// train_start.cpp: data and model, or those of a checkpoint; then its files, and what is printed.
#include "gpt/training/train_start.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "gpt/flag_names.h"
#include "gpt/loading/loaded_model.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "gpt/training/best_file.h"
#include "gpt/training/train_checks.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/matmul_precision.h"
#include "holo/safetensors.h"
#include "holo/threads.h"
#include "support/command_line.h"
#include "support/output/output_files.h"
#include "support/recording.h"
#include "support/shell_word.h"

namespace holo {
namespace {

// The weights that a run begins with have a row for each token.
std::shared_ptr<const Tokenizer> checked(std::shared_ptr<const Tokenizer> tokenizer,
                                         const TrainSettings& s, const std::string& file) {
  if (!s.init_from.empty()) check_tokenizer(*tokenizer, s.model, file);
  if (tokenizer->bos() >= 0) return tokenizer;
  throw Error(file, "a tokenizer without BOS", "one with a token that comes between texts",
              file == s.tokenizer_file
                  ? "a tokenizer.json with <|endoftext|>, or with a post_processor that puts a "
                    "token before a text"
                  : "the model imported again, with a \"bos_token_id\" in its config.json");
}

// Of the run that goes on, of the weights that it begins with, or of --tokenizer-file; null: a new
// one.
std::shared_ptr<const Tokenizer> given_tokenizer(const TrainSettings& s) {
  if (!s.resume.empty() || !s.saved_tokenizer.empty()) {
    const std::string& file = s.resume.empty() ? s.init_from : s.resume;
    return checked(stored_tokenizer(s.saved_tokenizer, file + ": tokenizer"), s, file);
  }
  if (s.tokenizer_file.empty()) return nullptr;
  return checked(load_stored_tokenizer(s.tokenizer_file), s, s.tokenizer_file);
}

// A model that was trained before, and gives way to this run.
void warn_of_the_old_model(const TrainSettings& s, const std::string& file) {
  std::error_code none;
  if (file.empty() || !s.resume.empty() || !std::filesystem::exists(file, none)) return;
  if (std::filesystem::is_empty(file, none)) return;
  const auto metadata = SafetensorsFile(file).metadata();
  const auto step = metadata.find("step");
  if (step == metadata.end()) return;
  print_warning(fmt::format("{}, of step {}, will be replaced. To continue it: --resume {}", file,
                            shortened(step->second), shell_word(file)));
}

// Where the best checkpoint is kept; empty: nowhere.
std::string best_of(const TrainSettings& s) {
  return s.keep_best && !s.out.empty() ? best_file_of(s.out) : "";
}

// What concerns the whole program.
TrainSettings applied(TrainSettings s) {
  set_matmul_precision(matmul_precision_of(s.matmul_precision), "--matmul-precision");
  if (s.threads > 0) set_num_threads(static_cast<int>(s.threads));
  return s;
}

}  // namespace

TrainStart::TrainStart(TrainSettings given, const TrainerMaker& make)
    : settings(applied(std::move(given))),
      dataset(settings.data, given_tokenizer(settings)),
      memory(check_memory(settings, model_vocab_size(settings, dataset.tokenizer()))),
      trainer(make(settings, dataset)) {
  record_tokens(dataset.tokenizer());
  for (const std::string& warning : dataset.warnings()) print_warning(warning);
  if (!settings.resume.empty() && !trainer->resume(settings.resume, settings.allow_other_data)) {
    print_warning(
        fmt::format("{}: trained on another text than {}", settings.resume,
                    settings.data.files.empty() ? "the built-in names" : "that of --data"));
  }
  if (!settings.init_from.empty()) trainer->begin_with(settings.init_from);
  check_flags([&] {
    check_sampling_options(settings.sampling, model_vocab_size(settings, dataset.tokenizer()));
  });
}

TrainingLog TrainStart::begin() const {
  check_outputs();
  find_the_best();
  TrainingLog log(settings.log, trainer->step());
  if (!settings.save_tokenizer.empty()) {
    save_tokenizer(settings.save_tokenizer, dataset.tokenizer());
  }
  print();
  return log;
}

// That of the run that goes on: without its file the next validation is the first that counts.
void TrainStart::find_the_best() const {
  const std::string file = best_of(settings);
  std::error_code none;
  if (file.empty() || !trainer->best() || std::filesystem::exists(file, none)) return;
  print_warning(fmt::format("{} is not there: the validations up to step {} do not count", file,
                            trainer->step()));
  trainer->forget_best();
}

void TrainStart::check_outputs() const {
  const TrainSettings& s = settings;
  std::vector<FlagFile> inputs = {
      {"--tokenizer-file", s.tokenizer_file}, {"--config", s.config}, {"--init-from", s.init_from}};
  const std::string best = best_of(s);
  for (const std::string& file : s.data.files) inputs.push_back({"--data", file});
  check_apart({{"--out", s.out},
               {"--keep-best", best},
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
  check_output(best, FileKind::model, "--keep-best");
  check_output(s.log, FileKind::log, "--log");
  check_output(s.plot, FileKind::plot, "--plot");
  check_output(s.save_tokenizer, FileKind::tokenizer, "--save-tokenizer");
  for (const std::string& file : {s.out, best}) {
    if (!file.empty()) trainer->check_can_save(file);
  }
}

void TrainStart::print() const {
  const TrainSettings& s = settings;
  const char* const rows = s.data.form == TextForm::running ? "windows" : "documents";
  fmt::print("{} training {}, {} validation {}, a vocabulary of {} tokens\n", dataset.train_rows(),
             rows, dataset.validation_rows(), rows, dataset.tokenizer().vocab_size());
  fmt::print("{} parameters: {} {} of {} channels, {}, a context of {} tokens\n",
             trainer->model().parameter_count(), s.model.n_layer,
             s.model.n_layer == 1 ? "block" : "blocks", s.model.n_embd, s.model.ffn,
             s.model.block_size);
  if (s.shards > 1) {
    fmt::print("{} shards of {} {}, {} {}\n", s.shards, s.batch / s.shards, rows, s.processes,
               s.processes == 1 ? "process" : "processes");
  }
  fmt::print("memory{}{} about {}\n", default_device() == Device::cuda ? " of the GPU" : "",
             s.processes == 1 ? "" : " of each process", memory.to_string());
  if (s.out.empty()) fmt::print("no --out: the model will not be saved\n");
  for (const std::string& file : {s.out, best_of(s)}) warn_of_the_old_model(s, file);
  if (!s.init_from.empty()) fmt::print("the first weights are those of {}\n", s.init_from);
  if (trainer->step() > 0) fmt::print("continuing after step {}\n", trainer->step());
  flush_output();
}

}  // namespace holo
