// writer.h: adds events and nodes to a log, for the observers of both engines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "holo/trace.h"

namespace holo {

/// True for the scope `name` itself and for those in it.
inline bool is_inside(const std::string& scope, const std::string& name) {
  return scope == name || scope.starts_with(name + ".");
}

class TraceWriter {
 public:
  /// Goes on with a log that is not empty.
  TraceWriter(TraceLog& log, const TraceOptions& options);

  /// True when the log takes this many events more, and numbers; else it ends here, and nothing may
  /// be added any more.
  bool has_room(std::size_t events, std::size_t numbers);

  /// True where the user wants to see what is computed: TraceOptions::scope.
  bool in_scope() const;
  bool has_scope() const { return !options_.scope.empty(); }

  // When these two throw, the log is as it was before.
  /// Adds a node and the event that made it; returns its index.
  std::uint32_t add_node(TracedNode node, TraceEvent::Kind kind, std::span<const double> data);
  /// Adds an event with one run, or with several of that size, one after the other.
  TraceEvent& add_event(TraceEvent::Kind kind, std::uint32_t node, std::span<const double> numbers,
                        std::size_t runs = 1);

  /// Gives the event that made the node more numbers in place of its own. False, and nothing
  /// happens, when a later event is of this node, or when there is no room for them.
  bool replace_numbers(std::uint32_t node, std::span<const double> data);

  /// Finds the lines of the places, which are empty until then. Places of the same line become one.
  void find_places();

  TraceLog& log() { return log_; }
  const TraceOptions& options() const { return options_; }

 private:
  std::uint32_t scope_here();
  std::uint32_t place_here();

  TraceLog& log_;
  TraceOptions options_;
  std::map<std::string, std::uint32_t> scope_of_;
  using Stack = std::vector<const void*>;
  std::map<Stack, std::uint32_t> place_of_;
  std::size_t first_event_, first_place_;  // of this writer
};

}  // namespace holo
