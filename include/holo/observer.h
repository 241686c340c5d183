// observer.h: the interface for watching the tensor engine, for example to measure or record it.
#pragma once

#include "holo/node.h"
#include "holo/op_options.h"

namespace holo {

/// While an Observer exists, it is notified of every op and every backward function of its thread.
/// Observers may coexist and be destroyed in any order. All are notified, newest first, even if one
/// of them throws an exception. Without observers, an op costs only one extra comparison.
class Observer {
 public:
  Observer();
  virtual ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// An op has run, and `node` is its result. Until on_op() returns, `options` is valid, and the
  /// node's parents include every input of the op, even inputs that require no gradient. An op that
  /// fails is not reported.
  virtual void on_op([[maybe_unused]] const Node& node, [[maybe_unused]] const OpOptions& options) {
  }
  /// `node` has sent its complete gradient to every parent that requires a gradient.
  virtual void on_backward([[maybe_unused]] const Node& node) {}

  Observer* next;  ///< the next older observer of this thread, or null
};

}  // namespace holo
