// recorded.h: for the tests of event logs: the log of a function that is a whole program.
#pragma once

#include <functional>

#include "holo/trace.h"
#include "holo/value.h"

namespace holo {

/// The log of a program on a new tape, without places.
inline TraceLog recorded(const std::function<void()>& program, TraceOptions options = {}) {
  TraceLog log;
  const Tape tape;
  options.places = false;
  {
    const Trace trace(log, options);
    program();
  }
  return log;
}

}  // namespace holo
