// several_processes.cpp: what train_gpt does, each part of it on all ranks.
#include "gpt/processes/several_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "gpt/processes/agreement.h"
#include "gpt/processes/sharded_trainer.h"
#include "gpt/training/train_run.h"
#include "gpt/training/train_start.h"
#include "holo/threads.h"
#include "support/command_line.h"
#include "support/recording.h"

namespace holo {
namespace {

// The first rank tells, validates and saves; a signal to any of them stops all.
class RankedRun final : public TrainRun {
 public:
  RankedRun(const TrainStart& start, TrainingLog& log, Ranks& ranks)
      : TrainRun(start.settings, start.dataset, *start.trainer, log), ranks_(ranks) {}

 private:
  int after_step(const StepResult& result, double seconds, const Interrupt& interrupt) override {
    return ranks_.largest([&] {
      if (!ranks_.is_first()) return interrupt.signal();
      return TrainRun::after_step(result, seconds, interrupt);
    });
  }
  void finish() override {
    ranks_.largest([&] {
      if (ranks_.is_first()) TrainRun::finish();
      return 0;
    });
  }

  Ranks& ranks_;
};

TrainSettings settings_of(int argc, char** argv, const Ranks& ranks) {
  const TrainSettings s = read_train_settings(argc, argv, saved_run_in, ranks.size());
  if (is_recording()) {
    throw UsageError("--trace or --step", fmt::format("with {} processes", ranks.size()),
                     "one process, which can be recorded", fmt::format("--shards {}", s.shards));
  }
  return settings_of_rank(s, ranks);
}

void train(int argc, char** argv, Ranks& ranks) {
  std::optional<TrainStart> start;
  std::optional<TrainingLog> log;
  const std::vector<std::string> facts = ranks.together([&] {
    start.emplace(settings_of(argc, argv, ranks),
                  [&](const TrainSettings& settings, const Dataset& dataset) {
                    return std::make_unique<ShardedTrainer>(settings, dataset, ranks.processes());
                  });
    return facts_of(start->settings, start->dataset, *start->trainer);
  });
  ranks.together([&] {
    check_agreement(facts);
    return "";
  });
  ranks.together([&] {
    log.emplace(start->begin());
    return "";
  });
  RankedRun run(*start, *log, ranks);
  const End end = run.train();
  ranks.together([&] {
    if (ranks.is_first()) run.print_end(end);
    return "";
  });
  ranks.agree_to_end();
  if (end == End::interrupted) throw Interrupted{run.signal()};
}

std::unique_ptr<Processes> all_processes;  // ends after main, when all have printed

}  // namespace

TrainSettings settings_of_rank(TrainSettings s, const Ranks& ranks) {
  s.processes_here = ranks.here();
  if (s.threads == 0 && ranks.here() > 1 && std::getenv("OMP_NUM_THREADS") == nullptr) {
    s.threads = std::max(1, num_threads() / ranks.here());
  }
  if (!ranks.is_first()) {
    s.out = s.log = s.plot = s.save_tokenizer = "";
    s.progress = ProgressMode::off;
  }
  return s;
}

bool trained_with_others(int argc, char** argv) {
  all_processes = start_processes();
  if (all_processes->size() == 1) return false;
  Ranks ranks(*all_processes);
  try {
    train(argc, argv, ranks);
  } catch (const NotFinite&) {  // of the whole batch: all ranks throw it
    throw;
  } catch (...) {
    ranks.leave();
    throw;
  }
  return true;
}

}  // namespace holo
