// trace.h: writes down what this thread does with Values and Tensors, to be looked at afterwards.
//
//   TraceLog log;
//   {
//     Trace trace(log);
//     Value x(3.0, "x"), w(2.0, "w");
//     (x * w).backward();
//   }
//   fmt::print("{}", log.to_text());
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "holo/trace_log.h"

namespace holo {

struct TraceOptions {
  std::size_t max_events = 250'000;     ///< then the log ends, and says why
  std::size_t max_numbers = 2'500'000;  ///< the same: 20 MB
  std::size_t whole_up_to = 4096;       ///< numbers of one Tensor, and at least TraceSummary::size;
                                        ///< of a larger one, a summary
  std::size_t whole_for_losses = 625'000;  ///< numbers in all: the logits of the first losses are
                                           ///< whole, data and gradient, however many they are
  bool places = true;                      ///< find the lines of the user's source
  std::string scope = {};                  ///< not empty: only what is computed inside of it
};

/// Everything that this thread does while it lives is written to `log`, which outlives it: with
/// Tensors, and with the Tape that is current at its beginning, with no other. Numbers and
/// gradients keep every bit. Without a Trace the engines pay one comparison for a Value that is
/// recorded, an op of Tensors, a backward or a change in place. Other observers of Tensors still
/// receive every event. A log that reaches a limit ends there and says so in log.cut; the program
/// goes on. A log with events is continued, unless it has ended. Throws UsageError when the thread
/// has a Trace already.
class Trace {
 public:
  explicit Trace(TraceLog& log, const TraceOptions& options = {});
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

 private:
  struct Recorders;
  std::unique_ptr<Recorders> recorders_;
};

}  // namespace holo
