// graph.cpp: finds the nodes that a Tensor depends on and writes them down. No recursion.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>
#include <unordered_set>
#include <vector>

#include "backend/backend.h"
#include "holo/tensor_graph.h"
#include "see/label.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// The nodes behind a root, oldest first, and how many of them are too old to be shown.
struct Graph {
  std::vector<const Node*> nodes;
  std::size_t hidden = 0;

  bool shows(const Node& node) const { return node.id >= nodes[hidden]->id; }
};

// A node is newer than its parents, so the order of creation is one from the leaves to the root.
bool is_older(const Node* a, const Node* b) { return a->id < b->id; }

Graph graph_of(const Tensor& root, std::size_t max_nodes) {
  Graph graph;
  std::unordered_set<const Node*> found;
  const auto find = [&](const Node& node) {
    if (found.insert(&node).second) graph.nodes.push_back(&node);
  };
  find(root.node());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = *graph.nodes[i];
    for (int e = 0; e < node.parent_count; ++e) find(node.parent(e));
  }
  std::sort(graph.nodes.begin(), graph.nodes.end(), is_older);
  graph.hidden =
      graph.nodes.size() - std::min(graph.nodes.size(), std::max(max_nodes, std::size_t{1}));
  return graph;
}

std::string notice(const Graph& graph) {
  return fmt::format("the newest {} of {} nodes; {} older ones are left out",
                     graph.nodes.size() - graph.hidden, graph.nodes.size(), graph.hidden);
}

bool is_leaf(const Node& node) { return std::string_view(node.op) == "leaf"; }

std::string label_of(const Node& node) {
  return node.label == nullptr ? "" : plain_label(*node.label);
}

// "1 2 3 ...": the first numbers of the data or the gradient of a node
std::string numbers_text(const Node& node, const real* numbers) {
  constexpr Index most = 4;
  const Index shown = node.numel() <= most ? node.numel() : most - 1;
  std::array<real, most> values{};
  node.backend->download(values.data(), numbers, shown);
  std::string out;
  for (Index i = 0; i < shown; ++i) {
    const real x = values[static_cast<std::size_t>(i)];
    out += fmt::format("{}{}", i == 0 ? "" : " ",
                       std::isnan(x) ? "nan" : fmt::format("{:.4g}", x));  // no sign on a NaN
  }
  return shown < node.numel() ? out + " ..." : out;
}

// What there is to know of the gradient, and of the graph that is not there.
std::string gradient_text(const Node& node) {
  if (node.grad != nullptr) return "grad " + numbers_text(node, node.grad);
  if (node.freed) return "graph freed by backward()";
  return node.requires_grad ? "" : "constant";
}

// "#0 x, #1 w"
std::string parents_text(const Node& node) {
  constexpr int most = 8;
  std::string out;
  for (int e = 0; e < std::min(node.parent_count, most); ++e) {
    const std::string label = label_of(node.parent(e));
    out += fmt::format("{}#{}{}{}", e == 0 ? "" : ", ", node.parent(e).id, label.empty() ? "" : " ",
                       label);
  }
  if (node.parent_count > most) {
    out += fmt::format(", and {} more", node.parent_count - most);
  }
  return out;
}

// The box of one node, and the arrows to it from the nodes that are shown.
void add_dot(std::string& out, const Graph& graph, const Node& node, int max_edges) {
  const std::string label = node.label == nullptr ? "" : quoted_label(*node.label);
  const std::string gradient = gradient_text(node);
  out += fmt::format("  n{} [label=\"#{} {}{}{} {}\\ndata {}{}{}\"{}];\n", node.id, node.id,
                     node.op, label.empty() ? "" : " ", label, node.shape.to_string(),
                     numbers_text(node, node.data), gradient.empty() ? "" : "\\n", gradient,
                     is_leaf(node) ? ", style=filled, fillcolor=lightgrey" : "");
  int drawn = 0;
  for (int e = 0; e < node.parent_count && drawn < max_edges; ++e) {
    const Node& parent = node.parent(e);
    if (!graph.shows(parent)) continue;
    out += fmt::format("  n{} -> n{};\n", parent.id, node.id);
    ++drawn;
  }
  if (drawn == node.parent_count) return;
  out += fmt::format("  more -> n{} [label=\"{} more\", style=dashed];\n", node.id,
                     node.parent_count - drawn);
}

}  // namespace

std::string to_text(const Tensor& root, std::size_t max_nodes) {
  const Graph graph = graph_of(root, max_nodes);
  // Number, op, label, shape, data, gradient, so that each column gets the width it needs.
  using Row = std::array<std::string, 7>;
  std::vector<Row> rows;
  std::array<std::size_t, 6> width{};
  for (std::size_t i = graph.hidden; i < graph.nodes.size(); ++i) {
    const Node& node = *graph.nodes[i];
    rows.push_back({fmt::format("#{}", node.id), node.op, label_of(node), node.shape.to_string(),
                    numbers_text(node, node.data), gradient_text(node), parents_text(node)});
    for (std::size_t c = 0; c < width.size(); ++c) {
      width[c] = std::max(width[c], rows.back()[c].size());
    }
  }
  std::string out = graph.hidden == 0 ? "" : notice(graph) + "\n";
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}} {:<{}}", row[0], width[0], row[1], width[1]);
    if (width[2] > 0) line += fmt::format(" {:<{}}", row[2], width[2]);
    line += fmt::format(" {:<{}}  data {:<{}}", row[3], width[3], row[4], width[4]);
    if (width[5] > 0) line += fmt::format("  {:<{}}", row[5], width[5]);
    if (!row[6].empty()) line += "  = " + row[6];
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

void print_graph(const Tensor& root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::string to_dot(const Tensor& root, std::size_t max_nodes) {
  const Graph graph = graph_of(root, max_nodes);
  const int max_edges =
      static_cast<int>(std::clamp(max_nodes, std::size_t{2}, std::size_t{1} << 30));
  std::string out = "digraph tensor {\n  rankdir=LR;\n  node [shape=box];\n";
  std::string nodes;
  for (std::size_t i = graph.hidden; i < graph.nodes.size(); ++i) {
    add_dot(nodes, graph, *graph.nodes[i], max_edges);
  }
  if (nodes.find("\n  more -> ") != std::string::npos) {
    const std::string what = graph.hidden == 0 ? "more edges" : notice(graph);
    out += fmt::format("  more [label=\"{}\", style=dashed];\n", what);
  }
  return out + nodes + "}\n";
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
