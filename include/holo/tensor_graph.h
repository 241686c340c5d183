// tensor_graph.h: shows how a Tensor was made: its graph as text.
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

}  // namespace holo
