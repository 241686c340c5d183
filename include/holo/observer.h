// observer.h: how something else watches the tensors of a thread: to measure or to record them.
#pragma once

#include "holo/node.h"
#include "holo/op_options.h"

namespace holo {

/// Hears of every op and of every backward of its thread while it lives; an op without an observer
/// pays for one comparison. Several observers may live at a time, and end in any order: each of
/// them hears everything, the newest first, also when one of them throws.
class Observer {
 public:
  Observer();
  virtual ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// An op has run, with these options, which are valid during the call. `node` is its result, and
  /// the parents of the node are the inputs of the op: all of them, until the call returns, also
  /// where no gradient is required. An op that fails is not told of.
  virtual void on_op([[maybe_unused]] const Node& node, [[maybe_unused]] const OpOptions& options) {
  }
  /// `node`, whose gradient is complete, has sent it to its parents: to those that require one.
  virtual void on_backward([[maybe_unused]] const Node& node) {}

  Observer* next;  ///< the observer of this thread that was made before this one, or null
};

}  // namespace holo
