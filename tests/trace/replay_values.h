// replay_values.h: the scalar engine once more, from the numbers of a log.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/replay.h"

namespace holo {

class ValueReplay {
 public:
  /// Both outlive it.
  ValueReplay(const TraceLog& log, LogReplay& replay);

  /// REQUIRES: each event of a Value is given, in their order.
  void step(const TraceEvent& event);

 private:
  void forward(const TraceEvent& event);
  void send(const TraceEvent& event);
  void compare(const char* what, double computed, const TraceEvent& event, int run);

  const TraceLog& log_;
  LogReplay& replay_;
  std::vector<double> data_, grad_;         // by node
  std::vector<std::vector<double>> local_;  // the derivatives for its parents, when it was made
};

}  // namespace holo
