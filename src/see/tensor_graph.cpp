// tensor_graph.cpp: finds the nodes that a Tensor depends on and describes each. No recursion.
#include "holo/tensor_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "see/graph_writer.h"

namespace holo {
namespace {

// All that the root depends on, and itself: oldest first, which is from the leaves to the root.
std::vector<const Node*> nodes_of(const Tensor& root) {
  std::vector<const Node*> nodes;
  std::unordered_set<const Node*> found;
  const auto find = [&](const Node& node) {
    if (found.insert(&node).second) nodes.push_back(&node);
  };
  find(root.node());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = *nodes[i];
    for (int e = 0; e < node.parent_count; ++e) find(node.parent(e));
  }
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
  return nodes;
}

// "1 2 3 ...": the first numbers of the data or the gradient of a node
std::string numbers_text(const Node& node, const real* numbers) {
  constexpr Index most = 4;
  const Index shown = node.numel() <= most ? node.numel() : most - 1;
  std::array<real, most> values{};
  node.backend->download(values.data(), numbers, bytes_of(shown));
  std::string out;
  for (Index i = 0; i < shown; ++i) {
    const real x = values[static_cast<std::size_t>(i)];
    out += fmt::format("{}{}", i == 0 ? "" : " ",
                       std::isnan(x) ? "nan" : fmt::format("{:.4g}", x));  // no sign on a NaN
  }
  return shown < node.numel() ? out + " ..." : out;
}

// Describes the gradient, and says when the graph was freed.
std::string gradient_text(const Node& node) {
  if (node.grad != nullptr) return "grad " + numbers_text(node, node.grad);
  if (node.freed) return "graph freed by backward()";
  return node.requires_grad ? "" : "constant";
}

GraphNode in_words(const Node& node) {
  const auto label_of = [](const Node& of) { return of.label == nullptr ? "" : *of.label; };
  return {.number = node.id,
          .op = node.op,
          .label = label_of(node),
          .shape = node.shape.to_string(),
          .data = "data " + numbers_text(node, node.data),
          .gradient = gradient_text(node),
          .leaf = std::string_view(node.op) == "leaf",
          .parent_count = static_cast<std::size_t>(node.parent_count),
          .parent = [&node, label_of](std::size_t e) -> GraphNode::Parent {
            const Node& parent = node.parent(static_cast<int>(e));
            return {parent.id, label_of(parent), ""};
          }};
}

// REQUIRES: the root outlives it.
GraphWriter writer(const Tensor& root, std::size_t max_nodes) {
  std::vector<const Node*> nodes = nodes_of(root);
  const std::size_t count = nodes.size();
  return GraphWriter(count, max_nodes,
                     [nodes = std::move(nodes)](std::size_t i) { return in_words(*nodes[i]); });
}

}  // namespace

std::string to_text(const Tensor& root, std::size_t max_nodes) {
  return writer(root, max_nodes).to_text();
}

void print_graph(const Tensor& root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::string to_dot(const Tensor& root, std::size_t max_nodes) {
  return writer(root, max_nodes).to_dot("tensor");
}

}  // namespace holo
