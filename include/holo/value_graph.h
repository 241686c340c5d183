// value_graph.h: shows how a Value was made: its graph as text, or as a drawing for Graphviz.
#pragma once

#include <cstddef>
#include <string>

#include "holo/value.h"

namespace holo {

/// The nodes that `root` depends on, oldest first, one a line: number, op, label, data, grad, and
/// each parent with the local derivative d. The number of a node is its index on the tape, from 0:
/// messages and gdb show the same.
///
///   #0 leaf x  data 3  grad 2
///   #1 leaf w  data 2  grad 3
///   #2 mul  y  data 6  grad 1  = #0 x (d 2), #1 w (d 3)
///
/// A constant is not a node: 2.0 * x has one parent. Numbers have up to 6 significant digits. Of
/// more than `max_nodes` nodes the newest are shown, of more than 8 parents the first; a notice
/// says how many there are. Throws holo::Error when `root` is not on the tape.
std::string to_text(Value root, std::size_t max_nodes = 50);

/// Writes to_text() to stdout.
void print_graph(Value root, std::size_t max_nodes = 50);

/// The same nodes in the DOT language: one box a node, one arrow an edge, from the parent, with its
/// local derivative. Draw it with: dot -Tsvg graph.dot -o graph.svg
/// A node has at most `max_nodes` arrows; those left out become a count on one dashed arrow.
/// Throws as to_text().
std::string to_dot(Value root, std::size_t max_nodes = 200);

}  // namespace holo
