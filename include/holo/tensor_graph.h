// tensor_graph.h: shows how a Tensor was made: its graph as text, or as a drawing for Graphviz.
#pragma once

#include <cstddef>
#include <string>

#include "holo/tensor.h"

namespace holo {

/// The nodes that `root` depends on, oldest first, one a line: number, op, label, shape, the first
/// numbers of data and, when there is one, of grad, and the parents. The number of a node is
/// Node::id, which counts all nodes that a thread makes: messages and gdb show the same.
///
///   #0 leaf x [3]  data 1 2 3  grad 2 4 6
///   #1 mul    [3]  data 1 4 9              = #0 x, #0 x
///   #2 sum    []   data 14                 = #1
///
/// "constant" is a tensor through which no gradient passes. After a backward without retain_graph
/// only the root is left, with a remark that the graph was freed. Up to 4 numbers are shown, with
/// up to 4 significant digits. Of more than `max_nodes` nodes the newest are shown, of more than 8
/// parents the first; a notice says how many there are. Throws holo::Error for an empty handle.
std::string to_text(const Tensor& root, std::size_t max_nodes = 50);

/// Writes to_text() to stdout.
void print_graph(const Tensor& root, std::size_t max_nodes = 50);

/// The same nodes in the DOT language: one box a node, one arrow from each parent. Draw it with:
/// dot -Tsvg graph.dot -o graph.svg
/// A node has at most `max_nodes` arrows; those left out become a count on one dashed arrow.
/// Throws as to_text().
std::string to_dot(const Tensor& root, std::size_t max_nodes = 200);

}  // namespace holo
