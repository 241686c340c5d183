// value_graph_figure.cpp: the nodes of a Value as boxes, read from the tape, and an arrow forward
// and one backward for each edge.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"
#include "holo/value.h"

namespace holo {
namespace {

struct GraphNode {
  TapeView view;
  std::vector<std::size_t> parents;  // their numbers in the list
};

// What was recorded from this node of the tape on.
std::vector<GraphNode> nodes_behind(std::size_t first) {
  std::vector<GraphNode> nodes;
  const Tape& tape = Tape::current();
  for (std::size_t i = first; i < tape.node_count(); ++i) {
    nodes.push_back({tape.view(i), {}});
    for (const std::uint32_t parent : nodes.back().view.parents) {
      nodes.back().parents.push_back(parent - first);
    }
  }
  return nodes;
}

// Where its box is: to the right of all its parents, in the middle of their rows; a leaf is one
// column before the first node that uses it, in a row of its own.
std::vector<Point> places_of(const std::vector<GraphNode>& nodes) {
  std::vector<double> column(nodes.size(), -1), row(nodes.size(), 0);
  double leaves = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::vector<std::size_t>& parents = nodes[i].parents;
    if (parents.empty()) row[i] = leaves++;
    for (const std::size_t parent : parents) {
      column[i] = std::max(column[i], std::max(column[parent], 0.0) + 1);
      row[i] += row[parent] / static_cast<double>(parents.size());
    }
    for (const std::size_t parent : parents) {
      if (column[parent] < 0) column[parent] = column[i] - 1;
    }
  }
  std::vector<Point> places;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    places.push_back({68 + 218 * column[i], 92 + 106 * row[i]});
  }
  return places;
}

// Where an edge meets the side of a box: 44 pixels between two.
double offset(std::size_t number, std::size_t count) {
  return 44 * (static_cast<double>(number) - (static_cast<double>(count) - 1) / 2);
}

// Forward with the local derivative, and backward with what is added to the gradient.
void draw_edge(Diagram& diagram, Point from, Point to, double local, double grad) {
  diagram.curve({from.x, from.y - 3}, {to.x, to.y - 3}, Ink::blue);
  diagram.curve({to.x, to.y + 3}, {from.x, from.y + 3}, Ink::orange);
  // Above and below the middle, and beside it where the curve is steep.
  const Point middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  const double aside = std::clamp(to.y - from.y, -24.0, 24.0);
  diagram.words({middle.x + aside, middle.y - 8}, {fmt::format("d {:g}", local), Ink::blue});
  diagram.words({middle.x - aside, middle.y + 19},
                {fmt::format("{:g} · {:g} = {:g}", local, grad, local * grad), Ink::orange});
}

void draw_legend(Diagram& diagram, double y) {
  diagram.arrow({{60, y}, {90, y}}, Ink::blue);
  diagram.words({98, y + 4.5}, {"forward, with the local derivative d", Ink::blue}, "start");
  diagram.arrow({{430, y}, {400, y}}, Ink::orange);
  diagram.words({438, y + 4.5}, {"backward: d · grad, added to the parent", Ink::orange}, "start");
}

}  // namespace

Figure value_graph_figure() {
  const Tape::Scope scope;
  const std::size_t first = Tape::current().node_count();
  const Value x(3.0, "x"), w(2.0, "w"), b(-1.0, "b");
  Value y = x * w + b;
  Value loss = y * y;
  y.set_label("y");
  loss.set_label("loss");
  loss.backward();

  const std::vector<GraphNode> nodes = nodes_behind(first);
  const std::vector<Point> places = places_of(nodes);
  std::vector<std::size_t> uses(nodes.size(), 0), drawn(nodes.size(), 0);
  for (const GraphNode& node : nodes) {
    for (const std::size_t parent : node.parents) ++uses[parent];
  }
  Diagram diagram;
  std::vector<Box> boxes;
  std::string numbers;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& [node, parents] = nodes[i];
    const std::string label = node.label.empty() ? "" : fmt::format(" {}", node.label),
                      name = fmt::format("#{} {}{}", i, op_name(node.op), label);
    boxes.push_back(diagram.box(places[i], 104, 84,
                                {{name, Ink::grey, true},
                                 {fmt::format("data {:g}", node.data), Ink::blue},
                                 {fmt::format("grad {:g}", node.grad), Ink::orange}}));
    for (std::size_t e = 0; e < parents.size(); ++e) {
      const std::size_t parent = parents[e];
      draw_edge(diagram, boxes[parent].right(offset(drawn[parent]++, uses[parent])),
                boxes[i].left(offset(e, parents.size())), node.locals[e], node.grad);
    }
    numbers += fmt::format(" {}: data {:g}, grad {:g}.", name, node.data, node.grad);
  }
  draw_legend(diagram, 386);
  return {
      "value_graph.svg",
      diagram.to_svg(790, 412, "loss = y * y with y = x * w + b: every node and edge of the tape",
                     "A box for each node, an arrow to it from each of its parents, and one "
                     "back with what the gradient of the parent gets." +
                         numbers)};
}

}  // namespace holo
