// tensor_graph.cpp: finds the nodes that a Tensor depends on.
#include "holo/tensor_graph.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "backend/backend.h"
#include "see/graph_dot.h"

namespace holo {
namespace {

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
  return newest_of(nodes, max_nodes, [](const Node* node) { return in_words(*node); });
}

}  // namespace

std::string to_text(const Tensor& root, std::size_t max_nodes) {
  return graph_of(root, max_nodes).to_text();
}

void print_graph(const Tensor& root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::string to_dot(const Tensor& root, std::size_t max_nodes) {
  return dot_of(graph_of(root, max_nodes), "tensor", max_nodes);
}

}  // namespace holo
