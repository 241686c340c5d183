// graph_writer.h: writes a graph of Values or of Tensors as text or for Graphviz.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace holo {

/// One node as text.
struct GraphNode {
  struct Parent {
    std::uint64_t number;
    std::string label, local;  // local: the derivative, "" for none
  };

  std::uint64_t number;  // of its creation
  std::string op, label;
  std::string shape;           // "" for a Value
  std::string data, gradient;  // "data 3", "grad 2", "constant"
  bool leaf;
  std::size_t parent_count;
  std::function<Parent(std::size_t)> parent;
};

/// Writes the newest nodes of a graph, and a notice of how many older ones are left out.
class GraphWriter {
 public:
  /// Of `count` nodes at most `max_nodes` are shown, and at least one; `node` gives number i of
  /// them, the oldest first.
  GraphWriter(std::size_t count, std::size_t max_nodes, std::function<GraphNode(std::size_t)> node);

  /// A line for each: "#2 mul y  data 6  grad 1  = #0 x (d 2), #1 w (d 3)".
  std::string to_text() const;
  /// A box for each, and an arrow from each parent, `max_nodes` of them at most: "digraph NAME".
  std::string to_dot(const std::string& name) const;

 private:
  std::string notice() const;
  void add_dot(std::string& out, const GraphNode& node) const;

  std::size_t count_, hidden_, max_arrows_;
  std::function<GraphNode(std::size_t)> node_;
  std::uint64_t first_;  // the number of the oldest node that is shown
};

}  // namespace holo
