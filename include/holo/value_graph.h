// value_graph.h: shows how a Value was made: its graph as text.
#pragma once

#include <cstddef>
#include <string>

#include "holo/value.h"

namespace holo {

/// Lists the nodes that `root` depends on, oldest first, one per line: number, op, label, data,
/// grad, and each parent with the local derivative d. A node's number, which messages and gdb also
/// show, is its index on the tape, counted from 0.
///
///   #0 leaf x  data 3  grad 2
///   #1 leaf w  data 2  grad 3
///   #2 mul  y  data 6  grad 1  = #0 x (d 2), #1 w (d 3)
///
/// A constant is not a node, so 2.0 * x has one parent. Numbers have up to 6 significant digits.
/// Only the newest `max_nodes` nodes and the first 8 parents are listed; a note gives the full
/// counts. Throws holo::Error if `root` is not on the tape.
std::string to_text(Value root, std::size_t max_nodes = 50);

/// Writes to_text() to stdout.
void print_graph(Value root, std::size_t max_nodes = 50);

}  // namespace holo
