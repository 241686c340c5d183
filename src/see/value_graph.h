// value_graph.h: the nodes that a Value or a Tensor depends on, as text in aligned columns.
// graph_dot.h writes them in the DOT language.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "holo/value_graph.h"

namespace holo {

/// One node as text.
struct GraphNode {
  struct Parent {
    std::uint64_t number;
    std::string label, local;  ///< local: the derivative, "" for none
  };

  std::uint64_t number;  ///< creation number
  std::string op, label;
  std::string shape;           ///< "" for a Value
  std::string data, gradient;  ///< "data 3", "grad 2", "constant"
  bool leaf;
  std::size_t parent_count;
  std::function<Parent(std::size_t)> parent;
};

struct Graph {
  std::size_t count;             ///< the number of all nodes
  std::vector<GraphNode> shown;  ///< the newest nodes, at least one, oldest first

  /// One line per node, as to_text(Value) describes it.
  std::string to_text() const;
  /// Says how many nodes are not shown.
  std::string notice() const;
};

/// The graph of `nodes`, which are all nodes, oldest first. `describe` makes the text of a node.
template <class T, class Describe>
Graph newest_of(const std::vector<T>& nodes, std::size_t max_nodes, Describe describe) {
  const std::size_t count = std::min(nodes.size(), std::max(max_nodes, std::size_t{1}));
  Graph graph{nodes.size(), {}};
  for (std::size_t i = nodes.size() - count; i < nodes.size(); ++i) {
    graph.shown.push_back(describe(nodes[i]));
  }
  return graph;
}

/// The text with a space before it, or nothing if it is empty.
inline std::string after_space(const std::string& text) { return text.empty() ? "" : " " + text; }

/// A number in `digits` digits. A NaN has no sign.
template <class Number>
std::string in_digits(Number x, int digits) {
  return std::isnan(x) ? "nan" : fmt::format("{:.{}g}", x, digits);
}

}  // namespace holo
