// value_graph.cpp: writes a Value, and a graph of either engine, as text; finds the nodes that a
// Value depends on. It needs no recursion, because parents are older than their node.
#include "see/value_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>
#include <vector>

#include "base/words.h"
#include "see/graph_dot.h"

namespace holo {
namespace {

// The parents of a node: "#0 x (d 2), #1 w (d 3)".
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

std::string Graph::notice() const {
  return fmt::format("the newest {} of {} nodes; {} older ones are left out", shown.size(), count,
                     count - shown.size());
}

// A line for each node: "#2 mul y  data 6  grad 1  = #0 x (d 2), #1 w (d 3)".
std::string Graph::to_text() const {
  // The columns: number, op, label, shape, data, gradient, then the parents. Omits empty columns.
  constexpr std::size_t columns = 6, data = 4;
  std::vector<std::array<std::string, columns + 1>> rows;
  std::array<std::size_t, columns> width{};
  for (const GraphNode& node : shown) {
    rows.push_back({fmt::format("#{}", node.number), node.op, plain_label(node.label), node.shape,
                    node.data, node.gradient, parents_text(node)});
    for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], rows.back()[c].size());
  }
  std::string out = rows.size() == count ? "" : notice() + "\n";
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

namespace {

// ---- graphs of a Value ----

GraphNode in_words(const Tape& tape, std::size_t number) {
  const TapeView node = tape.view(number);
  return {.number = number,
          .op = op_name(node.op),
          .label = std::string(node.label),
          .shape = "",
          .data = "data " + in_digits(node.data, 6),
          .gradient = "grad " + in_digits(node.grad, 6),
          .leaf = node.op == Op::leaf,
          .parent_count = node.parents.size(),
          .parent = [&tape, node](std::size_t e) -> GraphNode::Parent {
            const std::uint32_t parent = node.parents[e];
            return {parent, std::string(tape.view(parent).label), in_digits(node.locals[e], 6)};
          }};
}

Graph graph_of(Value root, std::size_t max_nodes) {
  const Tape& tape = Tape::of(root);
  std::vector<bool> found(tape.checked(root) + std::size_t{1});
  std::vector<std::size_t> nodes;
  found.back() = true;
  for (std::size_t i = found.size(); i-- > 0;) {
    if (!found[i]) continue;
    nodes.push_back(i);
    for (const std::uint32_t parent : tape.view(i).parents) found[parent] = true;
  }
  std::reverse(nodes.begin(), nodes.end());
  return newest_of(nodes, max_nodes, [&](std::size_t number) { return in_words(tape, number); });
}

}  // namespace

std::string to_text(Value root, std::size_t max_nodes) {
  return graph_of(root, max_nodes).to_text();
}

void print_graph(Value root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::string to_dot(Value root, std::size_t max_nodes) {
  return dot_of(graph_of(root, max_nodes), "value", max_nodes);
}

std::ostream& operator<<(std::ostream& out, const Value& x) {
  return out << fmt::format("Value(data={:g}, grad={:g})", x.data(), x.grad());
}

}  // namespace holo
