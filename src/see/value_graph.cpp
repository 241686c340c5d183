// value_graph.cpp: finds the nodes that a Value depends on and writes them down. No recursion:
// parents are older than their node, so one pass from the newest to the oldest finds them all.
#include "holo/value_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <vector>

namespace holo {
namespace {

using View = Tape::View;

// The nodes behind a root, oldest first, and how many of them are too old to be shown. The number
// of a node is its place on the tape.
struct Graph {
  std::vector<std::uint32_t> nodes;
  std::size_t hidden = 0;

  bool shows(std::uint32_t number) const { return number >= nodes[hidden]; }
};

View view(std::uint32_t number) { return Tape::of_values().view(number); }

Graph graph_of(Value root, std::size_t max_nodes) {
  const Tape& tape = Tape::of_values();
  const std::uint32_t last = tape.checked(root);
  Graph graph;
  std::vector<bool> found(last + std::size_t{1}, false);
  found[last] = true;
  for (std::size_t i = last + std::size_t{1}; i-- > 0;) {
    if (!found[i]) continue;
    graph.nodes.push_back(static_cast<std::uint32_t>(i));
    for (const std::uint32_t parent : tape.view(i).parents) found[parent] = true;
  }
  std::reverse(graph.nodes.begin(), graph.nodes.end());
  graph.hidden =
      graph.nodes.size() - std::min(graph.nodes.size(), std::max(max_nodes, std::size_t{1}));
  return graph;
}

std::string notice(const Graph& graph) {
  return fmt::format("the newest {} of {} nodes; {} older ones are left out",
                     graph.nodes.size() - graph.hidden, graph.nodes.size(), graph.hidden);
}

// A NaN may carry a sign, which says nothing.
std::string text(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.6g}", x); }

// On one line and without control characters.
std::string plain(std::string_view label) {
  std::string out;
  for (const char c : label) {
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// Inside the quotes of DOT, where \ and & have a meaning of their own.
std::string quoted(std::string_view label) {
  std::string out;
  for (const char c : plain(label)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";
  }
  return out;
}

// "#0 x (d 2), #1 w (d 3)"
std::string parents_text(const View& node) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t e = 0; e < std::min(node.parents.size(), most); ++e) {
    const std::uint32_t number = node.parents[e];
    const std::string label = plain(view(number).label);
    out += fmt::format("{}#{}{}{} (d {})", e == 0 ? "" : ", ", number, label.empty() ? "" : " ",
                       label, text(node.locals[e]));
  }
  if (node.parents.size() > most) {
    out += fmt::format(", and {} more", node.parents.size() - most);
  }
  return out;
}

// The box of one node, and the arrows to it from the nodes that are shown.
void add_dot(std::string& out, const Graph& graph, std::uint32_t number, std::size_t max_edges) {
  const View node = view(number);
  const std::string label = quoted(node.label);
  out += fmt::format("  n{} [label=\"#{} {}{}{}\\ndata {}\\ngrad {}\"{}];\n", number, number,
                     op_name(node.op), label.empty() ? "" : " ", label, text(node.data),
                     text(node.grad),
                     node.op == Op::leaf ? ", style=filled, fillcolor=lightgrey" : "");
  std::size_t drawn = 0;
  for (std::size_t e = 0; e < node.parents.size() && drawn < max_edges; ++e) {
    const std::uint32_t parent = node.parents[e];
    if (!graph.shows(parent)) continue;
    out += fmt::format("  n{} -> n{} [label=\"{}\"];\n", parent, number, text(node.locals[e]));
    ++drawn;
  }
  if (drawn == node.parents.size()) return;
  out += fmt::format("  more -> n{} [label=\"{} more\", style=dashed];\n", number,
                     node.parents.size() - drawn);
}

}  // namespace

std::string to_text(Value root, std::size_t max_nodes) {
  const Graph graph = graph_of(root, max_nodes);
  // Number, op, label, data, grad, so that each column gets the width it needs.
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> width(5, 0);
  for (std::size_t i = graph.hidden; i < graph.nodes.size(); ++i) {
    const std::uint32_t number = graph.nodes[i];
    const View node = view(number);
    rows.push_back({fmt::format("#{}", number), op_name(node.op), plain(node.label),
                    text(node.data), text(node.grad), parents_text(node)});
    for (std::size_t c = 0; c < width.size(); ++c)
      width[c] = std::max(width[c], rows.back()[c].size());
  }
  std::string out = graph.hidden == 0 ? "" : notice(graph) + "\n";
  for (const auto& row : rows) {
    std::string line = fmt::format("{:<{}} {:<{}}", row[0], width[0], row[1], width[1]);
    if (width[2] > 0) line += fmt::format(" {:<{}}", row[2], width[2]);
    line += fmt::format("  data {:<{}}  grad {:<{}}", row[3], width[3], row[4], width[4]);
    if (!row[5].empty()) line += "  = " + row[5];
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

void print_graph(Value root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::string to_dot(Value root, std::size_t max_nodes) {
  const Graph graph = graph_of(root, max_nodes);
  std::string out = "digraph value {\n  rankdir=LR;\n  node [shape=box];\n";
  std::string nodes;
  for (std::size_t i = graph.hidden; i < graph.nodes.size(); ++i) {
    add_dot(nodes, graph, graph.nodes[i], std::max(max_nodes, std::size_t{2}));
  }
  if (nodes.find("\n  more -> ") != std::string::npos) {
    const std::string what = graph.hidden == 0 ? "more edges" : notice(graph);
    out += fmt::format("  more [label=\"{}\", style=dashed];\n", what);
  }
  return out + nodes + "}\n";
}

}  // namespace holo
