// value_graph.cpp: writes a Value, and a graph of either engine, as text; finds the nodes that a
// Value depends on. It needs no recursion, because parents are older than their node.
#include "see/value_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "base/words.h"
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
  for (std::size_t i = lines.size(); i-- > 0;) {
    std::string text = fmt::format("{:<{}}", lines[i][0], width[0]);
    for (std::size_t c = 1; c < parents; ++c) {
      if (width[c] > 0)
        text += fmt::format("{}{:<{}}", c < data ? " " : "  ", lines[i][c], width[c]);
    }
    if (!lines[i][parents].empty()) text += "  = " + lines[i][parents];
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string parents_text(std::size_t count,
                         const std::function<std::string(std::size_t)>& text_of) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t i = 0; i < std::min(count, most); ++i) out += (i == 0 ? "" : ", ") + text_of(i);
  return count > most ? out + fmt::format(", and {} more", count - most) : out;
}

std::string node_text(std::uint64_t number, std::string_view label) {
  return fmt::format("#{}{}{}", number, label.empty() ? "" : " ", plain_label(label));
}

std::string in_digits(double x, int digits) {
  return std::isnan(x) ? "nan" : fmt::format("{:.{}g}", x, digits);
}

static GraphLine line_of(const Tape& tape, std::size_t number) {
  const TapeView node = tape.view(number);
  const auto parent = [&](std::size_t e) {
    const std::string name = node_text(node.parents[e], tape.view(node.parents[e]).label);
    return fmt::format("{} (d {})", name, in_digits(node.locals[e], 6));
  };
  return {node_text(number, ""),
          op_name(node.op),
          plain_label(node.label),
          "",
          "data " + in_digits(node.data, 6),
          "grad " + in_digits(node.grad, 6),
          parents_text(node.parents.size(), parent)};
}

std::string to_text(Value root, std::size_t max_nodes) {
  const Tape& tape = Tape::of(root);
  std::vector<bool> found(tape.checked(root) + std::size_t{1});
  std::vector<GraphLine> lines;
  std::size_t count = 0;
  found.back() = true;
  for (std::size_t i = found.size(); i-- > 0;) {
    if (!found[i]) continue;
    if (count++ < std::max(max_nodes, std::size_t{1})) lines.push_back(line_of(tape, i));
    for (const std::uint32_t parent : tape.view(i).parents) found[parent] = true;
  }
  return graph_text(lines, count);
}

void print_graph(Value root, std::size_t max_nodes) {
  std::fputs(to_text(root, max_nodes).c_str(), stdout);
}

std::ostream& operator<<(std::ostream& out, const Value& x) {
  return out << fmt::format("Value(data={:g}, grad={:g})", x.data(), x.grad());
}

}  // namespace holo
