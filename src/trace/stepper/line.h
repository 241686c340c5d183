// line.h: an event of a log as a line of the stepper, and the node that a user means by a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

/// A run of the node: "2 0 -3"; of many numbers the first ones, and what a TraceSummary says of
/// all. Many numbers that are the same are "all 0"; "0" when there is no run, and "no numbers" of
/// an empty Tensor.
std::string numbers_text(const TraceLog& log, std::uint32_t node, std::span<const double> run);

/// " [2, 3]"; empty for a Value and for a single number.
std::string shape_text(const TracedNode& node);

/// "#3 y", "#3 (x * w)"; a Tensor with its shape: "#3 y [2, 3]".
std::string name_and_shape(const TraceLog& log, std::uint32_t node);

/// Number `index` of the log: what it did, with names and numbers. `state` is one in which the
/// event has just happened.
///   #3 mul y = x * w  6 = 3 * 2
///   backward from #3 y  grad 1
///   mul #3 y -> #0 x  d 2 (= w) times upstream 1 = 2; grad 0 -> 2
std::string event_text(const TraceLog& log, const TraceState& state, std::size_t index);

/// "d 2 (= w)": the local derivative of a contribution of a Value.
std::string derivative_text(const TraceLog& log, const TraceEvent& event);

/// " (1 of 2)": which of the operands of y * y a contribution of a Value goes to. Empty for a
/// parent that the node has once.
std::string which_text(const TraceLog& log, const TraceEvent& event);

/// "  (layer0.attn)"; empty outside of all scopes.
std::string scope_text(const TraceLog& log, const TraceEvent& event);

/// "  (layer0.attn)  at 05_mlp.cpp:38": scope and source line, those that the log has.
std::string where_text(const TraceLog& log, const TraceEvent& event);

/// Of several nodes of that name the newest one that has been made at `position`; before the first
/// one is made, the first. Throws UsageError, with the nearest label, when there is none.
std::uint32_t find_node(const TraceLog& log, std::size_t position, const std::string& name);

/// True when the name is that of the node.
bool is_named(const TraceLog& log, std::uint32_t node, const std::string& name);

struct TraceElement {
  std::uint32_t node;
  std::size_t at;  // its place among the numbers of the node
};

/// Of "W[0][1]" or "W[0, 1]"; nothing when `name` has no indices after it, or is that of a node.
/// Throws UsageError for indices that the Tensor does not have, and Error when the log has only a
/// summary of it.
std::optional<TraceElement> find_element(const TraceLog& log, std::size_t position,
                                         const std::string& name);

/// The nearest of `names`, else the first that begins with `name`; "" when there is none.
std::string nearest_or_longer(const std::string& name, const std::vector<std::string>& names);

/// Throws UsageError unless `name` is one of `names`; `what` is what it names: "op".
void check_one_of(const std::string& name, const std::vector<std::string>& names,
                  const std::string& what);

}  // namespace holo
