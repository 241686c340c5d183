// replay.cpp: each event of the log, in their order, for one of the two engines.
#include "trace/replay.h"

#include "trace/replay_tensors.h"
#include "trace/replay_values.h"

namespace holo {

LogReplay replay(const TraceLog& log) {
  LogReplay result;
  ValueReplay values(log, result);
  TensorReplay tensors(log, result);
  for (const TraceEvent& event : log.events) {
    log.nodes[event.node].is_tensor ? tensors.step(event) : values.step(event);
    if (!result.difference.empty()) break;
  }
  return result;
}

}  // namespace holo
