// train_run.cpp: a step; then progress, validation, log, samples and checkpoint, as they fall due.
#include "gpt/training/train_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "gpt/printable.h"
#include "gpt/training/best_file.h"
#include "holo/check.h"
#include "support/command_line.h"
#include "support/plots/plot.h"
#include "support/recording.h"
#include "support/shell_word.h"

namespace holo {
namespace {

bool is_due(Index every, Index step) { return every > 0 && step % every == 0; }

// All that a checkpoint does not say of the run.
std::string how_to_continue(const TrainSettings& s) {
  if (s.out.empty()) return ", nothing saved: no --out";
  std::string flags = ". To continue: --resume " + shell_word(s.out);
  if (!s.data.files.empty()) flags += " --data";
  for (const std::string& file : s.data.files) flags += " " + shell_word(file);
  if (!s.log.empty()) flags += " --log " + shell_word(s.log);
  if (!s.plot.empty()) flags += " --plot " + shell_word(s.plot);
  if (s.keep_best) flags += " --keep-best";
  if (!s.device.empty()) flags += " --device " + s.device;
  if (s.matmul_precision != "fp32") flags += " --matmul-precision " + s.matmul_precision;
  return flags;
}

}  // namespace

TrainRun::TrainRun(const TrainSettings& settings, const Dataset& dataset, Trainer& trainer,
                   TrainingLog& log)
    : settings_(settings),
      dataset_(dataset),
      trainer_(trainer),
      log_(log),
      progress_(settings.steps, "loss", settings.progress),
      first_(trainer.step()),
      saved_(trainer.step()) {}

End TrainRun::train() {
  const TrainSettings& s = settings_;
  const Index end = s.stop_after == 0 ? s.steps : std::min(s.steps, first_ + s.stop_after);
  const Interrupt interrupt;
  while (trainer_.step() < end && signal_ == 0) {
    const double before = steady_seconds();
    const StepResult result = trainer_.train_step();
    signal_ = after_step(result, std::max(0.0, steady_seconds() - before), interrupt);
  }
  finish();
  fmt::print("{} steps in {:.1f} s, {:.0f} tokens/s\n", trainer_.step() - first_,
             progress_.seconds(), per_second(tokens_, training_));
  if (trainer_.step() == s.steps) return End::finished;
  return trainer_.step() == end ? End::stopped : End::interrupted;
}

int TrainRun::after_step(const StepResult& result, double seconds, const Interrupt& interrupt) {
  training_ += seconds;
  tokens_ += static_cast<double>(result.tokens);
  if (result.step == first_ + settings_.trace_steps) show_recording();
  tell(result, seconds);
  if (is_due(settings_.save_every, result.step)) save();
  return interrupt.signal();
}

void TrainRun::finish() {
  progress_.finish();
  if (saved_ != trainer_.step()) save();
}

// Of the first steps: a log of all of them would be too long.
void TrainRun::show_recording() {
  if (!is_recording()) return;
  progress_.finish();
  fmt::print("recorded {} of {} training steps; training continues\n", settings_.trace_steps,
             settings_.steps);
  end_recording();
}

// When stdout takes no more, what was learned until then is kept.
void TrainRun::tell(const StepResult& result, double seconds) {
  const TrainSettings& s = settings_;
  const bool is_last = result.step == s.steps;
  try {
    show(result);
    const double validation = is_last || is_due(s.eval_every, result.step)
                                  ? validation_loss(result.step)
                                  : std::numeric_limits<double>::quiet_NaN();
    add_to_log({result.step, result.loss, result.learning_rate, result.gradient_norm,
                per_second(static_cast<double>(result.tokens), seconds), validation});
    if (!is_last && is_due(s.sample_every, result.step)) {
      print_samples(std::min<Index>(s.samples, 5));
    }
  } catch (const std::system_error&) {
    save();
    throw;
  }
}

// "loss 2.1034  lr 0.0049  grad 0.81  123456 tokens/s  0:12 left"
void TrainRun::show(const StepResult& result) {
  if (!progress_.due(result.step)) return;
  progress_.update(
      result.step,
      fmt::format("loss {:.4f}  lr {:.2g}  grad {:.2g}  {:.0f} tokens/s  {}", result.loss,
                  result.learning_rate, result.gradient_norm, per_second(tokens_, training_),
                  progress_.time_left(result.step, first_)));
}

// A disk that is full stops the run; what was learned until then is kept, if that can be.
void TrainRun::add_to_log(const LogRow& row) {
  try {
    log_.add(row);
  } catch (const Error&) {
    save();
    throw;
  }
}

double TrainRun::validation_loss(Index step) {
  const std::optional<double> loss = trainer_.validation_loss();
  if (!loss) return std::numeric_limits<double>::quiet_NaN();
  progress_.finish();
  const bool kept = keep_if_best(*loss);
  fmt::print("step {}: validation loss {:.4f}{}\n", step, *loss,
             kept ? ", kept in " + best_file_of(settings_.out) : "");
  if (!best_ || *loss < *best_) {
    best_ = loss;
    best_step_ = step;
  } else if (step == settings_.steps && *loss > 1.02 * *best_) {
    fmt::print("it was lowest at step {}, {:.4f}: after that the model memorized training data\n",
               best_step_, *best_);
  }
  flush_output();
  return *loss;
}

// A disk that is full stops the run, as for a log.
bool TrainRun::keep_if_best(double loss) {
  if (!settings_.keep_best || settings_.out.empty()) return false;
  if (trainer_.best() && loss >= trainer_.best()->loss) return false;
  try {
    trainer_.save_best(best_file_of(settings_.out), loss);
  } catch (const Error&) {
    save();
    throw;
  }
  return true;
}

void TrainRun::print_end(End end) {
  const TrainSettings& s = settings_;
  if (!s.plot.empty()) write_file(s.plot, log_.curve_svg("Training"));
  if (end != End::finished) {
    fmt::print("stopped after step {}{}\n", trainer_.step(), how_to_continue(s));
    return;
  }
  fmt::print("training loss {} {:.4f}\n", log_.sparkline(), log_.rows().back().loss);
  print_samples(s.samples);
  const bool kept = s.keep_best && trainer_.best();
  for (const std::string& file : {s.out, kept ? best_file_of(s.out) : "", s.log, s.plot}) {
    if (!file.empty()) fmt::print("wrote {}\n", file);
  }
}

void TrainRun::print_samples(Index count) {
  progress_.finish();
  const bool running = dataset_.settings().form == TextForm::running;
  bool marked = false;
  for (Index i = 0; i < count; ++i) {
    const std::string text = trainer_.sample(i);
    if (running) {
      fmt::print("---- sample {}\n{}\n", i + 1, printable(text, true));
      continue;
    }
    const bool known = dataset_.is_in_training(text);
    marked = marked || known;
    fmt::print("sample {:2}: {}{}\n", i + 1, printable(text), known ? " *" : "");
  }
  if (marked) fmt::print("(* is in the training data; the others are new)\n");
  flush_output();
}

void TrainRun::save() {
  if (settings_.out.empty()) return;
  trainer_.save(settings_.out);
  saved_ = trainer_.step();
}

}  // namespace holo
