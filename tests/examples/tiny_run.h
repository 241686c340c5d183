// tiny_run.h: for the tests of the training loop: a tiny run and its output.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "examples/captured.h"
#include "examples/tiny_training.h"
#include "gpt/training/train_run.h"
#include "text/texts.h"

namespace tiny_training {

/// A run with everything it needs; `printed` has its output.
struct TinyRun {
  explicit TinyRun(const holo::TrainSettings& s, const std::string& resume = "")
      : settings(s), data(s.data), trainer(settings, data) {
    if (!resume.empty()) trainer.resume(resume, false);
    log.emplace(settings.log, trainer.step());
    run.emplace(settings, data, trainer, *log);
  }
  holo::End train() {
    const Captured out(1);
    const holo::End end = run->train();
    printed = out.text();
    return end;
  }
  /// The message of the error that ends the run.
  std::string error() {
    const Captured out(1);
    const std::string message = texts::message_of([&] { run->train(); });
    printed = out.text();
    return message;
  }
  std::string samples(Index count) {
    const Captured out(1);
    run->print_samples(count);
    return out.text();
  }

  holo::TrainSettings settings;
  holo::Dataset data;
  holo::Trainer trainer;
  std::optional<holo::TrainingLog> log;
  std::optional<holo::TrainRun> run;
  std::string printed;
};

/// Steps of a log with a validation loss.
inline std::vector<Index> validated(const holo::TrainingLog& log) {
  std::vector<Index> steps;
  for (const holo::LogRow& row : log.rows()) {
    if (!std::isnan(row.validation_loss)) steps.push_back(row.step);
  }
  return steps;
}

}  // namespace tiny_training
