// ranks.h: several processes of a training as one program: one of them speaks, a problem of one
// ends all, and all compare their settings.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

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
  void check_help(const std::vector<std::string>& all) const;
  [[noreturn]] void end_with(const std::exception_ptr& failure, int first, char code,
                             int failed) const;

  Processes& processes_;
  int here_ = 1;
  int stderr_ = -1;  // where rank 1, 2 ... can still speak
  bool ends_together_ = false;
};

}  // namespace holo
