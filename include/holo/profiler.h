// profiler.h: measures the time of each op, forward and backward.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "holo/observer.h"

namespace holo {

/// While a Profiler exists, it charges the time between two events of this thread to the op of the
/// later event. An event is the end of a forward op or of a backward function. Time outside of ops
/// is charged to the next op, unless you call mark() first, for example after the optimizer.
///
///   Profiler profiler;
///   loss = model(x); loss.backward(); optimizer.step(); profiler.mark("optimizer");
///   fmt::print("{}", profiler.to_text());
class Profiler : public Observer {
 public:
  struct Entry {
    long calls = 0;
    double seconds = 0;
  };

  void on_op(const Node& node, const OpOptions& options) override;
  void on_backward(const Node& node) override;
  /// Charges the time since the last event to the entry `name`.
  void mark(const std::string& name);

  /// The entries by name: "matmul", "matmul backward", ...
  const std::map<std::string, Entry>& entries() const { return entries_; }
  /// A table with name, calls, microseconds per call and share of the total, largest share first.
  std::string to_text() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::map<std::string, Entry> entries_;
  Clock::time_point last_ = Clock::now();
  Backend* backend_ = nullptr;  // the last event's backend, which may still be busy
};

}  // namespace holo
