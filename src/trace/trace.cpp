// trace.cpp: a Trace consists of an observer for each engine, and a writer that keeps the log
// within its limits.
#include "holo/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "holo/check.h"
#include "holo/scope.h"
#include "holo/version.h"
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
  if (!log.events.empty()) throw UsageError("Trace", "a log that has events", "an empty one");
  recorders_ = std::make_unique<Recorders>(log, options);
  has_trace = true;
}

// First the observers write their last changes, then the writer finds the lines.
Trace::~Trace() {
  recorders_->tensors.reset();
  recorders_->values.reset();
  try {
    recorders_->writer.find_places();
  } catch (...) {  // out of memory: the log has no lines
    recorders_->writer.log().places.resize(1);
    for (TraceEvent& event : recorders_->writer.log().events) event.place = 0;
  }
  has_trace = false;
}

// ---- the writer ----

bool TraceWriter::has_room(std::size_t events, std::size_t numbers) {
  if (!log_.cut.empty()) return false;
  if (log_.events.size() + events > options_.max_events) {
    log_.cut = fmt::format("{} events, the most that a log keeps", options_.max_events);
  } else if (log_.numbers.size() + numbers > options_.max_numbers) {
    log_.cut = fmt::format("{} numbers and {} more; a log keeps {}", log_.numbers.size(), numbers,
                           options_.max_numbers);
  }
  return log_.cut.empty();
}

std::uint32_t TraceWriter::scope_here() {
  if (Scope::innermost() == nullptr) return 0;
  const std::string path = Scope::innermost()->path();
  const auto found = scope_of_.find(path);
  if (found != scope_of_.end()) return found->second;
  log_.scopes.push_back(path);
  return scope_of_[path] = static_cast<std::uint32_t>(log_.scopes.size() - 1);
}

std::uint32_t TraceWriter::place_here() {
  if (!options_.places) return 0;
  Stack stack = call_stack();
  if (stack.empty()) return 0;
  const auto found = place_of_.find(stack);
  if (found != place_of_.end()) return found->second;
  log_.places.emplace_back();
  return place_of_[std::move(stack)] = static_cast<std::uint32_t>(log_.places.size() - 1);
}

void TraceWriter::find_places() {
  std::vector<Stack> stacks(place_of_.size());
  for (const auto& [stack, place] : place_of_) stacks[place - 1] = stack;
  log_.places.resize(1);
  std::vector<std::uint32_t> place_of_stack;
  for (const TracePlace& place : places_of(stacks)) {
    const auto found = std::find(log_.places.begin(), log_.places.end(), place);
    place_of_stack.push_back(static_cast<std::uint32_t>(found - log_.places.begin()));
    if (found == log_.places.end()) log_.places.push_back(place);
  }
  for (TraceEvent& event : log_.events) {
    if (event.place > 0) event.place = place_of_stack[event.place - 1];
  }
  if (options_.places && !log_.events.empty() && log_.places.size() == 1) {
    log_.no_lines = place_of_.empty() ? "this system does not tell where a call came from"
                                      : "built without -g, or there is no addr2line";
  }
}

std::uint32_t TraceWriter::add_node(TracedNode node, TraceEvent::Kind kind,
                                    std::span<const double> data) {
  const auto index = static_cast<std::uint32_t>(log_.nodes.size());
  node.made_by = static_cast<std::uint32_t>(log_.events.size());
  log_.nodes.push_back(std::move(node));
  try {
    add_event(kind, index, data);
  } catch (...) {
    log_.nodes.pop_back();
    throw;
  }
  return index;
}

TraceEvent& TraceWriter::add_event(TraceEvent::Kind kind, std::uint32_t node,
                                   std::span<const double> numbers, std::size_t runs) {
  // A contribution has the scope and the place of the op that it comes from. The place of a change
  // is not known.
  const bool of_op = kind == TraceEvent::Kind::contribution;
  const bool is_change = kind == TraceEvent::Kind::set_data || kind == TraceEvent::Kind::set_grad;
  const TraceEvent op = of_op ? log_.events[log_.nodes[node].made_by] : TraceEvent();
  const std::size_t first = log_.numbers.size();
  log_.numbers.insert(log_.numbers.end(), numbers.begin(), numbers.end());
  try {
    return log_.events.emplace_back(TraceEvent{.kind = kind,
                                               .node = node,
                                               .scope = of_op ? op.scope : scope_here(),
                                               .place = of_op       ? op.place
                                                        : is_change ? 0
                                                                    : place_here(),
                                               .first = first,
                                               .size = numbers.size() / runs});
  } catch (...) {
    log_.numbers.resize(first);
    throw;
  }
}

}  // namespace holo
