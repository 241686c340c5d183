// tensor_print.h: shows a tensor as text: its numbers in NumPy's layout, and the graph that made
// it.
#pragma once

#include <cstddef>
#include <string>

#include "holo/tensor.h"

namespace holo {

/// The tensor's numbers in nested brackets, aligned at the decimal point, then the shape, the
/// number type (f32 or f64), the device, the label, the op (except for a leaf), requires_grad, and
/// whether there is a gradient:
///
///   tensor([[ 1.  ,  2.5 ],
///           [-0.25, 10.  ]], shape=[2,2], f32, cpu, op=mul, requires_grad, grad)
///
/// Numbers have at most 4 decimals, without trailing zeros. All numbers are written like 1.2346e+05
/// if the largest one shown is at least 1e5 (1e8 if all are integers), or if the smallest one other
/// than 0 is below 1e-3. Above 1000 elements, only the first 3 and last 3 of each dimension are
/// shown. Lines break at 80 columns. An empty handle is shown as "tensor(empty)".
std::string to_string(const Tensor& x);

/// Writes to_string() and a newline to stdout.
void print(const Tensor& x);

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
