// session.h: the state of a stepper session, its input and output, the events at which it stops,
// and the commands that explain a node.
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

class StepperText {
 public:
  StepperText(std::FILE* in, std::FILE* out);

  /// Prints a line.
  void say(std::string_view line);

  /// Shows a prompt and reads a line, without white space around it. Nothing at the end of input. A
  /// terminal shows the typed text itself; otherwise this function prints the text.
  std::optional<std::string> ask();

  /// True if a write to `out` has failed.
  bool failed() const { return std::ferror(out_) != 0; }

 private:
  std::FILE *in_, *out_;
  bool at_terminal_;
};

struct StepperSession {
  /// A condition that stops `c`.
  struct Break {
    std::string what;  ///< as it was typed
    std::function<bool(const TraceEvent& event)> matches;
  };

  const TraceLog& log;
  StepperText text;
  TraceState state;
  std::vector<Break> breaks = {};
  std::vector<std::uint32_t> watched = {};
  bool done = false;

  std::size_t position() const { return state.position(); }
  /// The backward pass at this step. Throws Error, which names the command, if none has begun.
  BackwardPass pass_for(const char* command) const;
  /// Prints the last event: "4/20  #3 mul y = x * w  6 = 3 * 2".
  void show_step();
  /// "watch #0 x: grad 0 -> 2": how the last event changed watched nodes, one line each.
  std::vector<std::string> changes();
};

/// Whether slope and gradient agree. too_small: they differ, but rounding in the root could be the
/// cause. nothing: one of them is NaN.
enum class Verdict { agree, differ, kink, too_small, nothing };

/// The gradient that a pass sends to one number x of a node, compared with a slope of the root.
struct SlopeCheck {
  /// The root at two points, one above x and one below. For a root with many numbers, their sum,
  /// each times the gradient with which the pass began.
  struct Secant {
    double up, down, above, below;
    double rounding;  ///< an estimate of how much rounding in the root changes the slope
    double slope() const { return (above - below) / (up - down); }
  };
  double x, gradient;
  Secant secant;  ///< the most exact one
  Verdict verdict;
  double left, right;  ///< the slopes on both sides of a kink
};

/// Checks number `at` of a node. Throws holo::Error if the root cannot be computed again from the
/// log. REQUIRES: the log has all numbers of the node and of the root.
SlopeCheck check_slope(const TraceLog& log, const BackwardPass& pass, std::uint32_t node,
                       std::size_t at = 0);

/// The numbers of an op's result, computed again from the numbers of its parents. Throws
/// holo::Error for an op that is not in value.h or ops.h, and if the log has only a summary of a
/// parent. A Trace observes this, like any op.
std::vector<double> computed_again(
    const TraceLog& log, std::uint32_t node,
    const std::function<std::span<const double>(std::uint32_t)>& numbers_of);

// The commands that explain a node. Each receives the text after the command word, and throws
// holo::Error if it has no answer.
void print_node(StepperSession& session, const std::string& name);
void explain_gradient(StepperSession& session, const std::string& name);
void check_gradient(StepperSession& session, const std::string& name);

}  // namespace holo
