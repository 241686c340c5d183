// names.h: the node that a user means by "x", "#3" or "#3 x", and one number of a Tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "holo/trace_log.h"

namespace holo {

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
