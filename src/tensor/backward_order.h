// backward_order.h: the nodes that a result depends on, newest first: the order of backward.
#pragma once

#include <cstdint>
#include <vector>

#include "holo/node.h"

namespace holo {

/// Prepares the root of a backward pass: drops the gradient of an earlier one, which only a leaf
/// keeps, to add to it. Throws holo::Error for a constant, and when its graph was freed.
Node& backward_root(Node& root);

/// A node was made after its parents, so the waiting node with the largest number has been sent all
/// of its gradient: everything that uses it is newer. Waiting are the parents of those that had
/// their turn.
///
///   BackwardOrder order(root, retain_graph);
///   while (Node* const node = order.next()) (*node->backward)(*node);
class BackwardOrder {
 public:
  /// REQUIRES: root requires a gradient, and its graph is there.
  BackwardOrder(Node& root, bool retain_graph);

  /// The next node, with its gradient complete; null after the last. Leaves have no turn: they keep
  /// their gradient. By then the node before has sent its gradient: tells the observer, and frees
  /// the graph of that node. Throws holo::Error as Tensor::backward says.
  Node* next();

 private:
  void add(Node& node);
  void take_newest();
  void add_parents(Node& node);
  void finish(Node& node);

  NodeRef now_;                 // has its turn
  NodeRef newest_;              // of those that wait ...
  std::vector<NodeRef> older_;  // ... and the others, a heap; in a chain there are none
  std::uint64_t number_;        // the number of this backward
  bool retain_graph_;
};

}  // namespace holo
