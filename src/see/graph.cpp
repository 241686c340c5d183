// graph.cpp: finds the nodes that a Value or a Tensor depends on, and writes the newest of them as
// text in aligned columns, or in the DOT language. It needs no recursion, because every parent is
// older than its node.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <unordered_set>
#include <vector>

#include "backend/backend.h"
#include "base/words.h"
#include "holo/tensor_graph.h"
#include "holo/value_graph.h"

namespace holo {
namespace {

// ---- one graph for both engines ----

// One node as text.
struct GraphNode {
  struct Parent {
    std::uint64_t number;
    std::string label, local;  // local: the derivative, "" if there is none
  };

  std::uint64_t number;  // creation number
  std::string op, label;
  std::string shape;           // "" for a Value
  std::string data, gradient;  // "data 3", "grad 2", "constant"
  bool leaf;
  std::size_t parent_count;
  std::function<Parent(std::size_t)> parent;
};

struct Graph {
  std::size_t count;             // the number of all nodes
  std::vector<GraphNode> shown;  // the newest nodes, at least one, oldest first
};

// Shows the newest of all `nodes`, which are oldest first. `describe` makes the text of a node.
template <class T, class Describe>
Graph graph_of(const std::vector<T>& nodes, std::size_t max_nodes, Describe describe) {
  const std::size_t count = std::min(nodes.size(), std::max(max_nodes, std::size_t{1}));
  Graph graph{nodes.size(), {}};
  for (std::size_t i = nodes.size() - count; i < nodes.size(); ++i) {
    graph.shown.push_back(describe(nodes[i]));
  }
  return graph;
}

// The text with a space before it, or nothing if it is empty.
std::string after_space(const std::string& text) { return text.empty() ? "" : " " + text; }

std::string notice(const Graph& graph) {
  const std::size_t shown = graph.shown.size();
  return fmt::format("the newest {} of {} nodes; {} older ones are left out", shown, graph.count,
                     graph.count - shown);
}

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

// A line for each node: "#2 mul y  data 6  grad 1  = #0 x (d 2), #1 w (d 3)".
std::string text_of(const Graph& graph) {
  // The columns: number, op, label, shape, data, gradient, then the parents. Omits empty columns.
  constexpr std::size_t columns = 6, data = 4;
  std::vector<std::array<std::string, columns + 1>> rows;
  std::array<std::size_t, columns> width{};
  for (const GraphNode& node : graph.shown) {
    rows.push_back({fmt::format("#{}", node.number), node.op, plain_label(node.label), node.shape,
                    node.data, node.gradient, parents_text(node)});
    for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], rows.back()[c].size());
  }
  std::string out = rows.size() == graph.count ? "" : notice(graph) + "\n";
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

// The box of one node, and the arrows from its parents, if they are shown: from `first` on.
std::string dot_of(const GraphNode& node, std::uint64_t first, std::size_t max_arrows) {
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

std::string dot_of(const Graph& graph, const char* name, std::size_t max_nodes) {
  std::string out = fmt::format("digraph {} {{\n  rankdir=LR;\n  node [shape=box];\n", name);
  std::string nodes;
  for (const GraphNode& node : graph.shown) {
    nodes += dot_of(node, graph.shown[0].number, std::max(max_nodes, std::size_t{2}));
  }
  if (nodes.find("\n  more -> ") != std::string::npos) {
    const std::string what = graph.shown.size() == graph.count ? "more edges" : notice(graph);
    out += fmt::format("  more [label=\"{}\", style=dashed];\n", what);
  }
  return out + nodes + "}\n";
}

// A number with this many significant digits. A NaN has no sign.
template <class Number>
std::string in_digits(Number x, int digits) {
  return std::isnan(x) ? "nan" : fmt::format("{:.{}g}", x, digits);
}

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
  return graph_of(nodes, max_nodes, [&](std::size_t number) { return in_words(tape, number); });
}

// ---- graphs of a Tensor ----

// The first numbers of the data or the gradient of a node: "1 2 3 ...".
std::string numbers_text(const Node& node, const real* numbers) {
  constexpr Index most = 4;
  const Index shown = node.numel() <= most ? node.numel() : most - 1;
  std::array<real, most> values{};
  node.backend->download(values.data(), numbers, bytes_of(shown));
  std::string out;
  for (Index i = 0; i < shown; ++i) {
    if (i > 0) out += ' ';
    out += in_digits(values[static_cast<std::size_t>(i)], 4);
  }
  return shown < node.numel() ? out + " ..." : out;
}

// Describes the gradient, or says that the graph was freed.
std::string gradient_text(const Node& node) {
  if (node.grad != nullptr) return "grad " + numbers_text(node, node.grad);
  if (node.freed) return "graph freed by backward()";
  return node.requires_grad ? "" : "constant";
}

std::string label_of(const Node& node) { return node.label == nullptr ? "" : *node.label; }

GraphNode in_words(const Node& node) {
  return {.number = node.id,
          .op = node.op,
          .label = label_of(node),
          .shape = node.shape.to_string(),
          .data = "data " + numbers_text(node, node.data),
          .gradient = gradient_text(node),
          .leaf = std::string_view(node.op) == "leaf",
          .parent_count = static_cast<std::size_t>(node.parent_count),
          .parent = [&node](std::size_t e) -> GraphNode::Parent {
            const Node& parent = node.parent(static_cast<int>(e));
            return {parent.id, label_of(parent), ""};
          }};
}

Graph graph_of(const Tensor& root, std::size_t max_nodes) {
  std::vector<const Node*> nodes{&root.node()};
  std::unordered_set<const Node*> found{nodes[0]};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (int e = 0; e < nodes[i]->parent_count; ++e) {
      const Node* parent = &nodes[i]->parent(e);
      if (found.insert(parent).second) nodes.push_back(parent);
    }
  }
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
  return graph_of(nodes, max_nodes, [](const Node* node) { return in_words(*node); });
}

void print_text(const std::string& text) { std::fputs(text.c_str(), stdout); }

}  // namespace

std::string to_text(Value root, std::size_t max_nodes) {
  return text_of(graph_of(root, max_nodes));
}
std::string to_text(const Tensor& root, std::size_t max_nodes) {
  return text_of(graph_of(root, max_nodes));
}

void print_graph(Value root, std::size_t max_nodes) { print_text(to_text(root, max_nodes)); }
void print_graph(const Tensor& root, std::size_t max_nodes) {
  print_text(to_text(root, max_nodes));
}

std::string to_dot(Value root, std::size_t max_nodes) {
  return dot_of(graph_of(root, max_nodes), "value", max_nodes);
}
std::string to_dot(const Tensor& root, std::size_t max_nodes) {
  return dot_of(graph_of(root, max_nodes), "tensor", max_nodes);
}

}  // namespace holo
