// tensor_graph.h: shows how a Tensor was made: its graph as text, or as a drawing for Graphviz.
#pragma once

#include <cstddef>
#include <string>

#include "holo/tensor.h"

namespace holo {

/// Lists the nodes that `root` depends on, oldest first, one per line: number, op, label, shape,
/// the first numbers of data and grad, and the parents. A node's number, which messages and gdb
/// also show, is its Node::id.
///
///   #0 leaf x [3]  data 1 2 3  grad 2 4 6
///   #1 mul    [3]  data 1 4 9              = #0 x, #0 x
///   #2 sum    []   data 14                 = #1
///
/// No gradient passes through a node marked "constant". A backward pass without retain_graph frees
/// the graph. Then the list contains only the root and a note that says so. At most 4 numbers of a
/// node are shown, with up to 4 significant digits. Only the newest `max_nodes` nodes and the first
/// 8 parents are listed; a note gives the full counts. Throws holo::Error for an empty handle.
std::string to_text(const Tensor& root, std::size_t max_nodes = 50);

/// Writes to_text() to stdout.
void print_graph(const Tensor& root, std::size_t max_nodes = 50);

/// The same graph in the DOT language, with one box per node and one arrow from each parent. The
/// command dot -Tsvg graph.dot -o graph.svg draws the graph. Each node has at most `max_nodes`
/// arrows; a dashed arrow stands for the rest. Throws the same errors as to_text().
std::string to_dot(const Tensor& root, std::size_t max_nodes = 200);

}  // namespace holo
