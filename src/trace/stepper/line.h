// line.h: an event of a log as a line of the stepper.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "holo/trace_state.h"

namespace holo {

/// A run of the node: "2 0 -3"; of many numbers the first ones, and what a TraceSummary says of
/// all. Many numbers that are the same are "all 0"; "0" when there is no run, and "no numbers" of
/// an empty Tensor.
std::string numbers_text(const TraceLog& log, std::uint32_t node, std::span<const double> run);

/// " [2, 3]"; empty for a Value and for a single number.
std::string shape_text(const TracedNode& node);

/// "#3 y", "#3 (x * w)"; a Tensor with its shape: "#3 y [2, 3]".
std::string name_and_shape(const TraceLog& log, std::uint32_t node);

/// Number `index` of the log: what it did, with names and numbers, and where in the source. `state`
/// is one in which the event has just happened.
///   #3 mul y = x * w  6 = 3 * 2
///   backward from #3 y  grad 1
///   mul #3 y -> #0 x  d 2 (= w) times upstream 1 = 2; grad 0 -> 2
std::string event_text(const TraceLog& log, const TraceState& state, std::size_t index);

/// "d 2 (= w)": the local derivative of a contribution of a Value.
std::string derivative_text(const TraceLog& log, const TraceEvent& event);

/// " (1 of 2)": which of the operands of y * y a contribution of a Value goes to. Empty for a
/// parent that the node has once.
std::string which_text(const TraceLog& log, const TraceEvent& event);

/// "  (layer0.attn)  at 05_mlp.cpp:38": scope and source line, those that the log has.
std::string where_text(const TraceLog& log, const TraceEvent& event);

}  // namespace holo
