// graph_dot.h: a graph in the DOT language, for Graphviz.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/words.h"
#include "see/value_graph.h"

namespace holo {

/// Escapes the label for a quoted string in DOT, where \ and & are special.
inline std::string quoted_label(std::string_view label) {
  std::string out;
  for (const char c : plain_label(label)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";
  }
  return out;
}

/// The box of one node, and the arrows from its parents that are shown: from node `first` on.
inline std::string dot_of(const GraphNode& node, std::uint64_t first, std::size_t max_arrows) {
  std::string out =
      fmt::format("  n{} [label=\"#{} {}{}{}\\n{}{}{}\"{}];\n", node.number, node.number, node.op,
                  after_space(quoted_label(node.label)), after_space(node.shape), node.data,
                  node.gradient.empty() ? "" : "\\n", node.gradient,
                  node.leaf ? ", style=filled, fillcolor=lightgrey" : "");
  std::size_t drawn = 0;
  for (std::size_t e = 0; e < node.parent_count && drawn < max_arrows; ++e) {
    const GraphNode::Parent parent = node.parent(e);
    if (parent.number < first) continue;
    out += fmt::format("  n{} -> n{}{};\n", parent.number, node.number,
                       parent.local.empty() ? "" : fmt::format(" [label=\"{}\"]", parent.local));
    ++drawn;
  }
  if (drawn == node.parent_count) return out;
  return out + fmt::format("  more -> n{} [label=\"{} more\", style=dashed];\n", node.number,
                           node.parent_count - drawn);
}

/// The graph as to_dot(Value) describes it, called `name` in the DOT language.
inline std::string dot_of(const Graph& graph, const char* name, std::size_t max_nodes) {
  std::string out = fmt::format("digraph {} {{\n  rankdir=LR;\n  node [shape=box];\n", name);
  std::string nodes;
  for (const GraphNode& node : graph.shown) {
    nodes += dot_of(node, graph.shown[0].number, std::max(max_nodes, std::size_t{2}));
  }
  if (nodes.find("\n  more -> ") != std::string::npos) {
    const std::string what = graph.shown.size() == graph.count ? "more edges" : graph.notice();
    out += fmt::format("  more [label=\"{}\", style=dashed];\n", what);
  }
  return out + nodes + "}\n";
}

}  // namespace holo
