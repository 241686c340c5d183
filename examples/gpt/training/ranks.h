// ranks.h: several processes of a training as one program, which mpirun has started: one of them
// speaks, a problem of one ends all, and all compare their settings.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/training/train_run.h"
#include "gpt/training/train_settings.h"
#include "parallel/processes.h"

namespace holo {

class Ranks {
 public:
  /// `processes` live longer than this. What ranks from 1 on print is dropped from here on.
  explicit Ranks(Processes& processes);

  Processes& processes() const { return processes_; }
  bool is_first() const { return processes_.rank() == 0; }
  int size() const { return processes_.size(); }
  /// How many of them run on this machine.
  int here() const { return here_; }

  /// Runs a part of the program on every rank, and gives what it returns on each, in their order.
  /// When it fails on one, all throw after it, and the first one that failed says why, once.
  std::vector<std::string> together(const std::function<std::string()>& part);
  /// The same for a number: the largest one.
  int largest(const std::function<int()>& part);

  /// What is thrown next, all throw.
  void agree_to_end() { ends_together_ = true; }
  /// For an exception on its way out of the program: when the others do not know of it and may be
  /// waiting, says it and ends them all.
  void leave();

 private:
  void speak() const;
  [[noreturn]] void end_with(const std::exception_ptr& failure, int first, char code,
                             int failed) const;

  Processes& processes_;
  int here_ = 1;
  int stderr_ = -1;  // where rank 1, 2 ... can still speak
  bool ends_together_ = false;
};

/// What all ranks must have alike: names and values, a line "name\tvalue" each.
std::string facts_of(const TrainSettings& settings, const Dataset& dataset, const Trainer& trainer);

/// `facts` of all ranks, in their order. Throws UsageError, with the first one that differs and
/// both values.
void check_agreement(const std::vector<std::string>& facts);

/// What the user asked for, as one of the ranks does it: the first one alone has files to write,
/// and those of a machine share its threads.
TrainSettings settings_of_rank(TrainSettings s, const Ranks& ranks);

/// Trains, together with the others if mpirun has started several processes: each computes shards
/// of every batch, all with the same numbers; the first one alone prints, validates and writes
/// files. Throws as start_processes() and a training do; and for several UsageError for a
/// recording, and when the others were told something else.
void train_gpt(int argc, char** argv);

}  // namespace holo
