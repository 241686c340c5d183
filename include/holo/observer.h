// observer.h: the interface for watching the tensor engine, to measure or to record it.
#pragma once

#include "holo/node.h"
#include "holo/op_options.h"

namespace holo {

/// While an Observer lives, it is told of every op and every backward of its thread. Several
/// observers may live at a time and end in any order. Each is told of everything, even if another
/// one throws; the newest is told first. Without observers an op costs only one comparison more.
class Observer {
 public:
  Observer();
  virtual ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// An op has run. `node` is its result. Until the call returns, the parents of the node are all
  /// inputs of the op, even those that require no gradient, and `options` is valid. An op that
  /// fails is not reported.
  virtual void on_op([[maybe_unused]] const Node& node, [[maybe_unused]] const OpOptions& options) {
  }
  /// `node` has sent its complete gradient to all parents that require one.
  virtual void on_backward([[maybe_unused]] const Node& node) {}

  Observer* next;  ///< the observer of this thread that was made before this one, or null
};

}  // namespace holo
