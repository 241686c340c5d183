// value_graph.cpp: writes a Value, and a graph of either engine, as text; finds the nodes that a
// Value depends on. It needs no recursion, because parents are older than their node.
#include "see/value_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <vector>

#include "holo/value_graph.h"

namespace holo {

std::string graph_text(const std::vector<GraphLine>& lines, std::size_t count) {
  constexpr std::size_t data = 4, parents = 6;
  std::array<std::size_t, parents> width{};
  for (const GraphLine& line : lines) {
    for (std::size_t c = 0; c < parents; ++c) width[c] = std::max(width[c], line[c].size());
  }
  std::string out;
  if (lines.size() < count) {
    out = fmt::format("the newest {} of {} nodes; {} older ones are left out\n", lines.size(),
                      count, count - lines.size());
  }
  for (const GraphLine& line : lines) {
    std::string text = fmt::format("{:<{}}", line[0], width[0]);
    for (std::size_t c = 1; c < parents; ++c) {
      if (width[c] == 0) continue;
      text += fmt::format("{}{:<{}}", c < data ? " " : "  ", line[c], width[c]);
    }
    if (!line[parents].empty()) text += "  = " + line[parents];
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

namespace {

GraphLine line_of(const Tape& tape, std::size_t number) {
  const TapeView node = tape.view(number);
  const auto parent = [&](std::size_t e) {
    const std::string label(tape.view(node.parents[e]).label);
    return fmt::format("{} (d {})", node_text(node.parents[e], label),
                       in_digits(node.locals[e], 6));
  };
  return {fmt::format("#{}", number),
          op_name(node.op),
          plain_label(std::string(node.label)),
          "",
          "data " + in_digits(node.data, 6),
          "grad " + in_digits(node.grad, 6),
          parents_text(node.parents.size(), parent)};
}

}  // namespace

std::string to_text(Value root, std::size_t max_nodes) {
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
  return newest_as_text(nodes, max_nodes, [&](std::size_t n) { return line_of(tape, n); });
}

void print_graph(Value root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::ostream& operator<<(std::ostream& out, const Value& x) {
  return out << fmt::format("Value(data={:g}, grad={:g})", x.data(), x.grad());
}

}  // namespace holo
