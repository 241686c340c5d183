// train_run.cpp: a step; then progress, validation, log, samples and checkpoint, as they fall due.
#include "gpt/training/train_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "backend/backend.h"
#include "gpt/interrupt.h"
#include "gpt/printable.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/memory_limit.h"
#include "support/command_line.h"
#include "support/recording.h"

namespace holo {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_due(Index every, Index step) { return every > 0 && step % every == 0; }

}  // namespace

TrainingMemory check_memory(const TrainSettings& settings, Index vocab_size, int processes) {
  GPTOptions options = settings.model;
  options.vocab_size = vocab_size;
  const TrainingMemory need = training_memory(options, settings.batch, settings.shards);
  if (settings.allow_any_memory) return need;
  const MemoryLimit limit = backend_of(default_device()).memory_limit();
  const std::string warning = check_training_memory(
      need, limit.bytes / processes,
      processes == 1 ? limit.source : fmt::format("{}, for {} processes", limit.source, processes),
      "a smaller --batch, --block-size, --n-embd or --n-layer; or --allow-any-memory");
  if (!warning.empty()) print_warning(warning);
  return need;
}

TrainRun::TrainRun(const TrainSettings& settings, const Dataset& dataset, Trainer& trainer,
                   TrainingLog& log, Ranks& ranks)
    : settings_(settings),
      dataset_(dataset),
      trainer_(trainer),
      log_(log),
      ranks_(ranks),
      progress_(settings.steps, "loss", settings.progress),
      first_(trainer.step()),
      saved_(trainer.step()) {}

End TrainRun::train() {
  const TrainSettings& s = settings_;
  const Index end = s.stop_after == 0 ? s.steps : std::min(s.steps, first_ + s.stop_after);
  const double start = now();
  const Interrupt interrupt;
  signal_ = ranks_.largest([&] { return interrupt.signal(); });
  while (trainer_.step() < end && signal_ == 0) {
    const double before = now();
    const StepResult result = trainer_.train_step();
    const double seconds = now() - before;
    signal_ = ranks_.largest([&] {
      if (ranks_.is_first()) after_step(result, seconds);
      return interrupt.signal();
    });
  }
  ranks_.largest([&] {
    progress_.finish();
    if (ranks_.is_first() && saved_ != trainer_.step()) save();
    return 0;
  });
  fmt::print("{} steps in {:.1f} s, {:.0f} tokens/s\n", trainer_.step() - first_, now() - start,
             tokens_ / training_);
  if (trainer_.step() == s.steps) return End::finished;
  return trainer_.step() == end ? End::stopped : End::interrupted;
}

void TrainRun::after_step(const StepResult& result, double seconds) {
  training_ += seconds;
  tokens_ += static_cast<double>(result.tokens);
  if (result.step == first_ + settings_.trace_steps) show_recording();
  tell(result, seconds);
  if (is_due(settings_.save_every, result.step)) save();
}

// Of the first steps: a log of all of them would be too long.
void TrainRun::show_recording() {
  if (!is_recording()) return;
  progress_.finish();
  fmt::print("recorded {} of {} training steps; training goes on afterwards\n",
             settings_.trace_steps, settings_.steps);
  end_recording();
}

// When stdout takes no more, what was learned until then is kept.
void TrainRun::tell(const StepResult& result, double seconds) {
  const TrainSettings& s = settings_;
  const bool is_last = result.step == s.steps;
  try {
    show(result);
    const double loss_beside = is_last || is_due(s.eval_every, result.step)
                                   ? validation_loss(result.step)
                                   : std::numeric_limits<double>::quiet_NaN();
    add_to_log({result.step, result.loss, result.learning_rate, result.gradient_norm,
                static_cast<double>(result.tokens) / seconds, loss_beside});
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
  const double a_step = training_ / static_cast<double>(result.step - first_);
  const auto left = std::llround(a_step * static_cast<double>(settings_.steps - result.step));
  progress_.update(
      result.step,
      fmt::format("loss {:.4f}  lr {:.2g}  grad {:.2g}  {:.0f} tokens/s  {}:{:02} left",
                  result.loss, result.learning_rate, result.gradient_norm, tokens_ / training_,
                  left / 60, left % 60));
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
  fmt::print("step {}: validation loss {:.4f}\n", step, *loss);
  if (!best_ || *loss < *best_) {
    best_ = loss;
    best_step_ = step;
  } else if (step == settings_.steps && *loss > 1.02 * *best_) {
    fmt::print("it was lowest at step {}, {:.4f}: what came after was learned by heart\n",
               best_step_, *best_);
  }
  flush_output();
  return *loss;
}

void TrainRun::print_samples(Index count) {
  progress_.finish();
  const bool running = dataset_.settings().form == TextForm::running;
  bool by_heart = false;
  for (Index i = 0; i < count; ++i) {
    const std::string text = trainer_.sample(i);
    if (running) {
      fmt::print("---- sample {}\n{}\n", i + 1, printable(text, true));
      continue;
    }
    const bool known = dataset_.is_in_training(text);
    by_heart = by_heart || known;
    fmt::print("sample {:2}: {}{}\n", i + 1, printable(text), known ? " *" : "");
  }
  if (by_heart) {
    fmt::print("(* stands in the text that it learned from; the others are new)\n");
  }
  flush_output();
}

void TrainRun::save() {
  if (settings_.out.empty()) return;
  trainer_.save(settings_.out);
  saved_ = trainer_.step();
}

}  // namespace holo
