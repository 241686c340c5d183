// tensor_graph.cpp: finds the nodes that a Tensor depends on.
#include "holo/tensor_print.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <unordered_set>
#include <vector>

#include "backend/backend.h"
#include "base/words.h"
#include "see/value_graph.h"

namespace holo {
namespace {

// The first numbers of the data or the gradient of a node: "1 2 3 ...".
std::string numbers_text(const Node& node, const real* numbers) {
  constexpr Index most = 4;
  const Index shown = node.numel() <= most ? node.numel() : most - 1;
  std::array<real, most> values{};
  node.backend->download(values.data(), numbers, bytes_of(shown));
  std::string out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(shown); ++i) {
    out += (i > 0 ? " " : "") + in_digits(static_cast<double>(values[i]), 4);
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

GraphLine line_of(const Node& node) {
  const auto text_of = [&node](std::size_t e) {
    const Node& parent = node.parent(static_cast<int>(e));
    return node_text(parent.id, label_of(parent));
  };
  return {node_text(node.id, ""),
          node.op,
          plain_label(label_of(node)),
          node.shape.to_string(),
          "data " + numbers_text(node, node.data),
          gradient_text(node),
          parents_text(static_cast<std::size_t>(node.parent_count), text_of)};
}

}  // namespace

std::string to_text(const Tensor& root, std::size_t max_nodes) {
  std::vector<const Node*> nodes{&root.node()};
  std::unordered_set<const Node*> found{nodes[0]};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (int e = 0; e < nodes[i]->parent_count; ++e) {
      const Node* parent = &nodes[i]->parent(e);
      if (found.insert(parent).second) nodes.push_back(parent);
    }
  }
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->id > b->id; });
  std::vector<GraphLine> lines;
  for (const Node* node : nodes) {
    if (lines.size() < std::max(max_nodes, std::size_t{1})) lines.push_back(line_of(*node));
  }
  return graph_text(lines, nodes.size());
}

void print_graph(const Tensor& root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

}  // namespace holo
