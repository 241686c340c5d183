// graph_writer.cpp: writes a graph as text in aligned columns, and in the DOT language.
#include "see/graph_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/label.h"

namespace holo {
namespace {

// " x", or nothing
std::string after_space(const std::string& text) { return text.empty() ? "" : " " + text; }

// "#0 x (d 2), #1 w (d 3)"
std::string parents_text(const GraphNode& node) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t e = 0; e < std::min(node.parent_count, most); ++e) {
    const GraphNode::Parent parent = node.parent(e);
    out += fmt::format("{}#{}{}", e == 0 ? "" : ", ", parent.number,
                       after_space(plain_label(parent.label)));
    if (!parent.local.empty()) out += fmt::format(" (d {})", parent.local);
  }
  if (node.parent_count > most) out += fmt::format(", and {} more", node.parent_count - most);
  return out;
}

}  // namespace

GraphWriter::GraphWriter(std::size_t count, std::size_t max_nodes,
                         std::function<GraphNode(std::size_t)> node)
    : count_(count),
      hidden_(count - std::min(count, std::max(max_nodes, std::size_t{1}))),
      max_arrows_(std::max(max_nodes, std::size_t{2})),
      node_(std::move(node)),
      first_(node_(hidden_).number) {}

std::string GraphWriter::notice() const {
  return fmt::format("the newest {} of {} nodes; {} older ones are left out", count_ - hidden_,
                     count_, hidden_);
}

std::string GraphWriter::to_text() const {
  // Number, op, label, shape, data, gradient; then the parents. A column without text is left out.
  constexpr std::size_t columns = 6, data = 4;
  std::vector<std::array<std::string, columns + 1>> rows;
  std::array<std::size_t, columns> width{};
  for (std::size_t i = hidden_; i < count_; ++i) {
    const GraphNode node = node_(i);
    rows.push_back({fmt::format("#{}", node.number), node.op, plain_label(node.label), node.shape,
                    node.data, node.gradient, parents_text(node)});
    for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], rows.back()[c].size());
  }
  std::string out = hidden_ == 0 ? "" : notice() + "\n";
  for (const auto& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], width[0]);
    for (std::size_t c = 1; c < columns; ++c) {
      if (width[c] == 0) continue;
      line += fmt::format("{}{:<{}}", c < data ? " " : "  ", row[c], width[c]);
    }
    if (!row[columns].empty()) line += "  = " + row[columns];
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

// The box of one node, and the arrows to it from the nodes that are shown.
void GraphWriter::add_dot(std::string& out, const GraphNode& node) const {
  out += fmt::format("  n{} [label=\"#{} {}{}{}\\n{}{}{}\"{}];\n", node.number, node.number,
                     node.op, after_space(quoted_label(node.label)), after_space(node.shape),
                     node.data, node.gradient.empty() ? "" : "\\n", node.gradient,
                     node.leaf ? ", style=filled, fillcolor=lightgrey" : "");
  std::size_t drawn = 0;
  for (std::size_t e = 0; e < node.parent_count && drawn < max_arrows_; ++e) {
    const GraphNode::Parent parent = node.parent(e);
    if (parent.number < first_) continue;
    out += fmt::format("  n{} -> n{}{};\n", parent.number, node.number,
                       parent.local.empty() ? "" : fmt::format(" [label=\"{}\"]", parent.local));
    ++drawn;
  }
  if (drawn == node.parent_count) return;
  out += fmt::format("  more -> n{} [label=\"{} more\", style=dashed];\n", node.number,
                     node.parent_count - drawn);
}

std::string GraphWriter::to_dot(const std::string& name) const {
  std::string out = fmt::format("digraph {} {{\n  rankdir=LR;\n  node [shape=box];\n", name);
  std::string nodes;
  for (std::size_t i = hidden_; i < count_; ++i) add_dot(nodes, node_(i));
  if (nodes.find("\n  more -> ") != std::string::npos) {
    const std::string what = hidden_ == 0 ? "more edges" : notice();
    out += fmt::format("  more [label=\"{}\", style=dashed];\n", what);
  }
  return out + nodes + "}\n";
}

}  // namespace holo
