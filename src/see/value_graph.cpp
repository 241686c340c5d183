// value_graph.cpp: finds the nodes that a Value depends on and describes each. No recursion:
// parents are older than their node, so one pass from the newest to the oldest finds them all.
#include "holo/value_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "see/graph_writer.h"

namespace holo {
namespace {

// The indices on the tape of all that the root depends on, and its own: oldest first.
std::vector<std::uint32_t> nodes_of(Value root) {
  const Tape& tape = Tape::of(root);
  const std::uint32_t last = tape.checked(root);
  std::vector<std::uint32_t> nodes;
  std::vector<bool> found(last + std::size_t{1}, false);
  found[last] = true;
  for (std::size_t i = last + std::size_t{1}; i-- > 0;) {
    if (!found[i]) continue;
    nodes.push_back(static_cast<std::uint32_t>(i));
    for (const std::uint32_t parent : tape.view(i).parents) found[parent] = true;
  }
  std::reverse(nodes.begin(), nodes.end());
  return nodes;
}

// The sign of a NaN has no meaning.
std::string in_six_digits(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.6g}", x); }

GraphNode in_words(std::uint32_t number) {
  const Tape& tape = Tape::current();
  const TapeView node = tape.view(number);
  return {.number = number,
          .op = op_name(node.op),
          .label = std::string(node.label),
          .shape = "",
          .data = "data " + in_six_digits(node.data),
          .gradient = "grad " + in_six_digits(node.grad),
          .leaf = node.op == Op::leaf,
          .parent_count = node.parents.size(),
          .parent = [&tape, node](std::size_t e) -> GraphNode::Parent {
            const std::uint32_t parent = node.parents[e];
            return {parent, std::string(tape.view(parent).label), in_six_digits(node.locals[e])};
          }};
}

GraphWriter writer(Value root, std::size_t max_nodes) {
  std::vector<std::uint32_t> nodes = nodes_of(root);
  const std::size_t count = nodes.size();
  return GraphWriter(count, max_nodes,
                     [nodes = std::move(nodes)](std::size_t i) { return in_words(nodes[i]); });
}

}  // namespace

std::string to_text(Value root, std::size_t max_nodes) { return writer(root, max_nodes).to_text(); }

void print_graph(Value root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::string to_dot(Value root, std::size_t max_nodes) {
  return writer(root, max_nodes).to_dot("value");
}

}  // namespace holo
