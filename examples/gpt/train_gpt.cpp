// train_gpt: trains a tiny GPT on the embedded names or on your text, shows how it goes, and prints
// what it writes then. Ctrl-C saves and stops; --resume goes on as if nothing had happened.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "gpt/interrupt.h"
#include "gpt/printable.h"
#include "gpt/thread_choice.h"
#include "gpt/train_settings.h"
#include "gpt/trainer.h"
#include "gpt/training_log.h"
#include "holo/check.h"
#include "holo/nn/gpt.h"
#include "holo/threads.h"
#include "support/command_line.h"
#include "support/plot.h"
#include "support/progress.h"

using namespace holo;

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool every(Index n, Index step) { return n > 0 && step % n == 0; }

void print_samples(Trainer& trainer, const Dataset& dataset, Index count) {
  const bool running = dataset.settings().form == TextForm::running;
  bool seen = false;
  for (Index i = 0; i < count; ++i) {
    const std::string text = trainer.sample(i);
    const bool known = dataset.is_in_training(text);
    seen = seen || known;
    if (running) {
      fmt::print("---- sample {}\n{}\n", i + 1, printable(text, true));
    } else {
      fmt::print("sample {:2}: {}{}\n", i + 1, printable(text), known ? " *" : "");
    }
  }
  if (seen && !running)
    fmt::print("(* stands in the text that it learned from; the others are new)\n");
}

// "loss 2.1034  lr 0.0049  grad 0.81  123456 tokens/s  0:12 left"
std::string progress_text(const StepResult& step, double tokens_per_second, double seconds_left) {
  const auto left = static_cast<Index>(seconds_left + 0.5);
  return fmt::format("loss {:.4f}  lr {:.2g}  grad {:.2g}  {:.0f} tokens/s  {}:{:02} left",
                     step.loss, step.learning_rate, step.gradient_norm, tokens_per_second,
                     left / 60, left % 60);
}

// A name that was meant for something else must not cost a file.
void check_no_other_file(const std::string& path) {
  std::error_code none;
  const auto size = std::filesystem::file_size(path, none);
  if (none || size == 0) return;
  try {
    const SafetensorsFile file(path);
  } catch (const Error& error) {
    throw Error(path, "is there and is no model: " + error.found(),
                "a name that is free, or a model that may be replaced", "another --out FILE");
  }
}

// Finds out before the first step whether all that is to be written can be written.
void check_outputs(const TrainSettings& s, const Trainer& trainer, const Dataset& dataset) {
  check_sampling_options(s.sampling, dataset.tokenizer().vocab_size());
  if (!s.out.empty()) {
    check_no_other_file(s.out);
    trainer.check_can_save(s.out);
  }
  if (!s.plot.empty()) write_file(s.plot, "");
  if (!s.save_tokenizer.empty()) save_tokenizer(s.save_tokenizer, dataset.tokenizer());
}

enum class End { finished, stopped, interrupted };

// Trains to the last step, to that of --stop-after, or to Ctrl-C.
End train(Trainer& trainer, const Dataset& dataset, const TrainSettings& s, TrainingLog& log) {
  const Interrupt interrupt;
  ThreadChoice threads(s.threads > 0 ? 1 : num_threads());
  Progress progress(s.steps, "loss", s.progress);
  const Index first = trainer.step();
  const double start = seconds();
  double before = start, paused = 0, tokens = 0;
  Index saved = first;
  const Index end = s.stop_after == 0 ? s.steps : std::min(s.steps, first + s.stop_after);
  while (trainer.step() < end && !interrupt.requested()) {
    threads.begin_step();
    const StepResult result = trainer.train_step();
    const double now = seconds(), step_seconds = now - before;
    threads.end_step(step_seconds);
    before = now;
    tokens += static_cast<double>(result.tokens);
    if (progress.due(result.step)) {
      const double spent = now - start - paused, done = static_cast<double>(result.step - first);
      progress.update(result.step,
                      progress_text(result, tokens / spent,
                                    spent / done * static_cast<double>(s.steps - result.step)));
    }
    LogRow row{result.step,
               result.loss,
               result.learning_rate,
               result.gradient_norm,
               static_cast<double>(result.tokens) / step_seconds,
               nan};
    const bool last = result.step == s.steps;
    if (last || every(s.eval_every, result.step)) {
      row.validation_loss = trainer.validation_loss();
      if (!std::isnan(row.validation_loss)) {
        progress.finish();
        fmt::print("step {}: validation loss {:.4f}\n", result.step, row.validation_loss);
      }
    }
    log.add(row);
    if (!last && every(s.sample_every, result.step)) {
      progress.finish();
      print_samples(trainer, dataset, std::min<Index>(s.samples, 5));
    }
    if (!s.out.empty() && every(s.save_every, result.step)) {
      trainer.save(s.out);
      saved = result.step;
    }
    std::fflush(stdout);
    const double after = seconds();
    paused += after - now;
    before = after;
  }
  progress.finish();
  if (!s.out.empty() && saved != trainer.step()) trainer.save(s.out);
  const double spent = seconds() - start;
  fmt::print("{} steps in {:.1f} s, {:.0f} tokens/s\n", trainer.step() - first, spent,
             tokens / (spent - paused));
  if (trainer.step() == s.steps) return End::finished;
  return trainer.step() == end ? End::stopped : End::interrupted;
}

// Of the run that goes on, or of --tokenizer-file; null: a new one.
std::shared_ptr<const Tokenizer> given_tokenizer(const TrainSettings& s) {
  if (!s.resume.empty()) {
    return tokenizer_from_text(saved_run_in(s.resume).tokenizer, s.resume + ": tokenizer");
  }
  return s.tokenizer_file.empty() ? nullptr : load_tokenizer(s.tokenizer_file);
}

void program(int argc, char** argv) {
  const TrainSettings s = read_train_settings(argc, argv);
  if (s.threads > 0) set_num_threads(static_cast<int>(s.threads));
  const Dataset dataset(s.data, given_tokenizer(s));
  for (const std::string& warning : dataset.warnings())
    fmt::print(stderr, "warning: {}\n", warning);
  Trainer trainer(s, dataset);
  if (!s.resume.empty()) trainer.resume(s.resume, s.allow_config_change);
  check_outputs(s, trainer, dataset);
  TrainingLog log(s.log, trainer.step());
  fmt::print("{} {} to learn from, {} to check by, {} tokens\n", dataset.train_rows(),
             s.data.form == TextForm::running ? "windows" : "documents", dataset.validation_rows(),
             dataset.tokenizer().vocab_size());
  fmt::print("{} parameters: {} {} of {} channels, {}, {} tokens at once\n",
             trainer.model().parameter_count(), s.model.n_layer,
             s.model.n_layer == 1 ? "block" : "blocks", s.model.n_embd, s.model.ffn,
             s.model.block_size);
  if (trainer.step() > 0) fmt::print("going on behind step {}\n", trainer.step());
  std::fflush(stdout);
  const End end = train(trainer, dataset, s, log);
  if (!s.plot.empty()) write_file(s.plot, log.curve_svg("Training"));
  if (end != End::finished) {
    fmt::print("stopped after step {}{}\n", trainer.step(),
               s.out.empty() ? ", nothing saved: no --out" : ". Go on: --resume " + s.out);
    if (end == End::interrupted) throw Interrupted();
    return;
  }
  fmt::print("loss {} {:.4f}\n", log.sparkline(), log.rows().back().loss);
  print_samples(trainer, dataset, s.samples);
  for (const std::string& file : {s.out, s.log, s.plot}) {
    if (!file.empty()) fmt::print("wrote {}\n", file);
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
