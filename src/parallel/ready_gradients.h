// ready_gradients.h: tells during a backward pass when the gradient of a parameter is complete, for
// example to send it while others are still being computed.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "holo/observer.h"
#include "holo/tensor.h"

namespace holo {

/// Counts in the forward pass how many times each parameter is used, and counts down in the
/// backward pass. A parameter is ready when every op that used it has sent its gradient. It never
/// becomes ready if no op uses it, or if the result does not depend on one of these ops.
class ReadyGradients : public Observer {
 public:
  explicit ReadyGradients(const std::vector<Tensor>& parameters);

  /// Watches this thread from now, before the forward pass, to the end of the backward pass.
  void watch();
  void stop_watching() { watching_ = false; }

  void on_op(const Node& node, const OpOptions& options) override;
  void on_backward(const Node& node) override;

 private:
  /// Called when the gradient of parameter i is complete.
  virtual void on_ready(std::size_t i) = 0;

  struct Watched {
    std::size_t i;
    int uses;
  };
  std::unordered_map<const Node*, Watched> watched_;
  bool watching_ = false;
};

}  // namespace holo
