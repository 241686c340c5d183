// replay_values.h: repeats the scalar engine from the numbers of a log.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/replay.h"

namespace holo {

class ValueReplay {
 public:
  /// Both outlive it.
  ValueReplay(const TraceLog& log, LogReplay& replay);

  /// REQUIRES: it gets every event of a Value, in order.
  void step(const TraceEvent& event);

 private:
  void forward(const TraceEvent& event);
  void send(const TraceEvent& event);
  void compare(const char* what, double computed, const TraceEvent& event, int run);

  const TraceLog& log_;
  LogReplay& replay_;
  std::vector<double> data_, grad_;         // by node
  std::vector<std::vector<double>> local_;  // by node: the derivatives for its parents
};

}  // namespace holo
