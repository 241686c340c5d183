// value_graph.h: the nodes that a Value or a Tensor depends on, as text in aligned columns.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/words.h"

namespace holo {

/// A node as text: number, op, label, shape, data, gradient and parents.
using GraphLine = std::array<std::string, 7>;

/// The lines below each other, oldest first, without empty columns: "#2 mul y  data 6  grad 1  =
/// #0 x (d 2), #1 w (d 3)". If there are more than `lines` nodes, a notice has their `count`.
std::string graph_text(const std::vector<GraphLine>& lines, std::size_t count);

/// graph_text() of the newest of `nodes`, which are in order, oldest first.
template <class T, class LineOf>
std::string newest_as_text(const std::vector<T>& nodes, std::size_t max_nodes, LineOf line_of) {
  const std::size_t shown = std::min(nodes.size(), std::max(max_nodes, std::size_t{1}));
  std::vector<GraphLine> lines;
  for (std::size_t i = nodes.size() - shown; i < nodes.size(); ++i) {
    lines.push_back(line_of(nodes[i]));
  }
  return graph_text(lines, nodes.size());
}

/// The first parents of a node: "#0 x (d 2), #1 w (d 3)". text_of(i) is the text of parent i.
template <class TextOf>
std::string parents_text(std::size_t count, TextOf text_of) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t i = 0; i < std::min(count, most); ++i) out += (i == 0 ? "" : ", ") + text_of(i);
  return count > most ? out + fmt::format(", and {} more", count - most) : out;
}

/// "#0 x", or "#0" without a label.
inline std::string node_text(std::uint64_t number, const std::string& label) {
  return fmt::format("#{}{}{}", number, label.empty() ? "" : " ", plain_label(label));
}

/// A number in `digits` digits. A NaN has no sign.
template <class Number>
std::string in_digits(Number x, int digits) {
  return std::isnan(x) ? "nan" : fmt::format("{:.{}g}", x, digits);
}

}  // namespace holo
