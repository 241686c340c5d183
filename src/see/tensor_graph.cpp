// tensor_graph.cpp: finds the nodes that a Tensor depends on.
#include "holo/tensor_print.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <unordered_set>
#include <vector>

#include "backend/backend.h"
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

GraphLine line_of(const Node& node) {
  const auto text_of = [&node](std::size_t e) {
    const Node& parent = node.parent(static_cast<int>(e));
    return node_text(parent.id, label_of(parent));
  };
  return {fmt::format("#{}", node.id),
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
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
  return newest_as_text(nodes, max_nodes, [](const Node* node) { return line_of(*node); });
}

void print_graph(const Tensor& root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

}  // namespace holo
