// tape_observer.h: who wants to know what a tape does: every node, every gradient, every label.
#pragma once

#include <cstddef>

#include "holo/version.h"

namespace holo {

class Tape;

/// Watches a tape: a Trace does (trace.h). A tape that nobody watches pays one comparison a
/// backward for it and nothing a node: it stops to make room when it is full, and a watched one
/// stops after every node.
class TapeObserver {
 public:
  virtual ~TapeObserver() = default;
  /// The node has been recorded, with its edges.
  virtual void on_forward(const Tape& tape, std::size_t node) = 0;
  /// A backward begins: the grads of the inner nodes up to the root are 0, and 1 has been added to
  /// that of the root, which was `before`.
  virtual void on_backward_begin(const Tape& tape, std::size_t root, double before) = 0;
  /// An edge of the node has added local * node.grad to the grad of its parent, which was `before`.
  virtual void on_backward(const Tape& tape, std::size_t node, std::size_t edge, double before) = 0;
  /// The user or an optimizer has changed numbers or grads of the nodes from `first` to before
  /// `end`. With data_of and grad_of they change later, until the next node is recorded.
  virtual void on_change(const Tape& tape, std::size_t first, std::size_t end) = 0;
  /// The node has a new label.
  virtual void on_label(const Tape& tape, std::size_t node) = 0;
  /// The nodes from `node_count` on have been removed.
  virtual void on_rewind(const Tape& tape, std::size_t node_count) = 0;
  /// The tape is being destroyed.
  virtual void on_destroy(const Tape& tape) = 0;
};

}  // namespace holo
