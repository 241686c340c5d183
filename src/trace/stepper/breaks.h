// breaks.h: where the command `c` of the stepper stops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "holo/trace_state.h"

namespace holo {

class Breaks {
 public:
  explicit Breaks(const TraceLog& log) : log_(log) {}

  /// Adds "op=relu", "param=w", "scope=layer0.attn", "nan", "step=7" or "backward", or takes it
  /// away when it is there; true when it is there now. Throws UsageError for what no event can be.
  bool toggle(const std::string& what);
  /// The same for a node to watch.
  bool toggle_watch(std::uint32_t node);

  const std::vector<std::string>& all() const { return breaks_; }
  const std::vector<std::uint32_t>& watched() const { return watched_; }

  /// Why to stop at the event that happened last, a line each: "break op=relu", "watch #0 x: grad 0
  /// -> 2". `state` is moved and comes back.
  std::vector<std::string> reasons(TraceState& state) const;
  /// Those that are of a watched node.
  std::vector<std::string> changes(TraceState& state) const;

 private:
  bool matches(const std::string& what, std::size_t index) const;
  void check(const std::string& what) const;

  const TraceLog& log_;
  std::vector<std::string> breaks_;
  std::vector<std::uint32_t> watched_;
};

}  // namespace holo
