// session.h: where a user of the stepper is, how it reads and prints lines, where it stops, and the
// commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holo/trace.h"
#include "holo/trace_log.h"
#include "trace/pass.h"

namespace holo {

/// A line that a user has typed.
struct InputLine {
  static constexpr std::size_t most_bytes = 1000;
  std::string text;       // of a longer line the first ones
  std::size_t bytes = 0;  // that it has
};

class StepperText {
 public:
  StepperText(std::FILE* in, std::FILE* out);

  /// A line of output; its first `marked` bytes stand out where `out` has colours.
  void say(std::string_view line, std::size_t marked = 0);

  /// Shows a prompt and reads a line, without white space around it. Nothing at the end.
  std::optional<InputLine> ask();

  /// True when a terminal shows what is typed. Elsewhere `ask` prints it.
  bool at_terminal() const { return at_terminal_; }

  /// True when `out` takes no more.
  bool failed() const { return std::ferror(out_) != 0; }

 private:
  std::FILE *in_, *out_;
  bool colours_, at_terminal_;
};

class Breaks {
 public:
  using Condition = std::function<bool(const TraceEvent& event)>;
  struct Break {
    std::string what;  ///< as it was typed
    Condition matches;
  };

  explicit Breaks(const TraceLog& log) : log_(log) {}

  /// Adds "op=relu", "param=w", "scope=layer0.attn", "nan", "step=7" or "backward", or takes it
  /// away when it is there; true when it is there now. Throws UsageError for what no event can be.
  bool toggle(const std::string& what);
  /// The same for a node to watch.
  bool toggle_watch(std::uint32_t node);

  const std::vector<Break>& all() const { return breaks_; }
  const std::vector<std::uint32_t>& watched() const { return watched_; }

  /// Why to stop at the event that happened last, a line each: "break op=relu", "watch #0 x: grad 0
  /// -> 2". `state` is moved and comes back.
  std::vector<std::string> reasons(TraceState& state) const;
  /// Those that are of a watched node.
  std::vector<std::string> changes(TraceState& state) const;

 private:
  const TraceLog& log_;
  std::vector<Break> breaks_;
  std::vector<std::uint32_t> watched_;
};

struct StepperSession {
  const TraceLog& log;
  const StepperOptions& options;
  StepperText text;
  TraceState state;
  Breaks breaks;
  bool done = false;

  std::size_t position() const { return state.position(); }
  /// The backward pass of this step. Throws Error, with the name of a command, when none has begun.
  BackwardPass pass_for(const char* command) const;
  /// The event that happened last, as a line: "4/20  #3 mul y = x * w  6 = 3 * 2".
  void show_step();
  /// The same, and what it changed of the watched nodes.
  void show_step_and_watches();
};

/// An integer from low to high. Throws UsageError; `what` and, for a number, `hint` are for the
/// message.
std::size_t count_of(const std::string& text, std::size_t low, std::size_t high,
                     const std::string& what, const std::string& hint = "");

// The commands that say something of a node. Each gets what follows its word, and throws
// holo::Error for what cannot be done.
void print_node(StepperSession& session, const std::string& name);
void explain_gradient(StepperSession& session, const std::string& name);
void check_gradient(StepperSession& session, const std::string& name);

}  // namespace holo
