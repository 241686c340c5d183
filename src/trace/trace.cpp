// trace.cpp: a Trace is an observer of each engine, and what both write to.
#include "holo/trace.h"

#include <fmt/format.h>

#include <optional>

#include "holo/check.h"
#include "holo/real.h"
#include "holo/version.h"
#include "trace/tensors.h"
#include "trace/values.h"
#include "trace/writer.h"

namespace holo {
namespace {

thread_local bool has_trace = false;

std::string version() {
  return fmt::format("hologradient {}.{}.{}, real = {}", HOLO_VERSION_MAJOR, HOLO_VERSION_MINOR,
                     HOLO_VERSION_PATCH, sizeof(real) == sizeof(float) ? "float" : "double");
}

}  // namespace

struct Trace::Recorders {
  Recorders(TraceLog& log, const TraceOptions& options) : writer(log, options) {
    values.emplace(writer);
    tensors.emplace(writer);
    log.version = version();
  }
  TraceWriter writer;
  std::optional<ValueTrace> values;
  std::optional<TensorTrace> tensors;
};

Trace::Trace(TraceLog& log, const TraceOptions& options) {
  if (has_trace) {
    throw UsageError("Trace", "a second one in this thread", "one at a time",
                     "end the first one before");
  }
  recorders_ = std::make_unique<Recorders>(log, options);
  has_trace = true;
}

// The observers write their last changes before the lines are found.
Trace::~Trace() {
  recorders_->tensors.reset();
  recorders_->values.reset();
  try {
    recorders_->writer.find_places();
  } catch (...) {  // no memory: the log stays without lines
    recorders_->writer.log().places.resize(1);
    for (TraceEvent& event : recorders_->writer.log().events) event.place = 0;
  }
  has_trace = false;
}

}  // namespace holo
