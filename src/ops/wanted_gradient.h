// wanted_gradient.h: where a kernel that computes the gradients of several inputs at once leaves
// them.
#pragma once

#include <optional>

#include "backend/scratch.h"
#include "holo/node.h"

namespace holo {

/// The gradient of an input that requires one, else memory that is given back.
class WantedGradient {
 public:
  explicit WantedGradient(Node& input) {
    if (!input.requires_grad) memory_.emplace(*input.backend, input.numel());
    output_ = memory_ ? Output{memory_->data(), true} : input.gradient();
  }
  operator Output() const { return output_; }

 private:
  std::optional<Scratch> memory_;
  Output output_;
};

}  // namespace holo
