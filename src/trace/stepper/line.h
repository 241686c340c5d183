// line.h: writes an event of a log as a line of the stepper; finds the node that a user names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

/// A run of a node as text: "2 0 -3". Of many numbers only the first ones are shown, with range and
/// mean if the run is a TraceSummary. Many equal numbers are "all 0". Without a run the text is
/// "0", and for an empty Tensor "no numbers".
std::string numbers_text(const TraceLog& log, std::uint32_t node, std::span<const double> run);

/// The shape of a node: " [2, 3]". Empty for a Value and for a Tensor without dimensions.
std::string shape_text(const TracedNode& node);

/// The name of a node, "#3 y" or "#3 (x * w)", and a Tensor's shape: "#3 y [2, 3]".
std::string name_and_shape(const TraceLog& log, std::uint32_t node);

/// Event `index` of the log, in names and numbers. In `state` the event has just happened.
/// Examples:
///   #3 mul y = x * w  6 = 3 * 2
///   backward from #3 y  grad 1
///   mul #3 y -> #0 x  d 2 (= w) times upstream 1 = 2; grad 0 -> 2
std::string event_text(const TraceLog& log, const TraceState& state, std::size_t index);

/// The local derivative in a contribution of a Value: "d 2 (= w)".
std::string derivative_text(const TraceLog& log, const TraceEvent& event);

/// " (1 of 2)": which of the operands of y * y receives a contribution of a Value. Empty if the
/// parent is only one operand of the node.
std::string which_text(const TraceLog& log, const TraceEvent& event);

/// The scope of an event: "  (layer0.attn)". Empty outside all scopes.
std::string scope_text(const TraceLog& log, const TraceEvent& event);

/// Scope and source line, if the log has them: "  (layer0.attn)  at 05_mlp.cpp:38".
std::string where_text(const TraceLog& log, const TraceEvent& event);

/// The node with this name. If there are several, the newest one made before `position`, or the
/// first if none is made yet. Throws UsageError, with the nearest label, if there is none.
std::uint32_t find_node(const TraceLog& log, std::size_t position, const std::string& name);

/// True if the node has this name: "y", "#3" or "#3 y".
bool is_named(const TraceLog& log, std::uint32_t node, const std::string& name);

struct TraceElement {
  std::uint32_t node;
  std::size_t at;  // index among the numbers of the node, in row-major order
};

/// The element "W[0][1]" or "W[0, 1]". Nothing if `name` has no indices, or if all of it is the
/// name of a node. Throws UsageError if the Tensor has no such element, and Error if the log has
/// only a summary of the Tensor.
std::optional<TraceElement> find_element(const TraceLog& log, std::size_t position,
                                         const std::string& name);

/// The name of one number of a node: "W[0][1]".
std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at);

/// A list of names as text: "add, mul, tanh and 3 more".
std::string listed(const std::vector<std::string>& names);

}  // namespace holo
