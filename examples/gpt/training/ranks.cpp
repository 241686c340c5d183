// ranks.cpp: who speaks, how a failure reaches the others, and what all must have alike; then what
// train_gpt does, each part of it on all ranks.
#include "gpt/training/ranks.h"

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <sstream>

#include "backend/cpu/vec.h"
#include "base/hash.h"
#include "base/words.h"
#include "gpt/training/train_run.h"
#include "holo/check.h"
#include "holo/device.h"
#include "holo/threads.h"
#include "holo/version.h"
#include "support/command_line.h"
#include "support/recording.h"

namespace holo {
namespace {

constexpr char worked = '+';

// The exit code of an exception, as run_program gives it.
char code_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const HelpRequested&) {
    return '0';
  } catch (const UsageError&) {
    return '2';
  } catch (...) {
    return '1';
  }
}

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "ended";
  }
}

void drop(int descriptor) {
  const int nothing = ::open("/dev/null", O_WRONLY);
  ::dup2(nothing, descriptor);
  ::close(nothing);
}

std::string name_of_machine() {
  char name[256] = {};
  static_cast<void>(::gethostname(name, sizeof name - 1));
  return name;
}

}  // namespace

Ranks::Ranks(Processes& processes) : processes_(processes) {
  const std::vector<std::string> machines = processes_.gather(name_of_machine());
  here_ = static_cast<int>(std::count(machines.begin(), machines.end(), name_of_machine()));
  if (is_first()) return;
  stderr_ = ::dup(STDERR_FILENO);
  drop(STDOUT_FILENO);
  drop(STDERR_FILENO);
}

void Ranks::speak() const {
  if (stderr_ >= 0) ::dup2(stderr_, STDERR_FILENO);
  std::fputs(("rank " + std::to_string(processes_.rank()) + ": ").c_str(), stderr);
}

std::vector<std::string> Ranks::together(const std::function<std::string()>& part) {
  std::exception_ptr failure;
  std::string mine;
  try {
    mine = worked + part();
  } catch (...) {
    failure = std::current_exception();
    mine = code_of(failure);
  }
  std::vector<std::string> all = processes_.gather(mine);
  int first = -1, failed = 0;
  for (int rank = size(); rank-- > 0;) {
    if (all[static_cast<std::size_t>(rank)][0] == worked) continue;
    first = rank;
    ++failed;
  }
  if (failed > 0) {
    agree_to_end();
    end_with(failure, first, all[static_cast<std::size_t>(first)][0], failed);
  }
  for (std::string& text : all) text.erase(0, 1);
  return all;
}

int Ranks::largest(const std::function<int()>& part) {
  int most = 0;
  for (const std::string& text : together([&] { return std::to_string(part()); })) {
    most = std::max(most, std::stoi(text));
  }
  return most;
}

// The first rank that failed says why, the others end with its exit code.
void Ranks::end_with(const std::exception_ptr& failure, int first, char code, int failed) const {
  if (processes_.rank() != first) {
    std::fflush(stderr);
    drop(STDERR_FILENO);
  } else if (failed < size()) {
    speak();
  }
  if (failure) std::rethrow_exception(failure);
  const std::string where = "rank " + std::to_string(first);
  if (code == '1') throw Error(where, "has failed", "no failure");
  throw UsageError(where, "has failed", "no failure");
}

void Ranks::leave() {
  if (ends_together_ || size() == 1) return;
  const std::exception_ptr failure = std::current_exception();
  std::fflush(stdout);
  speak();
  std::fputs(("error: " + message_of(failure) + "\n").c_str(), stderr);
  processes_.stop(code_of(failure) - '0');
}

// ---- what all have alike ----

namespace {

std::string hash_of(const Trainer& trainer) {
  Fnv1a hash;
  for (const Tensor& parameter : trainer.model().parameters()) {
    const std::vector<real> numbers = parameter.to_vector();
    hash.add({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(real)});
  }
  return hash.hex();
}

std::string hint_of(const std::string& name) {
  if (name == "processor") return "the same ARCH on all machines: make ARCH=x86-64-v3";
  return name == "parameters" ? "the same checkpoint for --resume on all machines" : "";
}

}  // namespace

std::string facts_of(const TrainSettings& settings, const Dataset& dataset,
                     const Trainer& trainer) {
  std::string facts;
  const auto add = [&](const std::string& name, const std::string& value) {
    facts += fmt::format("{}\t{}\n", name, value);
  };
  // "hologradient 0.2.0, g++ 12.2.0, real = float, OpenMP with 2 threads": all but the threads.
  std::istringstream build(build_info());
  for (const char* const name : {"version", "compiler", "number type"}) {
    std::string part;
    std::getline(build >> std::ws, part, ',');
    add(name, part);
  }
  add("processor", fmt::format("vectors of {} bits", 8 * Vec::bytes));
  add("device", device_name(default_device()));
  for (const auto& [name, value] : settings.values) {
    if (name != "data") add("--" + name, value);
  }
  add("--stop-after", fmt::format("{}", settings.stop_after));
  add("data", dataset.hash());
  add("step", fmt::format("{}", trainer.step()));
  add("parameters", hash_of(trainer));
  return facts;
}

// All ranks have the same names, in the same order.
void check_agreement(const std::vector<std::string>& facts) {
  for (std::size_t rank = 1; rank < facts.size(); ++rank) {
    std::istringstream first(facts[0]), other(facts[rank]);
    for (std::string name; std::getline(first, name, '\t');) {
      std::string value, here, there;
      std::getline(first, value);
      std::getline(other, here, '\t');
      std::getline(other, there);
      if (name == here && value == there) continue;
      throw UsageError(
          name,
          fmt::format("{} on rank 0, {} on rank {}", shortened(value), shortened(there), rank),
          "the same on all ranks", hint_of(name));
    }
  }
}

// ---- train_gpt ----

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
  if (s.trace_steps > 1 && !is_recording()) {
    throw UsageError("--trace-steps", "without --trace and --step", "one of them");
  }
  if (ranks.size() > 1 && is_recording()) {
    throw UsageError("--trace or --step", fmt::format("with {} processes", ranks.size()),
                     "one process, which can be recorded", fmt::format("--shards {}", s.shards));
  }
  return settings_of_rank(s, ranks);
}

void train(int argc, char** argv, Ranks& ranks) {
  std::optional<TrainStart> start;
  std::optional<TrainingLog> log;
  const std::vector<std::string> facts = ranks.together([&] {
    start.emplace(settings_of(argc, argv, ranks), ranks.processes());
    if (ranks.size() == 1) return std::string();
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
    s.out = s.log = s.plot = "";
    s.progress = ProgressMode::off;
  }
  return s;
}

void train_gpt(int argc, char** argv) {
  all_processes = start_processes();
  Ranks ranks(*all_processes);
  try {
    train(argc, argv, ranks);
  } catch (const NotFinite&) {  // of the whole batch: all ranks throw it
    throw;
  } catch (...) {
    ranks.leave();
    throw;
  }
}

}  // namespace holo
