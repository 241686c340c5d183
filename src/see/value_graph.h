// value_graph.h: the nodes that a Value or a Tensor depends on, as text in aligned columns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace holo {

/// A node as text: number, op, label, shape, data, gradient and parents.
using GraphLine = std::array<std::string, 7>;

/// The lines below each other, without empty columns: "#2 mul y  data 6  grad 1  = #0 x (d 2),
/// #1 w (d 3)". `lines` holds the newest of `count` nodes, newest first; the text begins with the
/// oldest. If there are more nodes than lines, a notice says so.
std::string graph_text(const std::vector<GraphLine>& lines, std::size_t count);

/// The first parents of a node: "#0 x (d 2), #1 w (d 3)". text_of(i) is the text of parent i.
std::string parents_text(std::size_t count, const std::function<std::string(std::size_t)>& text_of);

/// "#0 x", or "#0" without a label.
std::string node_text(std::uint64_t number, std::string_view label);

/// A number in `digits` digits. A NaN has no sign.
std::string in_digits(double x, int digits);

}  // namespace holo
